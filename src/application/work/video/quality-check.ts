/** GET video/quality-check: the report of a film's job. */
import { isFinal } from '../../../../commands/job/queries.ts';
import type { JobDocument } from '../../../../projections/job/document.ts';
import { isFault } from '../../../kernel/faults.ts';
import type { ObjectStore } from '../../../ports/object-store.ts';
import type { Caller } from '../../calls/caller.ts';
import { type Body, refused, type Result } from '../../calls/result.ts';
import { findJob } from '../../jobs/read-job.ts';
import { documentRead, type Freshness, type Read } from '../../reading/answers.ts';
import type { ReadSide } from '../../reading/read-side.ts';
import { FILM_KINDS } from '../job-answer.ts';

/** As an engine writes it (`ReportRequest`). */
type Report = { readonly verdict: 'pass' | 'fail'; readonly score: number; readonly checks: readonly Body[] };

type Deps = ReadSide & { readonly objects: Pick<ObjectStore, 'get'> };

export const createQualityCheck =
  (deps: Deps) =>
  async (caller: Caller, jobId: string, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const found = await findJob(deps, caller, jobId, FILM_KINDS, fresh);
    if (found.kind === 'refused') return found;
    const { body: job } = found.value.document;
    const key = reportKey(job);
    if (key === undefined) return notReady(job);
    const report = await readReport(deps, key);
    if (report === undefined) return refused('content_lost', 'the report of the film is lost');
    const { verdict, score, checks } = report;
    const answer = { ok: true, jobId, verdict, score, checks, generatedAt: job.updatedAt };
    return documentRead(answer, found.value, fresh);
  };

const reportKey = ({ tasks }: JobDocument): string | undefined =>
  tasks.find(({ makes, accepted }) => makes === 'report' && accepted !== null)?.attempts.at(-1)?.asset?.key;

const notReady = ({ status, jobId }: JobDocument) =>
  isFinal(status)
    ? refused('asset_not_made', `the job ${jobId} has ended as ${status}, without a report`)
    : refused('asset_not_ready', `the job ${jobId} has not made its film yet: ask again`);

/** Undefined: it is gone, or no report any more. */
const readReport = async ({ objects }: Deps, key: string): Promise<Report | undefined> => {
  try {
    return JSON.parse(Buffer.from(await objects.get(key)).toString()) as Report;
  } catch (error) {
    if (isFault(error, 'not_found') || isFault(error, 'corrupt') || error instanceof SyntaxError) return undefined;
    throw error;
  }
};
