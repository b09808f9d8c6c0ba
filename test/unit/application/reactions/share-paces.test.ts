import test from 'ava';
import { createOwnEngines } from '../../../../src/application/services/own-engines.ts';
import { createPace } from '../../../../src/engines/remote/pace.ts';
import { sharePaces } from '../../../../src/application/reactions/share-paces.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Pace } from '../../../../src/ports/engine.ts';
import type { MemberStore } from '../../../../src/ports/member-store.ts';
import { createFakeEngine } from '../../../support/engines/fake-engine.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';

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
    const deps = { engines, members, clock, timers, logger: silentLogger, holder };
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

const PROVIDER = 'provider_c';
const FINGERPRINT = '0123456789abcdef';
const BOUNDS = { perMinute: 18, concurrency: 2 };

/** Two processes with the key of one workspace, and most works of it under way and begun in a minute. */
const ofOwnKey = async (told: (pace: Pace) => Pace = (pace) => pace) => {
  const { clock, timers, advance } = createFakeClock();
  const members = storeInMemory();
  const inForce = { fingerprint: FINGERPRINT, object: 'o', since: 'now' };
  const state = { status: 'active', providerKeys: new Map([[PROVIDER, { inForce }]]) };
  const works: { readonly by: string; readonly begun: number; over: number }[] = [];
  const crowds: number[] = [];
  const minutes: number[] = [];
  const process = (holder: string) => {
    const stopping = new AbortController();
    const under = () => createFakeEngine(`${PROVIDER}_own_key`, { pace: told(createPace({ clock, timers }, BOUNDS)) });
    const own = createOwnEngines({
      commands: { read: async () => Promise.resolve({ state, revision: 0, position: '' } as never) },
      keys: { open: async () => Promise.resolve('key') } as never,
      under: new Map([[PROVIDER, under]]),
      logger: silentLogger,
    });
    const sharing = sharePaces(
      { engines: new Map(), own, members, clock, timers, logger: silentLogger, holder },
      stopping.signal,
    );
    /** Begins work where its turn has come, and ends it after 5 seconds. */
    const step = async (): Promise<void> => {
      const pace = (await own.of('ws_1')).get(PROVIDER)?.engine.pace;
      const now = clock.monotonic();
      for (const work of works) {
        if (work.by !== holder || work.over !== Infinity || now - work.begun < 5_000) continue;
        work.over = now;
        pace?.give();
      }
      if (pace?.take() !== true) return;
      works.push({ by: holder, begun: now, over: Infinity });
      crowds.push(works.filter(({ over }) => over === Infinity).length);
      minutes.push(works.filter(({ begun }) => now - begun < limits.paceWindowMs).length);
    };
    /** Its works end with it. */
    const stop = async (): Promise<void> => {
      for (const work of works) if (work.by === holder) work.over = Math.min(work.over, clock.monotonic());
      stopping.abort();
      await sharing;
    };
    return { step, stop };
  };
  const one = process('a');
  const passes = async (count: number, running: readonly (typeof one)[]): Promise<void> => {
    for (let pass = 0; pass < count; pass += 1) {
      for (const { step } of running) await step();
      await advance(limits.memberBeatMs, 8);
    }
  };
  await passes(60, [one]);
  const other = process('b');
  await passes(600, [one, other]);
  await one.stop();
  await passes(300, [other]);
  await other.stop();
  const by = (holder: string): number => works.filter((work) => work.by === holder).length;
  return { crowd: Math.max(...crowds), minute: Math.max(...minutes), one: by('a'), other: by('b') };
};

test('processes with the same key of a workspace keep the limits of its provider together', async (t) => {
  const { crowd, minute, one, other } = await ofOwnKey();
  t.true(crowd <= BOUNDS.concurrency && minute <= BOUNDS.perMinute, `${crowd} at once, ${minute} in a minute`);
  t.true(one >= 10 && other >= 10, `both work: ${one} and ${other}`);
});

test('sabotage: a key that each process takes for its own alone is found', async (t) => {
  const { crowd, minute } = await ofOwnKey((pace) => ({ ...pace, share: () => pace.share(0, 1) }));
  t.true(crowd > BOUNDS.concurrency && minute > BOUNDS.perMinute, `${crowd} at once, ${minute} in a minute`);
});
