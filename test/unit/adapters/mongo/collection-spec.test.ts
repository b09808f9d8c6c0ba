import test from 'ava';
import { indexedMembers } from '../../../../src/kernel/document-index.ts';
import { indexSpecsOf, keysOf, LIVING } from '../../../../src/adapters/mongo/collection-spec.ts';
import { BrokenInvariant } from '../../../../src/kernel/faults.ts';

const definition = { name: 'job@1', indexes: { byDue: ['dueAt'], byPlan: ['planId', 'n'] }, across: ['byDue'] };

test('an index begins with the owner and ends with the id; one that is asked across exists once more', (t) => {
  t.deepEqual(indexSpecsOf(definition), [
    {
      name: 'owner:dueAt',
      key: { owner: 1, 'keys.dueAt': 1, _id: 1 },
      partialFilterExpression: LIVING,
    },
    { name: 'all:dueAt', key: { 'keys.dueAt': 1, _id: 1 }, partialFilterExpression: LIVING },
    {
      name: 'owner:planId,n',
      key: { owner: 1, 'keys.planId': 1, 'keys.n': 1, _id: 1 },
      partialFilterExpression: LIVING,
    },
  ]);
  t.deepEqual(Object.keys(indexSpecsOf(definition)[2]?.key ?? {}), ['owner', 'keys.planId', 'keys.n', '_id']);
});

test('an index whose members have changed has another name', (t) => {
  const changed = { ...definition, indexes: { byDue: ['dueAt', 'kind'] } };
  const names = indexSpecsOf(definition).map(({ name }) => name);
  t.true(indexSpecsOf(changed).every(({ name }) => !names.includes(name)));
});

test('two indexes of the same members are one', (t) => {
  const twice = { name: 'job@1', indexes: { byDue: ['dueAt'], byTime: ['dueAt'] }, across: ['byTime'] };
  t.deepEqual(
    indexSpecsOf(twice).map(({ name }) => name),
    ['owner:dueAt', 'all:dueAt'],
  );
});

test('keys are the members of all indexes, null where a document has none', (t) => {
  t.deepEqual(indexedMembers(definition), ['dueAt', 'planId', 'n']);
  t.deepEqual(keysOf(indexedMembers(definition), { planId: 'p', n: 2, other: true }), {
    dueAt: null,
    planId: 'p',
    n: 2,
  });
  t.throws(() => keysOf(['other'], { other: true }), { instanceOf: BrokenInvariant });
});

test('a member whose name is a path, or an operator, cannot be indexed', (t) => {
  for (const member of ['a.b', '$a', '']) {
    t.throws(() => indexSpecsOf({ name: 'x@1', indexes: { by: [member] } }), { instanceOf: BrokenInvariant });
  }
});
