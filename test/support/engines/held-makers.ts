/**
 * The quick makers, with words for what else may become of a frame: one that says `HELD` is made once `letGo` is
 * called, and the engine refuses one that says `REFUSED`.
 */
import { Fault } from '../../../src/kernel/faults.ts';
import type { Makers } from '../../../src/main/core.ts';
import { type EngineCall, quickEngine, quickMakers } from './quick-makers.ts';

export const HELD = 'HELD';
export const REFUSED = 'REFUSED';

export type HeldMakers = {
  readonly makers: Makers;
  /** The requests to the engines so far. */
  readonly asked: readonly EngineCall[];
  /** Whether the engines can be reached. */
  reachable: boolean;
  /** Releases the requests held now and later. */
  readonly letGo: () => void;
};

export const createHeldMakers = (): HeldMakers => {
  const asked: EngineCall[] = [];
  const released = Promise.withResolvers<void>();
  const onCall = async (call: EngineCall, signal: AbortSignal): Promise<void> => {
    asked.push(call);
    if (call.prompt.includes(REFUSED)) throw new Fault('rejected', 'this engine refuses such words');
    if (!call.prompt.includes(HELD)) return;
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await Promise.race([released.promise, stopped]);
    signal.throwIfAborted();
  };
  const held: HeldMakers = {
    makers: quickMakers(quickEngine({ onCall, available: async () => Promise.resolve(held.reachable) })),
    asked,
    reachable: true,
    letGo: () => released.resolve(),
  };
  return held;
};
