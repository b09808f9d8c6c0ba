/**
 * Any process may die at any point: open-work names the owed steps, and just these end every saga. Every kind of step
 * is needed, which is shown by leaving each out.
 */
import test from 'ava';
import fc from 'fast-check';
import { openWorkProjection } from '../../projections/open-work/definition.ts';
import { NOTHING, type OpenWorkDocument, type WorkKind } from '../../projections/open-work/document.ts';
import type { Projection } from '../../src/kernel/projection.ts';
import { breaks, holds } from '../support/property/property.ts';
import { idOf } from '../../src/kernel/event.ts';
import { isFilm } from '../support/saga/clients.ts';
import { everythingIsDone } from '../support/saga/laws.ts';
import { runSagas } from '../support/saga/run.ts';

const seeds = fc.nat();

/**
 * Every kind of paid work: a new one fails the type check until it is here, and the tests until a run owes it. Uploads,
 * deliveries and removals have tests of their own. Each has the seed of a run that owes it; when that run does no
 * longer, others are looked for.
 */
const kinds: Readonly<Record<Exclude<WorkKind, 'upload.clear' | 'workspace.end' | `delivery.${string}`>, number>> = {
  'generation.decide': 5,
  'generation.plan-repair': 25,
  'generation.end': 0,
  'job.start': 8,
  'job.finish': 0,
  'job.settle': 0,
  'task.dispatch': 5,
  'task.lease': 5,
  'task.score': 5,
  'task.retry': 28,
  'task.unknown': 29,
  'task.poll': 0,
  'job.next': 3_622,
  'task.settle': 7,
  'review.accept': 241,
  'review.release': 7,
  'review.expire': 0,
  'plan.certify': 31,
  'hold.decide': 11,
  'hold.release': 1,
  'request.answer': 5,
  'ledger.expire': 6,
};

test('every saga ends by what open-work names', (t) => {
  t.notThrows(() => holds(seeds, (seed) => everythingIsDone(runSagas(seed)), 300));
});

test('films among them are paid as a whole, or not at all', (t) => {
  const ends = { JobCompleted: 0, JobFailed: 0, JobCancelled: 0 };
  const count = (seed: number): void => {
    for (const { stream, type } of runSagas(seed).world.log) {
      if (isFilm(idOf(stream)) && type in ends) ends[type as keyof typeof ends] += 1;
    }
  };
  holds(seeds, count, 150);
  t.log(ends);
  t.true(Object.values(ends).every((films) => films > 0));
});

/** The read model, blind to one kind of step. */
const blindTo = (kind: string): Projection<OpenWorkDocument> => ({
  ...openWorkProjection,
  evolve: (document, event, id) => {
    const after = openWorkProjection.evolve(document, event, id);
    return after?.kind === kind ? { ...after, ...NOTHING } : after;
  },
});

for (const [kind, known] of Object.entries(kinds)) {
  test(`without ${kind} something is never done`, (t) => {
    const law = (seed: number): void => everythingIsDone(runSagas(seed, blindTo(kind)));
    t.true(breaks(fc.constant(known), law, 1) || breaks(seeds, law, 10_000));
  });
}
