import test from 'ava';
import { createSilentLogger } from '../../../../src/adapters/pino/logger.ts';
import { sharePaces } from '../../../../src/application/reactions/share-paces.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Pace } from '../../../../src/ports/engine.ts';
import type { MemberStore } from '../../../../src/ports/member-store.ts';
import { createFakeEngine } from '../../../support/engines/fake-engine.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

const storeInMemory = (): MemberStore & { down: boolean } => {
  const beats = new Map<string, number>();
  const store = {
    down: false,
    beat: async (_: string, member: string) => {
      if (store.down) throw new Fault('unavailable', 'the store is away');
      beats.set(member, (beats.get(member) ?? 0) + 1);
      return Promise.resolve(new Map(beats));
    },
    remove: async (_: string, member: string, beat?: number) => {
      if (beat === undefined || beats.get(member) === beat) beats.delete(member);
      return Promise.resolve();
    },
  };
  return store;
};

const given = () => {
  const { clock, timers, advance } = createFakeClock();
  const members = storeInMemory();
  /** A dispatcher; `told` are the shares that its engine heard of, in short. */
  const start = (holder: string, isShared = true) => {
    const told: string[] = [];
    const stopping = new AbortController();
    const share = (rank: number, count: number): void => void told.push(`${rank}/${count}`);
    const pace: Pace = {
      take: () => true,
      give: () => undefined,
      again: async () => Promise.resolve(),
      isShared,
      share,
    };
    const engines = new Map([['provider_c', createFakeEngine('provider_c', { pace })]]);
    const deps = { engines, members, clock, timers, logger: createSilentLogger(), holder };
    const running = sharePaces(deps, stopping.signal);
    const stop = async (): Promise<void> => {
      stopping.abort();
      await running;
    };
    return { told, stop };
  };
  const beats = async (count: number): Promise<void> => {
    for (let beat = 0; beat < count; beat += 1) await advance(limits.memberBeatMs, 8);
  };
  return { start, beats, members };
};

test('dispatchers that are alive have different ranks among one number, those that leave none', async (t) => {
  const { start, beats } = given();
  const one = start('a');
  await beats(2);
  t.is(one.told.at(-1), '0/1');
  const other = start('b');
  await beats(4);
  t.deepEqual(
    [one.told.at(-1), other.told],
    ['0/2', ['1/2', '1/2', '1/2']],
    'one that has just started tells nothing at first',
  );
  await one.stop();
  await beats(2);
  t.is(other.told.at(-1), '0/1');
  await other.stop();
});

test('while the store is away no share is told, and engines without limits need none', async (t) => {
  const { start, beats, members } = given();
  const one = start('a');
  await beats(2);
  members.down = true;
  const before = one.told.length;
  await beats(4);
  t.is(one.told.length, before);
  members.down = false;
  await one.stop();
  const free = start('c', false);
  await beats(2);
  t.deepEqual(free.told, []);
  await free.stop();
});
