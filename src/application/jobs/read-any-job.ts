/** GET jobs/{id} and its like: a job of any kind with what it has made. */
import { isFinal } from '../../../commands/job/queries.ts';
import type { JobKind } from '../../../events/job.ts';
import { jobProjection, withCredits } from '../../../projections/job/definition.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { jobItem, jobResult } from '../../../projections/job/view.ts';
import type { Caller } from '../calls/caller.ts';
import { foreign, ok, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { behind, documentRead, type Freshness, positionFor, type Read } from '../reading/answers.ts';
import { type Found, readDocument } from '../reading/read-document.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { jobStream } from '../../../commands/job/decider.ts';
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { openParts } from '../../../commands/ledger/queries.ts';
import { laterOf } from '../../kernel/position.ts';
import type { StoredDocument } from '../../ports/document-store.ts';

/** A job as an operation shows it. `final`: nothing of it will change by itself any more. */
export type JobView = { readonly body: Body; readonly final: boolean };

/** The kinds that an operation shows; all of them where none is named. */
export type Kinds = readonly JobKind[] | undefined;

export const createReadAnyJob =
  (side: ReadSide) =>
  async (caller: Caller, jobId: string, kinds: Kinds, fresh: Freshness): Promise<Result<Read<JobView>>> => {
    const found = await findJob(side, caller, jobId, kinds, fresh);
    if (found.kind === 'refused') return found;
    const { body } = found.value.document;
    const view = { body: { ok: true, job: jobItem(body), result: jobResult(body) }, final: isFinal(body.status) };
    return documentRead(view, found.value, fresh);
  };

/** A job of another kind is not found. */
export const findJob = async (
  side: ReadSide,
  caller: Caller,
  jobId: string,
  kinds: Kinds,
  fresh: Freshness,
): Promise<Result<Found<JobDocument>>> => {
  const wanted = { owner: caller.workspaceId, position: positionFor(side, caller, fresh), id: jobId };
  const found = await readDocument(side, jobProjection, wanted, async () => jobFromStreams(side, jobId));
  if (found === 'behind') return behind;
  if (found === undefined) return refused('job_not_found', `there is no job ${jobId}`);
  const { owner, body } = found.document;
  if (owner !== caller.workspaceId) return foreign('job', jobId);
  return kinds === undefined || kinds.includes(body.kind)
    ? ok(found)
    : refused('job_not_found', `${jobId} is a job of another kind`);
};

type Side = Pick<ReadSide, 'streams' | 'commands'>;

/**
 * Folded from the streams: slower than the read model, and never behind. Its own stream, where acceptances carry
 * their cost, and the ledger's open parts.
 */
export const jobFromStreams = async (side: Side, jobId: string): Promise<StoredDocument<JobDocument> | undefined> => {
  const job = await side.streams.get(jobProjection, jobStream(jobId), jobId);
  if (job === undefined) return undefined;
  const ledger = await side.commands.read(ledgerDecider, ledgerStream(job.owner));
  const held = openParts(ledger.state, job.body.holdId).reduce((sum, { amount }) => sum + amount, 0);
  return { ...job, position: laterOf(job.position, ledger.position), body: withCredits(job.body, held) };
};
