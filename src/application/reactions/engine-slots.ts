/**
 * How many calls are under way, by engine, and by workspace on each of them. Who finds no slot is parked instead of
 * waiting: a message that waits would take a place that another engine's work could use, and one engine that hangs
 * must not slow another.
 */
import { limits } from '../../kernel/limits.ts';
import type { ImageEngine } from '../../ports/image-engine.ts';

export type EngineSlots = {
  /** A way to give the slot back, once; undefined when the engine, or the workspace on it, has all that it may have. */
  take(engine: Pick<ImageEngine, 'name' | 'inFlightMax'>, workspaceId: string): (() => void) | undefined;
};

export const createEngineSlots = (): EngineSlots => {
  const byEngine = new Map<string, number>();
  const byShare = new Map<string, number>();
  return Object.freeze({
    take: ({ name, inFlightMax }: Pick<ImageEngine, 'name' | 'inFlightMax'>, workspaceId: string) => {
      // What a workspace has on an engine that hangs does not count on another one.
      const share = `${workspaceId} ${name}`;
      const isFull =
        (byEngine.get(name) ?? 0) >= inFlightMax || (byShare.get(share) ?? 0) >= limits.framesInFlightPerWorkspaceMax;
      if (isFull) return undefined;
      add(byEngine, name, 1);
      add(byShare, share, 1);
      return () => {
        add(byEngine, name, -1);
        add(byShare, share, -1);
      };
    },
  });
};

/** Counts that are back at zero are forgotten: there are many workspaces. */
const add = (counts: Map<string, number>, key: string, by: number): void => {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};
