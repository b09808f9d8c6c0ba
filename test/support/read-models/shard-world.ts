/**
 * Projectors that share read models, on one log, one document store and one clock. Each can be paused at its next call
 * of the store, as by a signal. A kill leaves it so for good.
 */
import type { ProjectionRunner, ProjectionRunnerDeps } from '../../../src/application/read-models/run-projection.ts';
import { isFault } from '../../../src/kernel/faults.ts';
import type { Projection } from '../../../src/kernel/projection.ts';
import { shardOf } from '../../../src/kernel/shard.ts';
import type { DocumentStore, DocumentWrite, NamedCheckpoint } from '../../../src/ports/document-store.ts';
import { balls, boxes } from './box-projections.ts';
import { createFakeClock, type FakeClock } from '../kernel/fake-clock.ts';
import { createProjectionWorld, type ProjectionWorld, put } from './projection-world.ts';
import type { Scope } from '../log/command-world.ts';

/** One document per box, of the workspace of its stream. */
export const owned: Projection = {
  ...boxes,
  name: 'owned',
  owner: ({ metadata }) => metadata.workspaceId ?? '',
  ofWorkspace: true,
};

/** One document per ball, each of an owner of its own: the stream does not tell the owner. */
export const apart: Projection = {
  ...balls,
  name: 'apart',
  touches: (event) => balls.touches(event).filter((id) => id !== 'all'),
  owner: (_, id) => id,
};

/** Of a category that nothing happens in. */
export const idle: Projection = { ...owned, name: 'idle', categories: ['room'] };

export const cut: readonly Projection[] = [owned, apart, idle];

/** The writes of a projector that the store took. */
export type Taken = {
  readonly by: string;
  readonly checkpoints: readonly NamedCheckpoint[];
  readonly writes: readonly DocumentWrite[];
};

export type Projector = {
  readonly name: string;
  readonly runner: ProjectionRunner;
  /** Its next call of the store is not made before it is resumed. */
  pause(): void;
  resume(): void;
  /** How often it was told that another one has taken over. */
  conflicts(): number;
};

export type ShardWorld = ProjectionWorld & {
  readonly time: FakeClock;
  readonly taken: Taken[];
  /** `doctor` puts something else in the place of its store: a sabotage. */
  join(
    name: string,
    changes?: Partial<ProjectionRunnerDeps>,
    doctor?: (documents: DocumentStore) => DocumentStore,
  ): Promise<Projector>;
  /** Puts a ball into a box of a workspace. */
  put(workspaceId: string, ball: string): Promise<void>;
  /** Lets time pass until it is so. */
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<void>;
  /** Lets time pass until all shards have reached the end of the log, as this projector sees it. */
  caughtUp(projector: Projector): Promise<void>;
};

const STEP_MS = 50;
const STEPS_MAX = 2_000;

/** `t`: the test that it is closed with; null where its maker closes it. */
export const createShardWorld = (t: Scope | null, shards = 4, projections: readonly Projection[] = cut): ShardWorld => {
  const world = createProjectionWorld(null);
  const time = createFakeClock();
  const taken: Taken[] = [];
  const projectors: Projector[] = [];
  const close = async (): Promise<void> => {
    for (const projector of projectors) projector.resume();
    await world.close();
  };
  t?.teardown(close);

  const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
    for (let step = 0; step < STEPS_MAX; step += 1) {
      if (await holds()) return;
      await time.advance(STEP_MS);
    }
    throw new Error(`it did not come to this: ${what}`);
  };

  const join: ShardWorld['join'] = async (name, changes = {}, doctor = (one) => one) => {
    let gate = Promise.withResolvers<void>();
    gate.resolve();
    let conflicts = 0;
    const documents = doctor(
      recorded(
        gated(world.documents, async () => gate.promise),
        name,
        taken,
        () => {
          conflicts += 1;
        },
      ),
    );
    const deps = { documents, clock: time.clock, timers: time.timers, shards, member: name, ...changes };
    const runner = await world.run(projections, deps);
    const projector: Projector = {
      name,
      runner,
      pause: () => {
        gate = Promise.withResolvers();
      },
      resume: () => gate.resolve(),
      conflicts: () => conflicts,
    };
    projectors.push(projector);
    return projector;
  };

  return Object.freeze({
    ...world,
    time,
    taken,
    join,
    put: async (workspaceId: string, ball: string) =>
      void (await world.append(`box-of_${workspaceId}`, put(ball), workspaceId)),
    until,
    caughtUp: async ({ name, runner: { readModels } }: Projector) => {
      const head = await world.feed.head();
      await until(`${name} sees the end of the log`, () => readModels.position() >= head);
    },
    close,
  });
};

const gated = (documents: DocumentStore, open: () => Promise<void>): DocumentStore => ({
  ...documents,
  get: async (...asked) => {
    await open();
    return documents.get(...asked);
  },
  getMany: async (...asked) => {
    await open();
    return documents.getMany(...asked);
  },
  checkpoint: async (name) => {
    await open();
    return documents.checkpoint(name);
  },
  checkpoints: async (names) => {
    await open();
    return documents.checkpoints(names);
  },
  write: async (...asked) => {
    await open();
    return documents.write(...asked);
  },
  scan: async function* <D>(collection: string) {
    await open();
    yield* documents.scan<D>(collection);
  },
  members: {
    beat: async (...asked) => {
      await open();
      return documents.members.beat(...asked);
    },
    remove: async (...asked) => {
      await open();
      await documents.members.remove(...asked);
    },
  },
});

const recorded = (documents: DocumentStore, by: string, taken: Taken[], conflict: () => void): DocumentStore => ({
  ...documents,
  write: async (writes, ...checkpoints) => {
    try {
      await documents.write(writes, ...checkpoints);
    } catch (error) {
      if (isFault(error, 'conflict')) conflict();
      throw error;
    }
    if (checkpoints.length > 0) taken.push({ by, checkpoints, writes });
  },
});

/** Every document under the checkpoint of its owner's shard; one writer for each fence, and none that was overtaken. */
export const isFenced = (taken: readonly Taken[]): boolean => {
  const fences = new Map<string, { readonly by: string; readonly fence: number }>();
  const isInOrder = (by: string, { name, fence }: NamedCheckpoint): boolean => {
    const last = fences.get(name) ?? { by, fence };
    fences.set(name, { by, fence });
    return fence > last.fence || (fence === last.fence && by === last.by);
  };
  return taken.every(({ by, checkpoints, writes }) => {
    const isOwn = writes.every((write) => checkpoints.some(({ name }) => isUnder(name, write)));
    return isOwn && checkpoints.every((one) => isInOrder(by, one));
  });
};

const isUnder = (checkpoint: string, { collection, owner }: DocumentWrite): boolean => {
  const [, of, shard = 0, shards = 1] = /^projection:([^#]+)(?:#(\d+)\/(\d+))?$/.exec(checkpoint) ?? [];
  return of === collection && shardOf(owner, Number(shards)) === Number(shard);
};
