/**
 * Server-sent events of one job. Each message is a whole poll answer, so a message that was missed loses nothing:
 * `id:` is the position that it reflects, and who comes back with `Last-Event-ID` is told only of what is newer.
 * The stream ends with the job, with the caller's right to see it, or with the service.
 */
import type { JobView, Read } from '../../application/application.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Timers } from '../../ports/basics.ts';
import { isRefusal } from '../errors/refusal.ts';
import type { Look } from './long-poll.ts';
import type { PresentedRead } from './present-read.ts';
import type { Waker } from './waker.ts';

export type EventStream = {
  readonly look: Look;
  readonly first: Read<JobView>;
  /** The position that the client has seen; START when it has seen none. */
  readonly seen: string;
  readonly present: (read: Read<JobView>) => PresentedRead;
  readonly waker: Waker;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Pick<Timers, 'sleep'>;
  /** Asked before each heartbeat: tokens expire, and members are removed. */
  readonly mayStillSee: () => Promise<boolean>;
  readonly signal: AbortSignal;
};

const HEARTBEAT = ': still here\n\n';
/** Sent first, also when there is no news yet: it brings the headers to a client that comes back. */
const OPENING = `retry: ${limits.pollAfterSeconds * 1_000}\n\n`;

export async function* eventStream(stream: EventStream): AsyncGenerator<string> {
  const { look, present, waker, clock, timers, mayStillSee, signal } = stream;
  let { first: read, seen } = stream;
  let tag = '';
  let checked = clock.monotonic();
  yield OPENING;
  while (!signal.aborted) {
    const { bytes, tag: found } = present(read);
    if (read.position > seen && found !== tag) {
      yield message(read.position, bytes);
      seen = read.position;
    }
    tag = found;
    if (read.value.final) return;
    await timers.sleep(limits.liveLookMinMs, signal).catch(() => undefined);
    await waker.next(limits.liveLookMs);
    if (clock.monotonic() - checked >= limits.sseHeartbeatMs) {
      if (!(await mayStillSee())) return;
      yield HEARTBEAT;
      checked = clock.monotonic();
    }
    const next = await look();
    if (isRefusal(next)) return;
    read = next;
  }
}

/** A presented body is one line: JSON escapes line breaks. */
const message = (position: string, bytes: Buffer): string =>
  `id: ${position}\nevent: job\ndata: ${bytes.toString()}\n\n`;
