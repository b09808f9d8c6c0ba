/**
 * The life of one batch of pictures at a provider that misbehaves by a seed: the real reactions, job and engine, on a
 * loopback socket, with the clock of the test. Processes die in the middle of a call, and another one goes on.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { jobDecider } from '../../../commands/job/decider.ts';
import { isAtItsEnd } from '../../../commands/job/queries.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import type { TaskState } from '../../../commands/job/state.ts';
import { createSilentLogger } from '../../../src/adapters/pino/logger.ts';
import { createScratchFolders } from '../../../src/adapters/system/scratch.ts';
import { type DispatchDeps, dispatchTask } from '../../../src/application/reactions/dispatch-task.ts';
import { createEngineSlots } from '../../../src/application/reactions/engine-slots.ts';
import { createLeaseWatch } from '../../../src/application/reactions/lease-watch.ts';
import { pollAttempt } from '../../../src/application/reactions/poll-attempt.ts';
import { nowText } from '../../../src/application/services/services.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { Engine } from '../../../src/ports/engine.ts';
import { batchDetailsOf } from '../jobs/builders.ts';
import { createFakeClock } from '../kernel/fake-clock.ts';
import { createRandom, type Random } from '../kernel/seeded-random.ts';
import { context, createCommandWorld } from '../log/command-world.ts';
import { tempFolder } from '../process/temp-folder.ts';
import { createGatewayDouble } from './gateway-double.ts';
import { pngOf } from './outputs.ts';
import { remoteEngine } from './remote-engine.ts';
import { type Coming, serveGateway, type Trouble } from './serve-gateway.ts';

const PICTURES = 3;
const LEASE_MS = 1_000;
const SUBMITTED_ON_TIME = 0.45;
/** Steps of a life, each of some seconds: hours, which no job needs. */
const STEPS_MAX = 1_500;

const submitTroubles: readonly Trouble[] = [
  { kind: 'reset' },
  { kind: 'done-and-reset' },
  { kind: 'silent' },
  { kind: 'torn' },
  { kind: 'short' },
  { kind: 'endless' },
  { kind: 'twice' },
  { kind: 'says', status: 429, headers: { 'Retry-After': '3' } },
  { kind: 'says', status: 429, headers: { 'Retry-After': 'Thu, 01 Jan 1970 00:00:00 GMT', Date: 'nonsense' } },
  { kind: 'says', status: 503, body: 'busy' },
  { kind: 'says', status: 504, done: true },
  { kind: 'says', status: 422 },
  { kind: 'says', status: 500 },
];

const laterTroubles: readonly Trouble[] = [
  { kind: 'reset' },
  { kind: 'silent' },
  { kind: 'torn' },
  { kind: 'short' },
  { kind: 'endless' },
  { kind: 'lies' },
  { kind: 'says', status: 404, body: 'nothing here' },
  { kind: 'says', status: 502 },
];

const troublesOf =
  (random: Random) =>
  ({ at }: Coming): Trouble | undefined => {
    if (at === 'submit') return random.chance(SUBMITTED_ON_TIME) ? undefined : random.oneOf(submitTroubles);
    return random.chance(0.6) ? undefined : random.oneOf(laterTroubles);
  };

export type Life = {
  /** Everything that is wrong with it. */
  readonly findings: readonly string[];
  /** How the tasks ended. */
  readonly ends: readonly string[];
  /** Submissions without an answer that tells their outcome. */
  readonly doubts: number;
};

/** `doctor`: a sabotage. */
export const liveThroughTroubles = async (
  t: ExecutionContext,
  seed: number,
  doctor: (engine: Engine) => Engine = (engine) => engine,
): Promise<Life> => {
  const random = createRandom(seed);
  const make = async () => Promise.resolve({ contentType: 'image/png', content: await pngOf(8, 8, seed) });
  const double = createGatewayDouble({ make, steps: random.between(0, 2) });
  const troubles = troublesOf(random.fork('troubles'));
  let silent = 0;
  const served = await serveGateway(t, double, {
    trouble: (coming) => {
      const found = troubles(coming);
      if (found?.kind === 'silent') silent += 1;
      return found;
    },
  });
  const time = createFakeClock();
  const { clock, timers } = time;
  const engine = doctor(remoteEngine(t, { url: served.url }, { clock, timers }));
  const world = createCommandWorld();
  const { handler: commands } = world.start();
  const stream = jobStream('job_1');
  const details = batchDetailsOf({ pictures: PICTURES, engines: [{ makes: 'image', names: [engine.name] }] });
  await commands.handle(jobDecider, stream, { type: 'QueueJob', details }, context);
  const request = { prompt: 'a quay', negativePrompt: null, styleNotes: null, width: 8, height: 8, referenceKeys: [] };
  const scratch = createScratchFolders({ root: join(tempFolder(t), 'scratch'), clock });
  let born = 0;

  const process = () => {
    const stopping = new AbortController();
    born += 1;
    const deps = {
      commands,
      artifacts: { named: async () => Promise.resolve(Array.from({ length: PICTURES }, () => request)) },
      engines: new Map([[engine.name, engine]]),
      objects: { put: async (key: string) => Promise.resolve({ key, size: 1, contentType: 'image/png' }) },
      slots: createEngineSlots(stopping.signal),
      holder: `process-${born}`,
      scratch,
      leases: createLeaseWatch(clock),
      leaseMs: LEASE_MS,
      clock,
      timers,
      logger: createSilentLogger(),
      stopping: stopping.signal,
    } as unknown as DispatchDeps;
    return { deps, stopping };
  };
  let here = process();

  /** Its clock moves on while a provider is silent. A process may die meanwhile. */
  const untilDone = async (work: Promise<unknown>, mayDie: boolean): Promise<void> => {
    const run = { isOver: false };
    const before = silent;
    const ended = work.catch(() => undefined).finally(() => (run.isOver = true));
    while (!run.isOver) {
      await Promise.race([ended, wait(2)]);
      if (run.isOver || silent === before) continue;
      if (mayDie && random.chance(0.5)) {
        here.stopping.abort();
        here = process();
      }
      await time.advance(limits.remoteSubmitMs, 4);
    }
  };

  const move = async ({ taskId, status, attemptKey }: TaskState): Promise<void> => {
    const { deps } = here;
    if (status === 'submitted' || status === 'unknown') {
      await untilDone(pollAttempt(deps, { stream, taskId, context }), false);
    } else if (attemptKey !== null && (status === 'dispatched' || status === 'claimed')) {
      // The provider has asked for a rest: work waits in its line.
      if (engine.pace?.take() === false) return;
      engine.pace?.give();
      const place = { stream, attemptKey, context, kind: 'batch', engine: engine.name } as const;
      await untilDone(
        dispatchTask(deps, place, () => true),
        true,
      );
    }
  };

  let { state } = await commands.read(jobDecider, stream);
  for (let step = 0; step < STEPS_MAX && !isAtItsEnd(state); step += 1) {
    const advance = { type: 'AdvanceJob', now: nowText(clock), leftOut: [] } as const;
    ({ state } = await commands.handle(jobDecider, stream, advance, context));
    for (const task of state.tasks) await move(task);
    await time.advance(random.between(1, 10) * 1_000, 4);
    ({ state } = await commands.read(jobDecider, stream));
  }

  const log = (await world.events()).map((stored) => {
    const { type, data } = world.codec.decode(stored);
    return { type, key: (data as { readonly attemptKey?: string }).attemptKey };
  });
  await world.close();
  const submits = served.calls.filter(({ at }) => at === 'submit').map(({ key }) => key ?? '');
  const isIn = (key: string, ...types: readonly string[]): boolean =>
    log.some((event) => event.key === key && types.includes(event.type));
  const doubts = [...new Set(double.bills)].filter((key) => !isIn(key, 'AttemptSubmitted'));
  return {
    doubts: doubts.length,
    ends: state.tasks.map(({ status }) => status),
    findings: [
      ...(isAtItsEnd(state) ? [] : ['the job does not end']),
      ...repeated(submits).map((key) => `${key} was submitted twice`),
      ...repeated(double.bills).map((key) => `${key} was billed twice`),
      ...repeated(log.filter(({ type }) => type === 'TaskRendered').map(({ key = '' }) => key.split('.')[1] ?? '')).map(
        (index) => `picture ${index} is paid twice`,
      ),
      ...doubts.filter((key) => !isIn(key, 'TaskUnknown')).map((key) => `${key} was billed, and its doubt has no name`),
    ],
  };
};

const repeated = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];
