/**
 * The life of one batch of pictures at a provider that misbehaves by a seed: the real supervisor, reactions, job,
 * ledger and engine, on a loopback socket, with the clock of the test. Processes die in the middle of a call, and
 * another one goes on. Wall clocks jump. The provider calls, and so do forgers.
 */
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { isFinal } from '../../../commands/job/queries.ts';
import { createScratchFolders } from '../../../src/adapters/system/scratch.ts';
import { makeServiceKey, signerOf } from '../../../src/adapters/system/service-key.ts';
import type { CommandHandler } from '../../../src/application/log/command-handler.ts';
import { createCarryOn } from '../../../src/application/reactions/carry-on.ts';
import { createEngineSlots } from '../../../src/application/reactions/engine-slots.ts';
import { createLeaseWatch } from '../../../src/application/reactions/lease-watch.ts';
import { createPollOnCall } from '../../../src/application/reactions/poll-on-call.ts';
import type { ReactionDeps } from '../../../src/application/reactions/reactions.ts';
import { supervise, type SuperviseDeps } from '../../../src/application/reactions/supervise.ts';
import { createCallbackAddresses } from '../../../src/application/services/callback-addresses.ts';
import { nowText } from '../../../src/application/services/services.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { DAY, MINUTE, SECOND } from '../../../src/kernel/limits/units.ts';
import type { Clock } from '../../../src/ports/basics.ts';
import type { Engine } from '../../../src/ports/engine.ts';
import type { Signer } from '../../../src/ports/signer.ts';
import { batchDetailsOf } from '../jobs/builders.ts';
import { openWorkView } from '../jobs/open-work-view.ts';
import { paidJob } from '../jobs/paid-job.ts';
import { createCountingIds } from '../kernel/counting-ids.ts';
import { createFakeClock } from '../kernel/fake-clock.ts';
import { createRandom, type Random } from '../kernel/seeded-random.ts';
import { silentLogger } from '../kernel/silent-logger.ts';
import { createCommandWorld } from '../log/command-world.ts';
import { tempFolder } from '../process/temp-folder.ts';
import { countedEngine } from './counted-engine.ts';
import { pngOf } from './outputs.ts';
import { createProviderCalls, type ProviderCalls, PUBLIC_URL } from './provider-calls.ts';
import { brokenByLedger, brokenByProvider, doubtsOf } from './provider-promises.ts';
import { remoteEngine } from './remote-engine.ts';
import { serveGateway } from './serve-gateway.ts';
import { TOO_LATE, troublesOf } from './troubles.ts';

const PICTURES = 3;
const LEASE_MS = 1_000;
/** Steps of a life, each of some seconds: two hours. Of hundreds of jobs that end, none took more than half of it. */
const STEPS_MAX = 1_500;
const JUMPS_MS = [2 * SECOND, 5 * MINUTE, 2 * 60 * MINUTE, 1 * DAY];

export type Life = {
  /** Everything that is wrong with it. */
  readonly findings: readonly string[];
  /** How the tasks ended. */
  readonly ends: readonly string[];
  /** Submissions without an answer that tells their outcome. */
  readonly doubts: number;
};

/** Sabotages. */
export type Doctors = {
  readonly engine?: (engine: Engine, clock: Clock) => Engine;
  /** The clock of the engine. */
  readonly engineClock?: (clock: Clock) => Clock;
  readonly signer?: (signer: Signer) => Signer;
  readonly commands?: (commands: CommandHandler) => CommandHandler;
  readonly carryOn?: (carryOn: SuperviseDeps['carryOn']) => SuperviseDeps['carryOn'];
};

/** Remembers its verdicts: an address is called hundreds of times. */
const mindful = (signer: Signer): Signer => {
  const verdicts = new Map<string, boolean>();
  const holds: Signer['holds'] = (text, signature) => {
    const asked = JSON.stringify([text, signature]);
    const holding = verdicts.get(asked) ?? signer.holds(text, signature);
    verdicts.set(asked, holding);
    return holding;
  };
  return { ...signer, holds };
};

const SIGNER = mindful(signerOf(makeServiceKey()));
const same = <T>(part: T): T => part;

export const liveThroughTroubles = async (t: ExecutionContext, seed: number, doctors: Doctors = {}): Promise<Life> => {
  const random = createRandom(seed);
  const time = createFakeClock();
  const { clock, timers } = time;
  const world = createCommandWorld(null);
  const { handler } = world.start({ clock });
  const { commands, moved } = watchedBy((doctors.commands ?? same)(handler));
  const signer = (doctors.signer ?? same)(SIGNER);
  const callbacks = createCallbackAddresses({ signer, clock, publicUrl: PUBLIC_URL });
  const calls = createProviderCalls(random.fork('calls'), { addresses: () => callbacks, polls: () => here.polls });
  const { served, double, silent } = await provider(t, random, seed, () => calls);

  const engineClock = (doctors.engineClock ?? same)(clock);
  const bare = remoteEngine(t, { url: served.url }, { clock: engineClock, timers });
  const { engine, asking } = countedEngine(doctors.engine?.(bare, clock) ?? bare);

  const engines = [{ makes: 'image' as const, names: [engine.name] }];
  const details = batchDetailsOf({ pictures: PICTURES, engines });
  const job = paidJob(commands, details, nowText(clock));
  await job.grant();
  await job.hold();
  await job.queue();
  const request = { prompt: 'a quay', negativePrompt: null, styleNotes: null, width: 8, height: 8, referenceKeys: [] };
  const scratch = createScratchFolders({ root: join(tempFolder(t), 'scratch'), clock });
  const documents = openWorkView(world, moved);
  const ended: Promise<unknown>[] = [];
  const ids = createCountingIds('life');

  const process = () => {
    const stopping = new AbortController();
    const deps = {
      commands,
      artifacts: { named: async () => Promise.resolve(Array.from({ length: PICTURES }, () => request)) },
      engines: new Map([[engine.name, engine]]),
      objects: { put: async (key: string) => Promise.resolve({ key, size: 1, contentType: 'image/png' }) },
      slots: createEngineSlots(stopping.signal),
      holder: `process-${ended.length}`,
      leases: createLeaseWatch(clock),
      leaseMs: LEASE_MS,
      stopping: stopping.signal,
      scratch,
      clock,
      timers,
      ids,
      logger: silentLogger,
      callbacks,
    } as unknown as ReactionDeps;
    const carryOn = (doctors.carryOn ?? same)(createCarryOn(deps, new Set(['dispatcher', 'supervisor'])));
    const running = { documents, collection: () => 'open-work', clock, timers, logger: silentLogger, carryOn };
    ended.push(supervise(running, stopping.signal));
    return { stopping, polls: createPollOnCall(deps) };
  };
  let here = process();
  const die = (): void => {
    here.stopping.abort();
    here = process();
  };

  /** The clock moves on while a provider is silent. The process may die meanwhile. */
  let heard = 0;
  const untilAnswered = async (): Promise<void> => {
    for (let turns = 0; turns < 4 || asking() > 0; turns += 1) {
      await (asking() > 0 ? wait(1) : turn());
      // Other calls are answered meanwhile.
      if (silent() === heard || turns % 8 !== 0) continue;
      if (random.chance(0.3)) die();
      await time.advance(limits.remoteSubmitMs, 4);
    }
    heard = silent();
  };

  let jumps = random.chance(0.5) ? random.between(1, 3) : 0;
  let latest = clock.now();
  let state = await job.read();
  for (let step = 0; step < STEPS_MAX && !isFinal(state.status); step += 1) {
    calls.some();
    await time.advance(random.between(1, 10) * SECOND, 4);
    await untilAnswered();
    state = await job.read();
    latest = Math.max(latest, clock.now());
    if (jumps === 0 || random.chance(0.95)) continue;
    jumps -= 1;
    time.jumpWall(random.oneOf(JUMPS_MS) * (random.chance(0.5) ? 1 : -1));
  }
  const isOver = isFinal(state.status);

  // The questions of earlier calls are over then.
  const quiet = { isThere: false };
  const waiting = here.polls.ended().then(() => (quiet.isThere = true));
  while (!quiet.isThere) {
    await time.advance(limits.callbackPollEveryMs, 4);
    await untilAnswered();
  }
  await waiting;
  const asked = served.calls.length;
  const replayed = isOver && (await calls.replayed());
  await untilAnswered();
  const isAskedAgain = isOver && served.calls.length > asked;
  here.stopping.abort();
  await calls.ended();
  await Promise.all(ended);
  time.jumpWall(latest - clock.now() + limits.callbackTtlMs + MINUTE);
  const isLateTaken = calls.late();

  const log = (await world.events()).map((stored) => world.codec.decode(stored));
  const keyed = log.map(({ type, data }) => ({ type, key: (data as { readonly attemptKey?: string }).attemptKey }));
  await world.close();
  await served.close();
  const submits = served.calls.filter(({ at }) => at === 'submit').map(({ key }) => key ?? '');
  const seen = { submits, bills: double.bills };
  return {
    doubts: doubtsOf(seen, keyed).length,
    ends: state.tasks.map(({ status }) => status),
    findings: [
      ...(isOver ? [] : ['the job does not end']),
      ...brokenByProvider(seen, keyed),
      ...(isOver ? brokenByLedger(log, state.tasks) : []),
      ...(calls.believed() > 0 ? ['a forged call is believed'] : []),
      ...(replayed || isAskedAgain ? ['a call after the end is taken for news'] : []),
      ...(isLateTaken ? ['an address is known after its time'] : []),
    ],
  };
};

/** The provider with its troubles. `silent`: how often it has left, or leaves, a caller without an answer in time. */
const provider = async (
  t: ExecutionContext,
  random: Random,
  seed: number,
  calls: () => Pick<ProviderCalls, 'given' | 'some'>,
) => {
  const made = random.fork('outputs');
  const make = async () => {
    const content = made.chance(0.1) ? Buffer.from('<h1>no picture</h1>') : await pngOf(8, 8, seed);
    return { contentType: made.chance(0.1) ? 'text/html' : 'image/png', content };
  };
  const steps = random.between(0, 2);
  const troubles = troublesOf(random.fork('troubles'));
  let silent = 0;
  const { double, ...served } = await serveGateway(t, {
    make,
    steps,
    trouble: (coming) => {
      const url = coming.headers['callback-url'];
      if (coming.at === 'submit' && typeof url === 'string') calls().given(url);
      // It calls while it is asked.
      else calls().some();
      const found = troubles(coming);
      if (found?.kind === 'silent' || found === TOO_LATE) silent += 1;
      return found;
    },
  });
  return { served, double, silent: () => silent };
};

/** Whether anything was handled since the last question. */
const watchedBy = (commands: CommandHandler) => {
  let isMoved = true;
  const handle: CommandHandler['handle'] = async (...command) => {
    try {
      return await commands.handle(...command);
    } finally {
      isMoved = true;
    }
  };
  const moved = (): boolean => {
    const was = isMoved;
    isMoved = false;
    return was;
  };
  return { commands: { ...commands, handle }, moved };
};
