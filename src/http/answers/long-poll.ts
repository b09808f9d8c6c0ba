/**
 * `Prefer: wait=N` on a job: the answer is held until there is something new for the client. New is another copy than
 * the one in `If-None-Match`; for a client that names none, the end of the job.
 */
import type { JobView } from '../../application/jobs/read-any-job.ts';
import type { Read } from '../../application/reading/answers.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';
import { isRefusal, type Refusal } from '../errors/refusal.ts';
import type { Waker } from './waker.ts';

export type Look = () => Promise<Read<JobView> | Refusal>;

export type LongPoll = {
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
