import { Readable } from 'node:stream';
import type { JobView } from '../../application/jobs/read-any-job.ts';
import type { Read } from '../../application/reading/answers.ts';
import { eventStream } from '../answers/event-stream.ts';
import type { Look } from '../answers/long-poll.ts';
import type { Reply } from '../answers/reply.ts';
import { POSITION } from '../contract/headers.ts';
import { isRefusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import {
  hold,
  type JobRequest,
  type ReadJob,
  looking,
  lookingAgain,
  presenting,
  presentingParts,
  whyNotMember,
} from './job-request.ts';
import type { Tools } from './tools.ts';

/** A job and its changes as server-sent events. Every refusal is made before the stream starts. */
export const streamJob =
  <N extends string>(readJob: ReadJob<N>, tools: Tools) =>
  async (request: JobRequest<N>, context: HttpContext): Promise<Reply | Refusal> => {
    const { seen, look, first } = await lookFrom(readJob, request, positionSeen(context));
    if (isRefusal(first)) return first;
    const present = (read: Read<JobView>): Buffer => presenting(tools, request)(read).bytes;
    const presentPart = presentingParts(tools, request);
    // A job that cannot be shown must fail as an answer, not as a stream that breaks off.
    present(first);
    const reply = { headers: { 'X-Accel-Buffering': 'no' }, position: first.position };
    // Nothing will ever follow: 204 tells an EventSource not to come back.
    if (first.value.final && first.position <= seen) return { ...reply, status: 204, body: null };
    const place = tools.livePlaces.take(request.caller.workspaceId);
    if (isRefusal(place)) return place;

    const { signal, waker } = hold(tools, request, context);
    const { clock, timers } = tools;
    const again = lookingAgain(tools, request, look, first);
    const mayStillSee = async (): Promise<boolean> =>
      clock.now() / 1_000 < request.principal.expiresAt && (await whyNotMember(tools, request)) === undefined;
    const asked = { look: again, first, seen, present, presentPart, waker, clock, timers, mayStillSee, signal };
    const body = Readable.from(eventStream(asked));
    body.once('close', () => {
      waker.close();
      place();
    });
    return { ...reply, status: 200, body, contentType: 'text/event-stream; charset=utf-8' };
  };

/** A position past the end of the log is not one that was ever given: then the client has seen nothing. */
const lookFrom = async <N extends string>(
  readJob: ReadJob<N>,
  request: JobRequest<N>,
  seen: string,
): Promise<{ readonly seen: string; readonly look: Look; readonly first: Awaited<ReturnType<Look>> }> => {
  const look = looking(readJob, request, seen === '' ? request.fresh : { atLeast: seen });
  const first = await look();
  const isPastEnd = seen !== '' && isRefusal(first) && first.code === 'read_model_behind';
  return isPastEnd ? lookFrom(readJob, request, '') : { seen, look, first };
};

/** The position that the client has seen; any other text in that header is ignored. */
const positionSeen = (context: HttpContext): string => {
  const last = context.req.headers['last-event-id'];
  return typeof last === 'string' && POSITION.test(last) ? last : '';
};
