/** Providers that misbehave: whatever they do, no key is submitted twice, nothing is paid twice, and every job ends. */
import test, { type ExecutionContext } from 'ava';
import { jobDecider } from '../../commands/job/decider.ts';
import type { CommandHandler } from '../../src/application/log/command-handler.ts';
import { isFault } from '../../src/kernel/faults.ts';
import type { Clock } from '../../src/ports/basics.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { type Doctors, liveThroughTroubles } from '../support/gateway/troubled-life.ts';
import { runsOf } from '../support/property/property.ts';
import { seeing } from '../support/property/sabotage.ts';

const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_123);
const FEW = 12;
const RUNS = runsOf(FEW);
const seeds = (count: number, from = 0): readonly number[] =>
  Array.from({ length: count }, (_, index) => SEED + from + index);

test('property: no key is submitted twice, none is paid twice, every job ends, every doubt has a name', async (t) => {
  const ends = new Map<string, number>();
  let doubts = 0;
  for (const seed of seeds(RUNS)) {
    const life = await liveThroughTroubles(t, seed);
    t.deepEqual(life.findings, [], `PROPERTY_SEED=${seed} PROPERTY_RUNS=1`);
    for (const end of life.ends) ends.set(end, (ends.get(end) ?? 0) + 1);
    doubts += life.doubts;
  }
  if (RUNS < FEW) return;
  t.true((ends.get('accepted') ?? 0) > 0 && (ends.get('failed') ?? 0) > 0, 'some succeed, and some do not');
  t.true(doubts > 0, 'some submissions were done without an answer');
});

/** Decides on a delivery as if there had been none before. */
const forgetful = seeing(jobDecider, (state, { type }) => {
  if (type !== 'RecordRender') return state;
  const tasks = state.tasks.map((task) => ({ ...task, status: 'submitted' as const, renderedKeys: [] }));
  return { ...state, tasks };
});

/** `from`: the first life of those that find it soon. */
const found = async (t: ExecutionContext, doctors: Doctors, from = 0, count = 20) => {
  for (const seed of seeds(count, from)) {
    const { findings } = await liveThroughTroubles(t, seed, doctors);
    if (findings.length > 0) return findings.join('; ');
  }
  return 'nothing';
};

test('sabotage: an engine that is called again as if it were safe is found', async (t) => {
  t.regex(await found(t, { engine: (engine) => ({ ...engine, repeat: 'safe' }) }, 2), /submitted twice/);
});

test('sabotage: an engine that takes a broken connection for nothing done is found', async (t) => {
  const hasty = (engine: Engine): Engine => ({
    ...engine,
    perform: async (...asked) =>
      engine.perform(...asked).catch((error: unknown) => {
        if (isFault(error, 'unknown_outcome')) throw Object.assign(error, { code: 'unavailable' });
        throw error;
      }),
  });
  t.regex(await found(t, { engine: hasty }, 2), /its doubt has no name/);
});

test('sabotage: a job that takes a second delivery of an attempt pays twice, which is found', async (t) => {
  const doctored = <D>(decider: D): D => ((decider as unknown) === jobDecider ? (forgetful as D) : decider);
  const commands = (handler: CommandHandler): CommandHandler => ({
    ...handler,
    handle: async (decider, ...more) => handler.handle(doctored(decider), ...more),
    read: async (decider, stream) => handler.read(doctored(decider), stream),
    readSince: async (decider, ...more) => handler.readSince(doctored(decider), ...more),
  });
  t.regex(await found(t, { commands }, 2), /paid twice/);
});

test('sabotage: a supervisor that leaves unknown outcomes alone has jobs that never end, which is found', async (t) => {
  const idle: Doctors['carryOn'] = (carryOn) => async (work) =>
    work.body.kind === 'task.unknown' ? 'done' : carryOn(work);
  t.regex(await found(t, { carryOn: idle }, 1), /does not end/);
});

test('sabotage: a signer that holds whatever it is shown believes forged calls, which is found', async (t) => {
  t.regex(await found(t, { signer: (signer) => ({ ...signer, holds: () => true }) }), /forged call is believed/);
});

test('sabotage: an engine that rests by the wall clock is found by the jumps of it', async (t) => {
  const walled = (clock: Clock): Clock => ({ ...clock, monotonic: () => clock.now() });
  t.regex(await found(t, { engineClock: walled }, 61, 60), /does not end/);
});

test('sabotage: an engine that rests for as long as a provider says is found', async (t) => {
  const obedient = (engine: Engine, clock: Clock): Engine => {
    let until = -Infinity;
    const take = (): boolean => clock.monotonic() >= until && engine.pace?.take() === true;
    return {
      ...engine,
      ...(engine.pace === undefined ? {} : { pace: { ...engine.pace, take } }),
      perform: async (...asked) =>
        engine.perform(...asked).catch((error: unknown) => {
          if (isFault(error)) until = clock.monotonic() + Number(error.detail['retryAfterMs'] ?? 0);
          throw error;
        }),
    };
  };
  t.regex(await found(t, { engine: obedient }, 9), /does not end/);
});
