/**
 * `Prefer: wait=N` on a job: the answer is held until there is something new for the client. New is another copy than
 * the one in `If-None-Match`; for a client that names none, the end of the job.
 */
import type { JobView } from '../../application/jobs/read-job.ts';
import type { Read } from '../../application/reading/answers.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';
import { matches } from '../answers/etag.ts';
import type { Reply } from '../answers/reply.ts';
import type { Waker } from '../answers/waker.ts';
import { isRefusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { type JobRequest, jobSeenBy, type Look, type ReadJob } from './job-request.ts';
import { readReply } from './route.ts';
import type { Tools } from './tools.ts';

/** The state of a job now or, with `Prefer: wait=N`, as soon as there is something new for this client. */
export const pollJob =
  <N extends string>(readJob: ReadJob<N>, tools: Tools) =>
  async (request: JobRequest<N>, context: HttpContext): Promise<Reply | Refusal> => {
    const { 'if-none-match': known, prefer } = context.req.headers;
    const job = jobSeenBy(request, readJob, tools);
    const look = job.looking(request.fresh);
    const first = await look();
    if (isRefusal(first)) return first;
    const answer = (read: Read<JobView>): Reply => readReply(context, job.present(read), read.position);

    const seconds = prefer === undefined ? 0 : waitSeconds(String(prefer));
    if (seconds === 0) return answer(first);
    const isNew = (read: Read<JobView>): boolean =>
      known === undefined ? read.value.final : !matches(known, job.present(read).tag);
    if (isNew(first)) return answer(first);
    // To wait is a preference: without a place the client gets the present state.
    const held = job.hold(context);
    if (isRefusal(held)) return answer(first);
    try {
      const again = job.lookingOn(look, first);
      const read = await longPoll({ ...held, look: again, first, seconds, isNew, clock: tools.clock });
      if (isRefusal(read)) return read;
      const reply = answer(read);
      return { ...reply, headers: { ...reply.headers, 'Preference-Applied': `wait=${seconds}` } };
    } finally {
      held.end();
    }
  };

type LongPoll = {
  readonly look: Look;
  /** The result of the first look. */
  readonly first: Read<JobView>;
  readonly seconds: number;
  /** Whether the client waits for this. */
  readonly isNew: (read: Read<JobView>) => boolean;
  readonly waker: Waker;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The client has gone, or the service stops. */
  readonly signal: AbortSignal;
};

export const longPoll = async (poll: LongPoll): Promise<Read<JobView> | Refusal> => {
  const { look, isNew, waker, clock, signal } = poll;
  const end = clock.monotonic() + poll.seconds * 1_000;
  let read = poll.first;
  while (!isNew(read) && !signal.aborted) {
    const left = end - clock.monotonic();
    if (left <= 0) break;
    await waker.next(Math.min(left, limits.liveLookMs));
    const found = await look();
    if (isRefusal(found)) return found;
    read = found;
  }
  return read;
};

const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i;

/**
 * The wait of `Prefer` (RFC 7240): whole seconds, at most `limits.longPollMaxMs`. 0 when there is no such preference,
 * or none that can be read.
 */
export const waitSeconds = (prefer: string | undefined): number => {
  if (prefer === undefined) return 0;
  const seconds = Number(WAIT.exec(prefer)?.[1] ?? 0);
  return Math.min(seconds, limits.longPollMaxMs / 1_000);
};
