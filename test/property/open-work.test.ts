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
 * Every kind of paid work: a new one fails the type check until it is here, and the tests until a run owes it. Uploads
 * and deliveries have tests of their own.
 */
const kinds: Readonly<Record<Exclude<WorkKind, 'upload.clear' | `delivery.${string}`>, true>> = {
  'generation.decide': true,
  'generation.plan-repair': true,
  'generation.end': true,
  'job.start': true,
  'job.finish': true,
  'job.settle': true,
  'task.dispatch': true,
  'task.lease': true,
  'task.score': true,
  'task.retry': true,
  'task.unknown': true,
  'task.poll': true,
  'job.next': true,
  'task.settle': true,
  'review.accept': true,
  'review.release': true,
  'review.expire': true,
  'plan.certify': true,
  'hold.decide': true,
  'hold.release': true,
  'request.answer': true,
  'ledger.expire': true,
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

for (const kind of Object.keys(kinds)) {
  test(`without ${kind} something is never done`, (t) => {
    t.true(breaks(seeds, (seed) => everythingIsDone(runSagas(seed, blindTo(kind))), 10_000));
  });
}
