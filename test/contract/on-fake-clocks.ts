/** Handles of a message log, each of which has a clock of its own for retries and beats. */
import { createFakeClock, type FakeClock } from '../support/kernel/fake-clock.ts';
import { withOthers } from './check.ts';
import type { MessageSubject } from './message-log.contract.ts';

type Handle = Pick<MessageSubject, 'store' | 'messages' | 'close'> & {
  /** The end of its process beside its clock. */
  readonly atCrash?: () => Promise<void>;
};

/**
 * Time passes for all handles together, except for crashed ones: theirs is stopped. `inRealTime`: a wait
 * of each step beside the clocks.
 */
export const onFakeClocks = async (
  open: (fake: FakeClock) => Handle | Promise<Handle>,
  inRealTime: (ms: number) => Promise<void> = async () => Promise.resolve(),
): Promise<MessageSubject> => {
  const clocks = new Set<FakeClock>();
  const crashed = new Set<FakeClock>();
  const pass = async (ms: number): Promise<void> => {
    await Promise.all([...clocks].map(async (clock) => clock.advance(ms)));
    await inRealTime(ms);
  };
  const subject = await withOthers<MessageSubject>(async (another) => {
    const fake = createFakeClock();
    clocks.add(fake);
    const { store, messages, close, atCrash } = await open(fake);
    const crash = async (): Promise<void> => {
      clocks.delete(fake);
      crashed.add(fake);
      await atCrash?.();
    };
    return { store, messages, pass, another, crash, close };
  });
  const close = async (): Promise<void> => {
    for (const clock of crashed) clocks.add(clock);
    const state = { closed: false };
    const closing = subject.close().finally(() => {
      state.closed = true;
    });
    // Hanging work is given up after a while, as at any shutdown.
    while (!state.closed) await pass(1_000);
    await closing;
  };
  return { ...subject, close };
};
