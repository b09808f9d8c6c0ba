/** A job as one request sees it: the common part of polling and streaming it. */
import type { Body, Result } from '../../application/calls/result.ts';
import type { createReadAnyJob, JobView, Kinds } from '../../application/jobs/read-job.ts';
import type { Freshness, Read } from '../../application/reading/answers.ts';
import type { PresentedRead } from '../answers/read-presenter.ts';
import { createWaker } from '../answers/waker.ts';
import { asRefusal, isRefusal, type Refusal } from '../errors/refusal.ts';
import type { Admitted } from '../gates/gates.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { clientGone } from './client-gone.ts';
import type { Tools } from './tools.ts';

/** `N`: the parameters of the path, which name the job. */
export type JobRequest<N extends string> = Admitted<undefined, undefined, N>;

export type Look = () => Promise<Read<JobView> | Refusal>;

/** How an operation reads its job. */
export type ReadJob<N extends string> = (request: JobRequest<N>, fresh: Freshness) => Promise<Result<Read<JobView>>>;

/** A job of one of these kinds; of any where none is named. */
export const ofKinds =
  (read: ReturnType<typeof createReadAnyJob>, kinds?: Kinds): ReadJob<'jobId'> =>
  async ({ caller, parameters }, fresh) =>
    read(caller, parameters.jobId, kinds, fresh);

export const jobSeenBy = <N extends string>(request: JobRequest<N>, readJob: ReadJob<N>, tools: Tools) => {
  const { principal, caller, parameters } = request;
  const { workspaceId, correlationId } = caller;

  /** Whether the caller is a member still: of a moment ago at most, as for any Read. */
  const whyNotMember = async (): Promise<Refusal | undefined> => {
    const entered = await tools.enter(principal, { workspaceId, access: 'read', correlationId });
    return entered.kind === 'ok' ? undefined : asRefusal(entered);
  };

  return {
    whyNotMember,
    looking:
      (fresh: Freshness): Look =>
      async () => {
        const found = await readJob(request, fresh);
        return found.kind === 'ok' ? found.value : asRefusal(found);
      },
    /** The later looks of an answer that is held open: a member that was removed meanwhile sees no newer state. */
    lookingOn: (look: Look, first: Read<JobView>): Look => {
      let seen = first.etag;
      return async () => {
        const found = await look();
        if (isRefusal(found) || found.etag === seen) return found;
        seen = found.etag;
        return (await whyNotMember()) ?? found;
      };
    },
    present: ({ value, position, etag }: Read<JobView>): PresentedRead =>
      // Paths of other parameters show a job in another shape.
      tools.presentRead({ value: value.body, position, etag }, workspaceId, Object.values(parameters).join(' ')),
    /** A part of a job is no copy that another client could be given. */
    presentPart: (value: Body): Buffer => tools.presentRead({ value, position: '', etag: '' }, workspaceId, null).bytes,
    /** Takes one of the places for answers that are held open; refused where there is none. */
    hold: (context: HttpContext) => {
      const giveBack = tools.livePlaces.take(workspaceId);
      if (isRefusal(giveBack)) return giveBack;
      // The client has gone, or the service stops.
      const signal = AbortSignal.any([tools.stopping, clientGone(context)]);
      const waker = createWaker(tools.changes, tools.timers, signal);
      const end = (): void => {
        waker.close();
        giveBack();
      };
      return { signal, waker, end };
    },
  };
};
