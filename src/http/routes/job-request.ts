/** The common part of polling a job and streaming it. */
import type { Body } from '../../application/calls/stored-answer.ts';
import type { createReadAnyJob, JobView, Kinds } from '../../application/jobs/read-any-job.ts';
import type { Result } from '../../application/calls/result.ts';
import type { Freshness, Read } from '../../application/reading/answers.ts';
import type { Look } from '../answers/long-poll.ts';
import type { PresentedRead } from '../answers/read-presenter.ts';
import { createWaker, type Waker } from '../answers/waker.ts';
import { asRefusal, isRefusal, type Refusal } from '../errors/refusal.ts';
import type { Admitted } from '../gates/gates.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { clientGone } from './client-gone.ts';
import type { Tools } from './tools.ts';

/** `N`: the parameters of the path, which name the job. */
export type JobRequest<N extends string = never> = Admitted<undefined, undefined, N>;

/** How an operation reads its job. */
export type ReadJob<N extends string> = (request: JobRequest<N>, fresh: Freshness) => Promise<Result<Read<JobView>>>;

/** A job of one of these kinds; of any where none is named. */
export const ofKinds =
  (read: ReturnType<typeof createReadAnyJob>, kinds?: Kinds): ReadJob<'jobId'> =>
  async ({ caller, parameters }, fresh) =>
    read(caller, parameters.jobId, kinds, fresh);

export const looking =
  <N extends string>(readJob: ReadJob<N>, request: JobRequest<N>, fresh: Freshness): Look =>
  async () => {
    const found = await readJob(request, fresh);
    return found.kind === 'ok' ? found.value : asRefusal(found);
  };

/** Whether the caller is a member still: of a moment ago at most, as for any Read. */
export const whyNotMember = async (
  { enter }: Tools,
  { principal, caller: { workspaceId, correlationId } }: JobRequest,
): Promise<Refusal | undefined> => {
  const entered = await enter(principal, { workspaceId, access: 'read', correlationId });
  return entered.kind === 'ok' ? undefined : asRefusal(entered);
};

/** The later looks of an answer that is held open: a member that was removed meanwhile sees no newer state. */
export const lookingAgain = (tools: Tools, request: JobRequest, look: Look, first: Read<JobView>): Look => {
  let seen = first.etag;
  return async () => {
    const found = await look();
    if (isRefusal(found) || found.etag === seen) return found;
    seen = found.etag;
    return (await whyNotMember(tools, request)) ?? found;
  };
};

export const presenting =
  ({ presentRead }: Tools, { caller, parameters }: JobRequest) =>
  ({ value, position, etag }: Read<JobView>): PresentedRead =>
    // Paths of other parameters show a job in another shape.
    presentRead({ value: value.body, position, etag }, caller.workspaceId, Object.values(parameters).join(' '));

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
  const signal = AbortSignal.any([tools.stopping, clientGone(context)]);
  return { signal, waker: createWaker(tools.changes, tools.timers, caller.workspaceId, signal) };
};
