import { Readable } from 'node:stream';
import { eventStream } from '../answers/event-stream.ts';
import type { Reply } from '../answers/reply.ts';
import { POSITION } from '../contract/headers.ts';
import { isRefusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { type JobRequest, jobSeenBy, type ReadJob } from './job-request.ts';
import type { Tools } from './tools.ts';

/** A job and its changes as server-sent events. Every refusal is made before the stream starts. */
export const streamJob =
  <N extends string>(readJob: ReadJob<N>, tools: Tools) =>
  async (request: JobRequest<N>, context: HttpContext): Promise<Reply | Refusal> => {
    const job = jobSeenBy(request, readJob, tools);
    const lookFrom = async (seen: string) => {
      const look = job.looking(seen === '' ? request.fresh : { atLeast: seen });
      return { seen, look, first: await look() };
    };
    const asked = await lookFrom(positionSeen(context));
    // A position past the end of the log is not one that was ever given: then the client has seen nothing.
    const isPastEnd = asked.seen !== '' && isRefusal(asked.first) && asked.first.code === 'read_model_behind';
    const { seen, look, first } = isPastEnd ? await lookFrom('') : asked;
    if (isRefusal(first)) return first;
    // A job that cannot be shown must fail as an answer, not as a stream that breaks off.
    job.present(first);
    const reply = { headers: { 'X-Accel-Buffering': 'no' }, position: first.position };
    // Nothing will ever follow: 204 tells an EventSource not to come back.
    if (first.value.final && first.position <= seen) return { ...reply, status: 204, body: null };
    const held = job.hold(context);
    if (isRefusal(held)) return held;
    const { clock, timers } = tools;
    const stream = eventStream({
      ...held,
      first,
      seen,
      look: job.lookingOn(look, first),
      present: (read) => job.present(read).bytes,
      presentPart: job.presentPart,
      clock,
      timers,
      mayStillSee: async () =>
        clock.now() / 1_000 < request.principal.expiresAt && (await job.whyNotMember()) === undefined,
    });
    const body = Readable.from(stream);
    body.once('close', held.end);
    return { ...reply, status: 200, body, contentType: 'text/event-stream; charset=utf-8' };
  };

/** The position that the client has seen; any other text in that header is ignored. */
const positionSeen = (context: HttpContext): string => {
  const last = context.req.headers['last-event-id'];
  return typeof last === 'string' && POSITION.test(last) ? last : '';
};
