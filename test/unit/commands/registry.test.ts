import test from 'ava';
import { deciders } from '../../../commands/registry.ts';
import { eventTypes } from '../../../events/registry.ts';

test('every decider is listed under its own category, and its snapshot is an event of it', (t) => {
  for (const [category, decider] of Object.entries(deciders)) {
    t.is(decider.category, category);
    const { snapshotType } = decider as { readonly snapshotType?: string };
    const types = eventTypes.filter((one) => one.category === category).map(({ type }) => type);
    if (snapshotType !== undefined) t.true(types.includes(snapshotType));
  }
});

/** Written by the operator's tools, not decided by an aggregate. */
const undecided = ['system'];

test('every category of events has a decider', (t) => {
  const categories = new Set(eventTypes.map(({ category }) => category));
  t.deepEqual([...Object.keys(deciders), ...undecided].toSorted(), [...categories].toSorted());
});
