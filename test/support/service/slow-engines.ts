/**
 * Engines that are down, that hang, and whose answers come after the callers gave up: the same on every set of stores.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ExecutionContext, TestFn } from 'ava';
import { Fault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { eventually } from '../kernel/eventually.ts';
import type { Client } from '../http/http-client.ts';
import { movableClock } from '../kernel/movable-clock.ts';
import { brokenAtRest } from './promises-at-rest.ts';
import { type EngineCall, quickEngine, quickMakers } from '../engines/quick-makers.ts';
import { typeOf } from '../log/watched-commands.ts';
import { withCommands } from './doctored.ts';
import { givenService } from './real-service.ts';
import {
  finalJob,
  generate,
  givenGenerated,
  givenPlanned,
  givenStarted,
  jobIdIn,
  pollJob,
} from './storyboard-calls.ts';
import { tempFolder } from '../process/temp-folder.ts';
import { sinceNow, untilNothingIsOwed } from '../log/whole-log.ts';
import { grantPaid, personalWorkspaceOf } from './workspace-of.ts';

type Env = Readonly<Record<string, string>>;

/** A group that forms and a read model that follows, on a busy machine. */
const PATIENCE_MS = 60_000;

const isDownAtFirst = async (t: ExecutionContext, env: Env): Promise<void> => {
  const refused = new Set<string>();
  const onCall = ({ prompt }: EngineCall): void => {
    if (refused.has(prompt)) return;
    refused.add(prompt);
    throw new Fault('unavailable', 'nobody answers');
  };
  const { client: clientOf, core } = await givenService(t, { env, makers: quickMakers(quickEngine({ onCall })) });
  const since = await sinceNow(core);
  const client = await clientOf(`alice-${randomUUID()}`);
  const { planned, jobId } = await givenStarted(client, ['a quay', 'a boat', 'a gull']);
  const { job, requirements } = await finalJob(client, planned, jobId);
  t.like(job, { status: 'completed', chargedCredits: 3 });
  t.is(refused.size, 3);
  for (const { status, attempts } of requirements) {
    t.is(status, 'accepted');
    t.deepEqual(
      attempts.map(({ attempt }) => attempt),
      [1],
      'a refusal is no attempt',
    );
  }
  t.deepEqual(await brokenAtRest(core, { told: [jobId], since, patienceMs: PATIENCE_MS }), []);
};

/** All that a workspace may have under way and more, on an engine that does not answer. */
const hangEverything = async (client: Client, called: () => number): Promise<void> => {
  const jobs = limits.framesInFlightPerWorkspaceMax / limits.tasksInFlightPerJobMax + 1;
  const prompts = Array.from({ length: limits.tasksInFlightPerJobMax }, (_, frame) => `frame ${frame}`);
  for (let n = 0; n < jobs; n += 1) {
    const planned = await givenPlanned(client, prompts, { engine: 'provider_c', seed: n });
    jobIdIn(await generate(client, planned));
  }
  await eventually('the engine hangs', () => called() === limits.framesInFlightPerWorkspaceMax, PATIENCE_MS);
};

const hangs = async (t: ExecutionContext, env: Env): Promise<void> => {
  const gate = Promise.withResolvers<void>();
  let hanging = 0;
  const onCall = async (): Promise<void> => {
    hanging += 1;
    await gate.promise;
  };
  const inFlightMax = limits.framesInFlightPerWorkspaceMax;
  const stuck = quickEngine({ name: 'provider_c', deadlineMs: 600_000, inFlightMax, onCall });
  const { client: clientOf, core } = await givenService(t, { env, makers: quickMakers(quickEngine(), stuck) });
  const since = await sinceNow(core);
  const [alice, bob] = [await clientOf(`alice-${randomUUID()}`), await clientOf(`bob-${randomUUID()}`)];
  await grantPaid(alice, await personalWorkspaceOf(alice), 5_000);
  await hangEverything(alice, () => hanging);
  for (const client of [bob, alice]) {
    const { job } = await givenGenerated(client, ['a quay', 'a boat'], { engine: 'service_images' });
    t.is(job.status, 'completed');
  }
  t.is(hanging, inFlightMax);
  // The delayed work is done as well: the next user of this log finds none of it.
  gate.resolve();
  await untilNothingIsOwed(core, PATIENCE_MS, since);
};

/** Never gets a renewal of a lease through, as a process that is cut off or stopped would not. */
const withoutRenewals = withCommands((commands) => ({
  handle: async (decider, stream, command, context) => {
    const { lapsedEpoch } = command as { readonly lapsedEpoch?: number };
    if (typeOf(command) === 'ClaimAttempt' && lapsedEpoch !== 0) throw new Fault('unavailable', 'cut off');
    return commands.handle(decider, stream, command, context);
  },
}));

const LEASE_MS = '200';

/** One process whose calls last until the gate opens and whose leases lapse, and one that watches it. */
const givenCutOff = async (t: ExecutionContext, given: Env, repeat: 'safe' | 'never') => {
  const gate = Promise.withResolvers<void>();
  t.teardown(() => gate.resolve());
  const dataDir = join(tempFolder(t), 'data');
  const calls: string[] = [];
  const cutOff = quickEngine({
    repeat,
    deadlineMs: 60_000,
    onCall: async ({ attemptKey }) => {
      calls.push(`cut off ${attemptKey}`);
      await gate.promise;
    },
  });
  const other = quickEngine({ repeat, onCall: ({ attemptKey }) => void calls.push(`other ${attemptKey}`) });
  const env = { ...given, LEASE_MS };
  const first = await givenService(t, { dataDir, env, makers: quickMakers(cutOff), doctor: withoutRenewals });
  const since = await sinceNow(first.core);
  const who = `alice-${randomUUID()}`;
  const client = await first.client(who);
  const { planned, jobId } = await givenStarted(client, ['a quay']);
  await eventually('the call is under way', () => calls.length === 1, PATIENCE_MS);
  // Its wall clock runs ahead: it looks for lapsed leases at once, and still watches each for its whole length.
  const { doctor, move } = movableClock();
  move(limits.leaseMs);
  const second = await givenService(t, { dataDir, env, makers: quickMakers(other), doctor });
  return { client: await second.client(who), planned, jobId, calls, gate, second, since };
};

const reconciles = async (t: ExecutionContext, env: Env): Promise<void> => {
  const { client, planned, jobId, calls, gate } = await givenCutOff(t, env, 'never');
  await eventually(
    'its outcome is unknown',
    async () => {
      const { requirements, job } = await pollJob(client, planned, jobId);
      return requirements[0]?.status === 'dispatch_unknown' && job.status === 'running';
    },
    PATIENCE_MS,
  );
  gate.resolve();
  const { job, requirements } = await finalJob(client, planned, jobId);
  t.like(job, { status: 'completed', chargedCredits: 1 });
  t.is(requirements[0]?.attempts.length, 1);
  t.is(calls.length, 1, 'nobody else has called');
};

const comesTooLate = async (t: ExecutionContext, env: Env): Promise<void> => {
  const { client, planned, jobId, calls, gate, second, since } = await givenCutOff(t, env, 'safe');
  const { job } = await finalJob(client, planned, jobId);
  t.like(job, { status: 'completed', chargedCredits: 1 });
  gate.resolve();
  t.is(calls.length, 2);
  t.is(new Set(calls.map((call) => call.split(' ').at(-1))).size, 1, 'under one key');
  t.deepEqual(await brokenAtRest(second.core, { told: [jobId], since, patienceMs: PATIENCE_MS }), []);
};

/** `envOf`: where the stores of one test are; `{}` for the embedded ones. */
export const hangingEngineTest = (test: TestFn, envOf: (t: ExecutionContext) => Env | Promise<Env>): void => {
  test('an engine that hangs does not slow the work of another one', async (t) => hangs(t, await envOf(t)));
};

export const slowEngineTests = (test: TestFn, envOf: (t: ExecutionContext) => Env | Promise<Env>): void => {
  test('an engine that is down at first is asked again later, and the wait costs nothing', async (t) =>
    isDownAtFirst(t, await envOf(t)));
  hangingEngineTest(test, envOf);
  test('the late result of a call that must not be repeated is what reconciles it', async (t) =>
    reconciles(t, await envOf(t)));
  test('the late result of a call that another process has repeated is not taken', async (t) =>
    comesTooLate(t, await envOf(t)));
};
