/** A call without enough credits appends nothing: no stream grows by any number of refusals (I9). */
import test, { type ExecutionContext } from 'ava';
import type { Result, StoredAnswer } from '../../../../../src/application/calls/result.ts';
import type { Services } from '../../../../../src/application/services/services.ts';
import { createStoryboardBatch } from '../../../../../src/application/work/batch/storyboard-batch.ts';
import { createGenerate } from '../../../../../src/application/work/storyboard/generate.ts';
import { createRepair } from '../../../../../src/application/work/storyboard/repair.ts';
import { answered, refusalOf } from '../../../../support/application/answered.ts';
import { createHastyTimers } from '../../../../support/kernel/hasty-timers.ts';
import { createHopefulCommands } from '../../../../support/log/hopeful-commands.ts';
import { asked, decide, draw, generate, produce, type Production } from '../../../../support/application/production.ts';
import { jobOf, ledgerOf } from '../../../../support/application/states.ts';
import { givenWorld, type World } from '../../../../support/application/world.ts';

type Key = { readonly key: string; readonly bodyHash: string } | null;
type Ask = (services: Services, key: Key) => Promise<Result<StoredAnswer>>;

const bodyHash = 'a'.repeat(64);

/** Asks under one key, under new ones and without; gives the types of the events that this appended. */
const appendedBy = async (
  t: ExecutionContext,
  world: World,
  services: Services,
  ask: Ask,
): Promise<readonly string[]> => {
  const before = (await world.events()).length;
  for (const key of ['K', 'K', 'L', null, null]) {
    const refusal = await refusalOf(ask(services, key === null ? null : { key, bodyHash }));
    t.is(refusal, 'insufficient_credits');
  }
  return (await world.events()).slice(before).map(({ type }) => type);
};

const generating =
  (production: Production): Ask =>
  async (services, key) =>
    createGenerate(services)(...asked(production), key);

test('generate', async (t) => {
  const { world, process, ann } = await givenWorld(t, { trialCredits: 5 });
  const production = await produce(process, ann, 2);
  t.deepEqual(await appendedBy(t, world, process.services, generating(production)), []);
});

test('repair', async (t) => {
  const { world, process, ann } = await givenWorld(t, { trialCredits: 7 });
  const production = await produce(process, ann, 2);
  await draw(process, production);
  await answered(decide(process, production, 'repair', 0, 1));
  const { projectId, planId } = production;
  const ask: Ask = async (services, key) => createRepair(services)(ann, projectId, planId, key);
  t.deepEqual(await appendedBy(t, world, process.services, ask), []);
});

test('pictures without QA', async (t) => {
  const { world, process, ann } = await givenWorld(t, { trialCredits: 1 });
  const { projectId } = await produce(process, ann, 1);
  const timers = createHastyTimers();
  const batch: Ask = async (services, key) =>
    createStoryboardBatch({ ...services, timers })(ann, { projectId, prompt: 'a quay', count: 2 }, key);
  t.deepEqual(await appendedBy(t, world, process.services, batch), []);
});

test('sabotage: a start that looks at the credits only after its claim is seen by what it appends', async (t) => {
  const { world, process, ann } = await givenWorld(t, { trialCredits: 5 });
  const production = await produce(process, ann, 2);
  const hopeful = { ...process.services, commands: createHopefulCommands(process.services.commands) };
  const appended = await appendedBy(t, world, hopeful, generating(production));
  t.is(appended.filter((type) => type === 'GenerationClaimed').length, 5);
  t.is(appended.filter((type) => type === 'RequestReleased').length, 3);
});

test('a start that was refused for credits is made by another process, once there are some', async (t) => {
  const { world, process, ann } = await givenWorld(t, { trialCredits: 5 });
  const production = await produce(process, ann, 2);
  const hopeful = { ...process.services, commands: createHopefulCommands(process.services.commands) };
  t.is(await refusalOf(generating(production)(hopeful, null)), 'insufficient_credits');
  const grant = { pool: 'paid', amount: 10, note: 'for two frames' } as const;
  await answered(process.application.grantCredits(ann, ann.workspaceId, grant, null));
  const other = await world.start();
  const jobId = await generate(other, production);
  const third = await world.start();
  const job = await jobOf(third, jobId);
  const ledger = await ledgerOf(third, ann.workspaceId);
  t.is(job.status, 'running');
  t.deepEqual(
    ledger.holds.map(({ holdId }) => holdId),
    [job.details?.holdId],
  );
  t.is((await world.events()).filter(({ type }) => type === 'CreditsHeld').length, 1);
});
