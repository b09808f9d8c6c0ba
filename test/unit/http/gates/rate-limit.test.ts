/** The allowance that a request draws on, before its claim of a workspace is checked. */
import test from 'ava';
import { createRateLimits, type RateLimits } from '../../../../src/http/gates/rate-limit.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

const limitsOf = (perMinute: number): RateLimits => createRateLimits(createFakeClock().clock, { Spend: perMinute });

/** How many of many calls in one moment are admitted. */
const admitted = (limits: RateLimits, user: string, workspace: string, calls = 100): number => {
  let count = 0;
  for (let i = 0; i < calls; i += 1) {
    if (limits.admit('Spend', user, workspace)?.refused === undefined) count += 1;
  }
  return count;
};

test('members share the allowance of their workspace', (t) => {
  const limits = limitsOf(10);
  limits.learn('alice', 'ws_1', true);
  limits.learn('bob', 'ws_1', true);
  t.is(admitted(limits, 'alice', 'ws_1', 6), 6);
  t.is(admitted(limits, 'bob', 'ws_1'), 4);
});

test('a stranger cannot exhaust a workspace', (t) => {
  const limits = limitsOf(10);
  limits.learn('alice', 'ws_1', true);
  t.is(admitted(limits, 'mallory', 'ws_1'), 10);
  t.is(admitted(limits, 'alice', 'ws_1'), 10, 'all of it is left');
});

test('made-up workspaces give no new allowance', (t) => {
  const limits = limitsOf(10);
  let count = 0;
  for (let i = 0; i < 100; i += 1) count += admitted(limits, 'mallory', `ws_${i}`, 1);
  t.is(count, 10);
});

test('a removed member shares no longer', (t) => {
  const limits = limitsOf(10);
  limits.learn('mallory', 'ws_1', true);
  limits.learn('alice', 'ws_1', true);
  limits.learn('mallory', 'ws_1', false);
  t.is(admitted(limits, 'mallory', 'ws_1'), 10);
  t.is(admitted(limits, 'alice', 'ws_1'), 10);
});

test('workspaces and classes are apart', (t) => {
  const limits = limitsOf(1);
  limits.learn('alice', 'ws_1', true);
  limits.learn('bob', 'ws_2', true);
  t.is(admitted(limits, 'alice', 'ws_1'), 1);
  t.is(admitted(limits, 'bob', 'ws_2'), 1);
  t.is(limits.admit('Read', 'alice', 'ws_1')?.refused, undefined);
});

test('new workspaces, which are free, give no new allowance', (t) => {
  const limits = limitsOf(10);
  let count = 0;
  for (let i = 0; i < 100; i += 1) {
    limits.learn('mallory', `ws_${i}`, true);
    count += admitted(limits, 'mallory', `ws_${i}`, 1);
  }
  t.is(count, 10);
  limits.learn('alice', 'ws_1', true);
  t.is(admitted(limits, 'alice', 'ws_1'), 9, 'a workspace that mallory shares has lost what mallory drew on it');
});

test('requests of a user without allowance draw nothing from a workspace', (t) => {
  const limits = limitsOf(10);
  limits.learn('mallory', 'ws_1', true);
  limits.learn('alice', 'ws_1', true);
  t.is(admitted(limits, 'mallory', 'ws_2'), 10, 'the whole allowance, on another workspace');
  t.is(admitted(limits, 'mallory', 'ws_1'), 0);
  t.is(admitted(limits, 'alice', 'ws_1'), 10, 'the workspace has lost nothing');
});

test('requests that a workspace has no allowance for draw nothing from their user', (t) => {
  const limits = limitsOf(10);
  for (const user of ['alice', 'bob']) limits.learn(user, 'ws_1', true);
  t.is(admitted(limits, 'bob', 'ws_1'), 10);
  t.is(admitted(limits, 'alice', 'ws_1'), 0);
  t.is(admitted(limits, 'alice', 'ws_2'), 10, 'the whole allowance is left for another workspace');
});

test('the defaults are those of the contract', (t) => {
  const limits = createRateLimits(createFakeClock().clock);
  const policies = (['Read', 'Plan', 'Mutate', 'Spend', 'Approve', 'Admin'] as const).map(
    (name) => limits.admit(name, 'alice', 'ws_1')?.policy,
  );
  t.deepEqual(policies, [
    '"read";q=6000;w=60',
    '"plan";q=120;w=60',
    '"mutate";q=120;w=60',
    '"spend";q=60;w=60',
    '"approve";q=120;w=60',
    '"admin";q=30;w=60',
  ]);
});

test('a refusal says when to come back, and then it is true', async (t) => {
  const clock = createFakeClock();
  const limits = createRateLimits(clock.clock, { Spend: 4 });
  limits.learn('alice', 'ws_1', true);
  t.is(limits.admit('Spend', 'alice', 'ws_1')?.state, '"spend";r=3;t=15');
  t.is(admitted(limits, 'alice', 'ws_1'), 3);
  const refused = limits.admit('Spend', 'alice', 'ws_1')?.refused;
  t.is(refused?.retryAfterSeconds, 15);
  await clock.advance(14_999);
  t.is(admitted(limits, 'alice', 'ws_1', 1), 0);
  await clock.advance(1);
  t.is(admitted(limits, 'alice', 'ws_1', 1), 1);
});
