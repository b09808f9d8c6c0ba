/** One run: clients start and decide things and are never heard of again; open-work alone finds what is owed. */
import { jobProjection } from '../../../projections/job/definition.ts';
import { openWorkProjection } from '../../../projections/open-work/definition.ts';
import { NEVER, type OpenWorkDocument } from '../../../projections/open-work/document.ts';
import type { Projection } from '../../../src/kernel/projection.ts';
import {
  claimWork,
  decide,
  found,
  holdForFilm,
  holdForPictures,
  letGoOn,
  pause,
  requestCancel,
  type Views,
} from './clients.ts';
import { takeStep } from './supervisor.ts';
import { createSagaWorld, type SagaWorld } from './world.ts';

export type SagaRun = {
  readonly world: SagaWorld;
  readonly views: Views;
  /** Their state when no owed step could be done any more. */
  readonly openWork: ReadonlyMap<string, OpenWorkDocument>;
  /** Every kind of step that was owed at some time. */
  readonly kinds: ReadonlySet<string>;
};

const STEPS_MAX = 3_000;

export const runSagas = (seed: number, openWork: Projection<OpenWorkDocument> = openWorkProjection): SagaRun => {
  const world = createSagaWorld(seed);
  const views: Views = {
    chain: world.chance(2),
    jobs: world.project(jobProjection),
  };
  const owed = world.project(openWork);
  const kinds = new Set<string>();
  found(world);
  let visits = 8 + world.pick(24);
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    if (visits > 0 && world.chance(3)) {
      visits -= 1;
      visit(world, views);
    }
    if (supervise(world, views, owed, kinds)) continue;
    if (visits === 0 && letGoOn(world, views)) continue;
    if (visits === 0) break;
    visits -= 1;
    visit(world, views);
  }
  return { world, views, openWork: owed, kinds };
};

const visit = (world: SagaWorld, views: Views): void => {
  switch (world.pick(14)) {
    case 0:
      return requestCancel(world, views);
    case 1:
      return holdForPictures(world);
    case 10:
      return pause(world, views);
    case 11:
      return void letGoOn(world, views);
    case 8:
    case 9:
      return holdForFilm(world);
    case 2:
    case 3:
      return claimWork(world, 'photo_sequence_repair');
    case 4:
    case 5:
    case 6:
    case 7:
      return decide(world);
    default:
      return claimWork(world, 'storyboard_image_generate');
  }
};

/** Takes the first step that is owed and can be taken. */
const supervise = (
  world: SagaWorld,
  views: Views,
  owed: ReadonlyMap<string, OpenWorkDocument>,
  kinds: Set<string>,
): boolean => {
  const due = [...owed.values()].filter(({ dueAt }) => dueAt !== NEVER).sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1));
  for (const work of due) {
    kinds.add(work.kind);
    world.moveTo(work.dueAt);
    if (takeStep(world, views, work)) return true;
  }
  return false;
};
