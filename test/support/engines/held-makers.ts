/** The quick makers, which make a frame that says `HELD` once `letGo` is called. */
import type { Makers } from '../../../src/main/core.ts';
import { type EngineCall, quickEngine, quickMakers } from './quick-makers.ts';

export const HELD = 'HELD';

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
