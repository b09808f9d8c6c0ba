/** The helper must be able to fail: each of these is a way for a wrong read model to pass. */
import test, { type ExecutionContext } from 'ava';
import { memberRemoved } from '../../events/workspace.ts';
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import type { Projection } from '../../src/kernel/projection.ts';
import { createHistory } from '../support/log/history.ts';
import { projectionSpec } from './projection-spec.ts';

type Toy = { readonly gone: readonly string[]; readonly last?: string | undefined };

const userOf = (event: RecordedEvent): string =>
  (event as RecordedEvent<ReturnType<typeof memberRemoved>>).data.userKey;

const toy: Projection<Toy> = {
  name: 'toy',
  version: 1,
  indexes: {},
  categories: ['workspace'],
  touches: (event) => [idOf(event.stream)],
  owner: (event) => event.metadata.workspaceId ?? '',
  evolve: (document, event) => ({ gone: [...(document?.gone ?? []), userOf(event)] }),
};

const both = createHistory()
  .on('workspace-ws_1', memberRemoved({ userKey: 'ann' }))
  .on('workspace-ws_1', memberRemoved({ userKey: 'bob' }));

test('a right expectation of a read model passes', (t) => {
  const { given } = projectionSpec(t, toy);
  given(createHistory()).then({});
  given(both).then({ ws_1: { body: { gone: ['ann', 'bob'] } } });
});

let count = 0;
const mustFail: Record<string, (t: ExecutionContext) => void> = {
  'a document too few': (t) => projectionSpec(t, toy).given(both).then({}),
  'a document too many': (t) =>
    projectionSpec(t, toy)
      .given(both)
      .then({ ws_1: { body: { gone: ['ann', 'bob'] } }, ws_2: { body: { gone: [] } } }),
  'another order': (t) =>
    projectionSpec(t, toy)
      .given(both)
      .then({ ws_1: { body: { gone: ['bob', 'ann'] } } }),
  'another owner': (t) =>
    projectionSpec(t, toy)
      .given(both)
      .then({ ws_1: { owner: 'ws_2', body: { gone: ['ann', 'bob'] } } }),
  'a fold that remembers': (t) =>
    projectionSpec(t, { ...toy, evolve: () => ({ gone: [String((count += 1))] }) })
      .given(both)
      .then({ ws_1: { body: { gone: ['2'] } } }),
};

for (const [name, run] of Object.entries(mustFail)) {
  test(`a read model fails on ${name}`, async (t) => {
    const attempt = await t.try(run);
    attempt.discard();
    t.false(attempt.passed);
  });
}

const mustThrow: Record<string, Projection<Toy>> = {
  'a fold that writes to its document': {
    ...toy,
    evolve: (document, event) => {
      const after = document ?? { gone: [] };
      (after.gone as string[]).push(userOf(event));
      return after;
    },
  },
  'a document that changes hands': { ...toy, owner: (event) => userOf(event) },
  'a document that JSON cannot hold': { ...toy, evolve: () => ({ gone: [], last: undefined }) },
  'an index on nothing': { ...toy, indexes: { byName: ['name'] } },
  'a document touched twice': { ...toy, touches: () => ['a', 'a'] },
};

for (const [name, projection] of Object.entries(mustThrow)) {
  test(`finds ${name}`, (t) => {
    t.throws(() => projectionSpec(t, projection).given(both).then({}));
  });
}
