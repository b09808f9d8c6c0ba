/** Keys of calls that cost nothing: what they make is made once. */
import test, { type ExecutionContext } from 'ava';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import type { Idempotency } from '../../../../src/application/calls/idempotency.ts';
import type { Result, StoredAnswer } from '../../../../src/application/calls/result.ts';
import { createCreateProject } from '../../../../src/application/projects/create-project.ts';
import type { Services } from '../../../../src/application/services/services.ts';
import { createCreateWorkspace } from '../../../../src/application/tenancy/workspaces.ts';
import { createGenerateImage } from '../../../../src/application/work/image/generate-image.ts';
import { answered, refusalOf } from '../../../support/application/answered.ts';
import { createHastyTimers } from '../../../support/kernel/hasty-timers.ts';
import { createMortalCommands, Died } from '../../../support/log/mortal-commands.ts';
import { givenWorld, type Process } from '../../../support/application/world.ts';
import { superviseKeys } from '../../../support/application/supervise-key.ts';

type Make = (process: Process, services: Services, caller: Caller, key: Idempotency) => Promise<Result<StoredAnswer>>;

const makers: Readonly<Record<string, { readonly created: string; readonly make: Make }>> = {
  project: {
    created: 'ProjectCreated',
    make: async ({ ground }, services, caller, key) =>
      createCreateProject({ ...services, timers: createHastyTimers(), streams: ground.streams })(
        caller,
        { name: 'Nightfall' },
        key,
      ),
  },
  workspace: {
    created: 'WorkspaceCreated',
    make: async ({ ground }, services, caller, key) =>
      createCreateWorkspace({ ...services, written: ground.written })(caller, 'Studio', key),
  },
};

const keyed = (key: string, body = 'a'): Idempotency => ({ key, bodyHash: body.repeat(64) });

for (const [what, { created, make }] of Object.entries(makers)) {
  test(`a ${what} is made once under a key, and its answer given again`, async (t) => {
    const { world, process, ann } = await givenWorld(t);
    const ask = async (key: Idempotency) => make(process, process.services, ann, key);
    const made = async () => (await world.events()).filter(({ type }) => type === created).length;
    const before = await made();
    const first = await answered(ask(keyed('K')));
    const again = await answered(ask(keyed('K')));
    t.deepEqual([again.body, again.status], [first.body, first.status]);
    t.deepEqual([first.replayed, again.replayed], [false, true]);
    t.is(await refusalOf(ask(keyed('K', 'b'))), 'idempotency_key_reused');
    await answered(ask(keyed('L')));
    t.is((await made()) - before, 2);
  });

  test(`a call that dies at any step of making a ${what} is met again, and makes no second one`, async (t) => {
    for (let diesAt = 1; diesAt <= 3; diesAt += 1) {
      const { world, process, ann } = await givenWorld(t);
      const before = (await world.events()).filter(({ type }) => type === created).length;
      const commands = createMortalCommands(process.services.commands, diesAt, 'after');
      await t.throwsAsync(make(process, { ...process.services, commands }, ann, keyed('K')), { instanceOf: Died });
      if (diesAt < 3) {
        t.is(await refusalOf(make(process, process.services, ann, keyed('K'))), 'request_in_progress');
      }
      await superviseKeys(world, process.services, ann.workspaceId);
      t.is(await refusalOf(make(process, process.services, ann, keyed('K', 'b'))), 'idempotency_key_reused');
      await answered(make(process, process.services, ann, keyed('K')));
      t.is((await world.events()).filter(({ type }) => type === created).length - before, 1, `died at ${diesAt}`);
    }
  });
}

/** Waits that repeats are told of, so many milliseconds after each other, when the claimer of their key has died. */
const waitsAfter = async (
  t: ExecutionContext,
  ask: (process: Process, services: Services, caller: Caller) => Promise<Result<StoredAnswer>>,
  pausesMs: readonly number[],
) => {
  const { world, process, ann } = await givenWorld(t);
  const commands = createMortalCommands(process.services.commands, 1, 'after');
  await t.throwsAsync(ask(process, { ...process.services, commands }, ann), { instanceOf: Died });
  const waits: (number | undefined)[] = [];
  for (const ms of pausesMs) {
    await world.time.advance(ms);
    const found = await ask(process, process.services, ann);
    waits.push(found.kind === 'refused' ? found.retryAfterSeconds : undefined);
  }
  return waits;
};

test('a repeat is told how long the call that has its key may still take', async (t) => {
  const picture = async (_: Process, services: Services, caller: Caller) =>
    createGenerateImage({ ...services, timers: createHastyTimers() })(caller, { prompt: 'a quay' }, keyed('K'));
  // The claimer may be about to answer; then the lease of what it had under way has to lapse; then it is soon over.
  t.deepEqual(await waitsAfter(t, picture, [0, 4_000, 30_000]), [1, 14, 2]);
  const project = async (process: Process, services: Services, caller: Caller) =>
    createCreateProject({ ...services, timers: createHastyTimers(), streams: process.ground.streams })(
      caller,
      { name: 'Nightfall' },
      keyed('K'),
    );
  t.deepEqual(await waitsAfter(t, project, [0, 4_000]), [1, 2]);
});
