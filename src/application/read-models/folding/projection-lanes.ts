/**
 * All lanes of a process. There is one main lane. Read models that are behind it get a lane of their own. When they
 * have caught up they join the main lane between two of its batches. So nothing is missed, and events that both have
 * read are skipped.
 */
import type { HeldReadModel } from './hold-read-model.ts';
import { createLane, type Lane, type LaneDeps } from './lane.ts';
import { createModelStore, type ModelStoreDeps } from './store-read-models.ts';

/** `lost` and `broken` tell of a read model that has left its lane. */
export type LanesDeps = Omit<LaneDeps, 'store' | 'join'> & ModelStoreDeps;

export type ProjectionLanes = {
  /** Takes read models along, until they are lost or broken, or `remove` is called. */
  add(models: readonly HeldReadModel[]): void;
  /** False when it had left before. */
  remove(model: HeldReadModel): boolean;
  /** Stores folded documents without delay: a reader waits for them. */
  hurry(): void;
  /** Resolves when the signal has aborted and every batch under way is done. */
  ended(): Promise<void>;
};

export const createProjectionLanes = (deps: LanesDeps): ProjectionLanes => {
  const lanes = new Map<Lane, Promise<void>>();
  let main: Lane | undefined;

  const remove = (model: HeldReadModel): boolean => {
    const was = [...lanes.keys()].some(({ models }) => models.delete(model));
    if (was) model.fold.discard();
    return was;
  };

  const lost = (model: HeldReadModel): void => {
    if (remove(model)) deps.lost(model);
  };

  const broken = (model: HeldReadModel, error: Error): void => {
    if (remove(model)) deps.broken(model, error);
  };

  /** Moves a lane into the main one if it has caught up; decided between two batches of the main lane. */
  const join = async (lane: Lane): Promise<boolean> => {
    if (main === undefined || main === lane || !lane.isStored()) return false;
    await main.applying()?.catch(() => undefined);
    const reached = main.reached();
    if (main.applying() !== undefined || reached === undefined || (lane.reached() ?? '') < reached) return false;
    for (const model of lane.models) main.models.add(model);
    lane.models.clear();
    return true;
  };

  const store = createModelStore({ ...deps, lost, broken });

  const follow = async (lane: Lane): Promise<void> => {
    await lane.run();
    lanes.delete(lane);
  };

  return Object.freeze({
    add: (models: readonly HeldReadModel[]) => {
      if (models.length === 0 || deps.signal.aborted) return;
      const lane = createLane({ ...deps, broken, store, join }, models);
      if (main === undefined || main.models.size === 0) main = lane;
      lanes.set(lane, Promise.resolve());
      lanes.set(lane, follow(lane));
    },
    remove,
    hurry: () => {
      for (const lane of lanes.keys()) lane.hurry();
    },
    ended: async () => {
      await Promise.all(lanes.values());
    },
  });
};
