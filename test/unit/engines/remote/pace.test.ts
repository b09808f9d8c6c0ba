import test from 'ava';
import fc from 'fast-check';
import { createPace, type PaceLimits, type RemotePace } from '../../../../src/engines/remote/pace.ts';
import { assert } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { breaks, holds } from '../../../support/property/property.ts';

const NONE: PaceLimits = { perMinute: null, concurrency: null };
const timers = { sleep: async () => Promise.resolve() };

const given = (bounds: Partial<PaceLimits> = {}) => {
  const time = { now: 0 };
  const pace = createPace({ clock: { monotonic: () => time.now }, timers }, { ...NONE, ...bounds });
  const takes = (most = 100): number => {
    let taken = 0;
    while (taken < most && pace.take()) taken += 1;
    return taken;
  };
  return { time, pace, takes };
};

test('a provider without limits gets as much as there is', (t) => {
  t.is(given().takes(), 100);
  t.false(given().pace.isShared);
});

test('a limit counts in any window of a minute', (t) => {
  const { time, pace, takes } = given({ perMinute: 3 });
  t.is(takes(), 0, 'it was not told its share yet');
  pace.share(0, 1);
  t.is(takes(2), 2);
  time.now += 30_000;
  pace.share(0, 1);
  t.is(takes(), 1);
  time.now += 30_000;
  pace.share(0, 1);
  t.is(takes(), 2);
});

test('work that a provider does by itself keeps a place until it is over', (t) => {
  const { pace, takes } = given({ concurrency: 2 });
  pace.share(0, 1);
  t.is(takes(), 2);
  pace.submitted('w1');
  pace.give();
  pace.give();
  t.is(takes(), 1);
  pace.give();
  pace.over('w1');
  t.is(takes(), 2);
});

test('a share that grows counts after a window, one that shrinks at once', (t) => {
  const { time, pace, takes } = given({ concurrency: 4 });
  pace.share(0, 1);
  pace.share(1, 2);
  const free = (): number => {
    const taken = takes();
    for (let one = 0; one < taken; one += 1) pace.give();
    return taken;
  };
  t.is(free(), 2);
  pace.share(0, 1);
  t.is(free(), 2);
  time.now += limits.paceWindowMs;
  pace.share(0, 1);
  t.is(free(), 4);
  time.now += limits.memberSilenceMaxMs + 1;
  t.is(free(), 0, 'others may have been told that this process is gone');
});

test('a rest that a provider asks for is given, within a bound', (t) => {
  const { time, pace, takes } = given();
  pace.rest(5_000);
  t.is(takes(), 0);
  time.now += 5_000;
  t.is(takes(1), 1);
  pace.rest(10 * limits.paceRestMsMax);
  time.now += limits.paceRestMsMax;
  t.is(takes(1), 1);
});

/** A step of some dispatchers: time goes by, one of them takes or ends a call, or the members change. */
type Step = { readonly kind: 'wait' | 'take' | 'end' | 'members'; readonly by: number };

const STEPS = fc.array(
  fc.record({ kind: fc.constantFrom<Step['kind']>('wait', 'take', 'take', 'take', 'end', 'members'), by: fc.nat(59) }),
  { minLength: 60, maxLength: 300 },
);

const PROCESSES = 4;
const BOUNDS = { perMinute: 5, concurrency: 3 };

type Pacing = (deps: Parameters<typeof createPace>[0], bounds: PaceLimits) => RemotePace;

/** Shares are told as the members are, before each step; the sum of all calls keeps the limits. */
const law =
  (pacing: Pacing) =>
  (steps: readonly Step[]): void => {
    const time = { now: 1_000_000 };
    const start = () => ({ pace: pacing({ clock: { monotonic: () => time.now }, timers }, BOUNDS), calls: 0 });
    let members = Array.from({ length: 2 }, start);
    let begun: number[] = [];
    const tell = (): void => members.forEach(({ pace }, rank) => pace.share(rank, members.length));
    tell();
    time.now += limits.paceWindowMs;
    for (const { kind, by } of steps) {
      tell();
      const member = members[by % members.length];
      if (member === undefined) continue;
      if (kind === 'wait') time.now += by * 500;
      else if (kind === 'members') {
        // One joins, or one that has nothing under way leaves.
        const idle = members.findIndex(({ calls }) => calls === 0);
        if (members.length < PROCESSES && by % 2 === 0) members = [...members, start()];
        else if (members.length > 1 && idle !== -1) members = members.toSpliced(idle, 1);
        tell();
      } else if (kind === 'end' && member.calls > 0) {
        member.calls -= 1;
        member.pace.give();
      } else if (kind === 'take' && member.pace.take()) {
        member.calls += 1;
        begun = [...begun.filter((at) => time.now - at < limits.paceWindowMs), time.now];
        assert(begun.length <= BOUNDS.perMinute, `${begun.length} calls in a minute`);
      }
    }
  };

test('property: all dispatchers together keep a limit, while members join and leave', (t) => {
  t.notThrows(() => holds(STEPS, law(createPace), 300));
});

test('sabotage: a dispatcher that takes the whole limit for itself is found', (t) => {
  const greedy: Pacing = (deps, bounds) => {
    const pace = createPace(deps, bounds);
    return { ...pace, share: () => pace.share(0, 1) };
  };
  t.true(breaks(STEPS, law(greedy), 300));
});

test('sabotage: a share that counts as soon as it has grown is found', (t) => {
  const hasty: Pacing = (deps, bounds) => {
    let pace = createPace(deps, bounds);
    let last = '';
    const take = (): boolean => pace.take();
    const share = (rank: number, members: number): void => {
      const next = `${rank}/${members}`;
      // It forgets all that was before.
      if (next !== last) pace = createPace(deps, bounds);
      last = next;
      pace.share(0, 1);
      pace.share(rank, members);
    };
    return { ...pace, take, share, give: () => undefined };
  };
  t.true(breaks(STEPS, law(hasty), 300));
});
