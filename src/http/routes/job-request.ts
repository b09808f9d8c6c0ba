/** The common part of polling a job and streaming it. */
import type { Body } from '../../application/calls/stored-answer.ts';
import type { JobView, createReadJob } from '../../application/jobs/read-job.ts';
import type { Freshness, Read } from '../../application/reading/answers.ts';
import type { Look } from '../answers/long-poll.ts';
import type { PresentedRead } from '../answers/read-presenter.ts';
import { createWaker, type Waker } from '../answers/waker.ts';
import { asRefusal } from '../errors/refusal.ts';
import type { Admitted } from '../gates/gates.ts';
import type { HttpContext } from '../transport/exchange.ts';
import type { Tools } from './tools.ts';

export type ReadJob = ReturnType<typeof createReadJob>;

export type JobRequest = Admitted<undefined, undefined, 'projectId' | 'jobId'>;

export const looking =
  (readJob: ReadJob, { caller, parameters }: JobRequest, fresh: Freshness): Look =>
  async () => {
    const found = await readJob(caller, parameters.projectId, parameters.jobId, fresh);
    return found.kind === 'ok' ? found.value : asRefusal(found);
  };

export const presenting =
  ({ presentRead }: Tools, { caller, parameters }: JobRequest) =>
  ({ value, position, etag }: Read<JobView>): PresentedRead =>
    presentRead({ value: value.body, position, etag }, caller.workspaceId, parameters.jobId);

/** A part of a job is no copy that another client could be given. */
export const presentingParts =
  ({ presentRead }: Tools, { caller }: JobRequest) =>
  (value: Body): Buffer =>
    presentRead({ value, position: '', etag: '' }, caller.workspaceId, null).bytes;

export type Held = {
  /** The client has gone, or the service stops. */
  readonly signal: AbortSignal;
  readonly waker: Waker;
};

/** The needs of an answer that is held open: a waker, and an end with its client or with the service. */
export const hold = (tools: Tools, { caller }: JobRequest, context: HttpContext): Held => {
  const gone = new AbortController();
  context.res.once('close', () => gone.abort());
  const signal = AbortSignal.any([tools.stopping, gone.signal]);
  return { signal, waker: createWaker(tools.changes, tools.timers, caller.workspaceId, signal) };
};
