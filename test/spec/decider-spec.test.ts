/** The helper must be able to fail: each of these was once a way for a wrong decider to pass. */
import test, { type ExecutionContext } from 'ava';
import { memberRemoved } from '../../events/workspace.ts';
import { accept, type Decider, type Refusal, refuse } from '../../src/kernel/decider.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import { deciderSpec } from './decider-spec.ts';

type Removed = EventOf<typeof memberRemoved>;
type Remove = { readonly userKeys: readonly string[] };
type Toy = Decider<{ readonly gone: readonly string[] }, Remove, Removed, Refusal<'nobody'>>;

const removed = (userKey: string): Removed => memberRemoved({ userKey });

const toy: Toy = {
  category: 'workspace',
  initial: { gone: [] },
  evolve: (state, { data }) => ({ gone: [...state.gone, data.userKey] }),
  decide: ({ userKeys }, state) =>
    userKeys.length === 0
      ? refuse('nobody', { asked: 0 })
      : accept(...userKeys.filter((key) => !state.gone.includes(key)).map(removed)),
};

const both = { userKeys: ['ann', 'bob'] };

test('a right expectation of a decision passes', (t) => {
  const { given } = deciderSpec(t, toy);
  given().accepts(both, removed('ann'), removed('bob'));
  given(removed('ann')).accepts(both, removed('bob'));
  given().refuses({ userKeys: [] }, 'nobody', { asked: 0 });
});

const mustFail: Record<string, (t: ExecutionContext) => void> = {
  'another order': (t) => deciderSpec(t, toy).given().accepts(both, removed('bob'), removed('ann')),
  'an event too few': (t) => deciderSpec(t, toy).given().accepts(both, removed('ann')),
  'an event too many': (t) => deciderSpec(t, toy).given(removed('ann')).accepts(both, removed('ann'), removed('bob')),
  'events for a refusal': (t) => deciderSpec(t, toy).given().accepts({ userKeys: [] }),
  'a refusal for events': (t) => deciderSpec(t, toy).given().refuses(both, 'nobody'),
  'another detail': (t) => deciderSpec(t, toy).given().refuses({ userKeys: [] }, 'nobody', { asked: 1 }),
  'a decider that repeats itself': (t) =>
    deciderSpec(t, { ...toy, decide: () => accept(removed('ann')) })
      .given()
      .accepts(both, removed('ann')),
  'an event that no schema allows': (t) =>
    deciderSpec(t, { ...toy, decide: (_, state) => (state.gone.length === 0 ? accept(removed('')) : accept()) })
      .given()
      .accepts(both, removed('')),
  'a category without such an event': (t) =>
    deciderSpec(t, { ...toy, category: 'ledger' })
      .given()
      .accepts(both, removed('ann'), removed('bob')),
};

for (const [name, run] of Object.entries(mustFail)) {
  test(`a decision fails on ${name}`, async (t) => {
    const attempt = await t.try(run);
    attempt.discard();
    t.false(attempt.passed);
  });
}

test('a snapshot that does not say all is found', async (t) => {
  const attempt = await t.try((sub) => {
    deciderSpec(sub, { ...toy, snapshotType: 'MemberRemoved' })
      .given()
      .accepts(both, removed('ann'), removed('bob'));
  });
  attempt.discard();
  t.false(attempt.passed);
});

test('a decider that changes what it was given is found', (t) => {
  const spoil: Toy = {
    ...toy,
    evolve: (state, { data }) => {
      (state.gone as string[]).push(data.userKey);
      return state;
    },
  };
  t.throws(() => deciderSpec(t, spoil).given().accepts(both), { instanceOf: TypeError });
});
