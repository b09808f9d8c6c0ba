/** The common part of polling a job and streaming it. */
import type { Body } from '../../application/calls/stored-answer.ts';
import type { Freshness, Read } from '../../application/reading/answers.ts';
import type { JobView } from '../../application/jobs/read-job.ts';
import type { Timers } from '../../ports/basics.ts';
import type { LivePlaces } from '../answers/live-places.ts';
import type { Look } from '../answers/long-poll.ts';
import type { PresentedRead, PresentRead } from '../answers/present-read.ts';
import { createWaker, type Waker } from '../answers/waker.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { asRefusal } from '../errors/refusal.ts';
import type { HttpContext } from '../exchange.ts';
import type { Admitted } from '../gates/pass-gates.ts';

export type JobDependencies = Pick<HttpDependencies, 'application' | 'changes' | 'clock'> & {
  readonly timers: Timers;
  readonly presentRead: PresentRead;
  readonly livePlaces: LivePlaces;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
};

export type JobRequest = Admitted<undefined, undefined, 'projectId' | 'jobId'>;

export const looking =
  ({ application }: JobDependencies, { caller, parameters }: JobRequest, fresh: Freshness): Look =>
  async () => {
    const found = await application.job(caller, parameters.projectId, parameters.jobId, fresh);
    return found.kind === 'ok' ? found.value : asRefusal(found);
  };

export const presenting =
  ({ presentRead }: JobDependencies, { caller, parameters }: JobRequest) =>
  ({ value, position, etag }: Read<JobView>): PresentedRead =>
    presentRead({ value: value.body, position, etag }, caller.workspaceId, parameters.jobId);

/** A part of a job is no copy that another client could be given. */
export const presentingParts =
  ({ presentRead }: JobDependencies, { caller }: JobRequest) =>
  (value: Body): Buffer =>
    presentRead({ value, position: '', etag: '' }, caller.workspaceId, null).bytes;

export type Held = {
  /** The client has gone, or the service stops. */
  readonly signal: AbortSignal;
  readonly waker: Waker;
};

/** The needs of an answer that is held open: a waker, and an end with its client or with the service. */
export const hold = (deps: JobDependencies, { caller }: JobRequest, context: HttpContext): Held => {
  const gone = new AbortController();
  context.res.once('close', () => gone.abort());
  const signal = AbortSignal.any([deps.stopping, gone.signal]);
  return { signal, waker: createWaker(deps.changes, deps.timers, caller.workspaceId, signal) };
};
