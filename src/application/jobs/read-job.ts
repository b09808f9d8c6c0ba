/**
 * A job as clients read it. A poll of it is the hottest path of the service. A job of any kind has what it has made.
 */
import { isFinal } from '../../../commands/job/queries.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { jobItem, jobPoll, jobResult } from '../../../projections/job/view.ts';
import type { Caller } from '../calls/caller.ts';
import { type Body, foreign, ok, refused, type Result } from '../calls/result.ts';
import type { ProjectGate } from '../projects/project-gate.ts';
import { behind, documentRead, type Freshness, positionFor, type Read } from '../reading/answers.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { planStream } from '../../../commands/plan/decider.ts';
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import { isStale, lastJobBeside } from '../../../commands/project/state.ts';
import { jobProjection, withCredits } from '../../../projections/job/definition.ts';
import { isRepairable } from '../../../projections/job/repairable.ts';
import { type PlanDocument, planProjection } from '../../../projections/plan/definition.ts';
import { recalling } from '../log/command-handler.ts';
import type { Wanted } from '../reading/changes.ts';
import { type Found, readDocument } from '../reading/read-document.ts';
import type { JobKind } from '../../../events/job.ts';
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { openParts } from '../../../commands/ledger/queries.ts';
import { laterOf } from '../../kernel/position.ts';
import type { StoredDocument } from '../../ports/document-store.ts';

export const createReadJob = (side: ReadSide & { readonly projects: ProjectGate }) => {
  /** Polls of an unmoved job are given the same document, and here the same body. */
  const views = { resumable: new WeakMap<JobDocument, JobView>(), other: new WeakMap<JobDocument, JobView>() };

  const viewOf = (document: JobDocument, resumable: boolean): JobView => {
    const kept = resumable ? views.resumable : views.other;
    const before = kept.get(document);
    if (before !== undefined) return before;
    const view = { body: jobPoll(document, resumable), final: isFinal(document.status) };
    kept.set(document, view);
    return view;
  };

  return async (caller: Caller, projectId: string, jobId: string, fresh: Freshness): Promise<Result<Read<JobView>>> => {
    const gate = await side.projects(caller, projectId);
    if (gate.kind === 'refused') return gate;
    const job = await findJob(side, caller, jobId, undefined, fresh);
    if (job.kind === 'refused') return job;
    const found = job.value;
    const { body } = found.document;
    // A poll shows requirements, which only a storyboard has.
    if (body.projectId !== projectId || body.kind !== 'storyboard')
      return refused('job_not_found', `there is no job ${jobId} in this project`);
    if (!isFinal(body.status)) return documentRead(viewOf(body, false), found, fresh);
    const wanted = { owner: caller.workspaceId, position: positionFor(side, caller, fresh) };
    const resumable = await isResumable(side, body, wanted);
    // No part of the document: a copy that tells otherwise is another copy.
    const etag = `${found.etag}.${resumable ? 'more' : 'done'}`;
    return documentRead(viewOf(body, resumable), { ...found, etag }, fresh);
  };
};

/** Whether a further generate or repair could make progress after a job, beyond the facts that its document has. */
const isResumable = async (side: ReadSide, job: JobDocument, wanted: Wanted): Promise<boolean> => {
  const { resume, status, planId } = job;
  if (!isFinal(status) || planId === null) return false;
  if (resume && (await isMoreLeft(side, job, planId))) return true;
  const fromStreams = async () => side.streams.get(planProjection, planStream(planId), planId);
  const found = await readDocument(side, planProjection, { ...wanted, id: planId }, fromStreams);
  if (found === undefined || found === 'behind') return false;
  const plan = found.document.body;
  return isRepairable(job, plan) || (await isLeftByRepair(side, job, plan, wanted));
};

/** A later repair took frames of the job, and has left one of them. While it runs it has them. */
const isLeftByRepair = async (
  side: ReadSide,
  job: JobDocument,
  plan: PlanDocument,
  wanted: Wanted,
): Promise<boolean> => {
  const own = new Set(job.tasks.map(({ taskId }) => taskId));
  const frames = plan.frames.filter(({ requirementId }) => own.has(requirementId));
  const repairs = new Set(frames.flatMap(({ repair }) => repair?.jobId ?? []));
  for (const id of repairs) {
    const found = await readDocument(side, jobProjection, { ...wanted, id }, async () => jobFromStreams(side, id));
    if (found === undefined || found === 'behind') continue;
    const { body: repair } = found.document;
    if (isFinal(repair.status) && isRepairable(repair, { ...plan, frames })) return true;
  }
  return false;
};

/**
 * A generate would dispatch more of the manifest: its last job left something, and the storyboard has not moved. The
 * details of a queued job never change, so memory tells them.
 */
const isMoreLeft = async ({ commands }: ReadSide, { projectId }: JobDocument, planId: string): Promise<boolean> => {
  if (projectId === null) return false;
  const { state: project } = await commands.readRecent(projectDecider, projectStream(projectId), 0);
  const last = lastJobBeside(project, planId);
  if (last === undefined || isStale(project)) return false;
  const { storyboard } = (await recalling(commands).read(jobDecider, jobStream(last))).state.details ?? {};
  // Without it the claim of the job is not decided yet.
  if (storyboard === undefined || storyboard === null) return true;
  return storyboard.resume && storyboard.storyboardRevisionId === project.storyboard?.revisionId;
};

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
 * their cost, and the ledger's open parts. It is told as of the later of both: so a job that has moved before the
 * ledger did is read again. Its stream is bounded, and so are the turns.
 */
export const jobFromStreams = async (side: Side, jobId: string): Promise<StoredDocument<JobDocument> | undefined> => {
  const read = async () => side.streams.get(jobProjection, jobStream(jobId), jobId);
  for (let job = await read(); ;) {
    if (job === undefined) return undefined;
    const ledger = await side.commands.read(ledgerDecider, ledgerStream(job.owner));
    const now = ledger.position > job.position ? await read() : job;
    if (now?.position === job.position) {
      const body = withCredits(job.body, openParts(ledger.state, job.body.holdId));
      return { ...job, position: laterOf(job.position, ledger.position), body };
    }
    job = now;
  }
};
