/** A process may die at any step of a change of a key: the next call, or the tool, leaves nothing behind. */
import test, { type ExecutionContext } from 'ava';
import { workspaceDecider, workspaceStream } from '../../../../commands/workspace/decider.ts';
import { providerKeysOf } from '../../../../commands/workspace/state.ts';
import { createSecrets, MASTER_KEY_BYTES } from '../../../../src/adapters/system/create-secrets.ts';
import { createIds } from '../../../../src/adapters/system/ids.ts';
import { createOwnKeys } from '../../../../src/application/services/own-keys.ts';
import {
  createPutProviderKey,
  createRemoveProviderKey,
} from '../../../../src/application/tenancy/change-provider-key.ts';
import { createDeleteWorkspace } from '../../../../src/application/tenancy/workspaces.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { givenWorld } from '../../../support/application/world.ts';
import { overtakenAt } from '../../../support/log/watched-commands.ts';
import { created } from '../../../support/application/workspace-steps.ts';

const PROVIDER = 'provider_c';

const given = async (t: ExecutionContext) => {
  const { process, ann: caller } = await givenWorld(t);
  const { workspaceId } = caller;
  const ids = createIds();
  const secrets = createSecrets(ids.bytes(MASTER_KEY_BYTES));
  const kept = new Map<string, Uint8Array>();
  /** Steps until the process dies; it never does unless stated. */
  let left = Infinity;
  const step = async <T>(work: () => T | Promise<T>): Promise<T> => {
    left -= 1;
    if (left < 0) throw new Fault('unavailable', 'the process is gone');
    return work();
  };
  const { commands } = process.services;
  const objects = {
    get: async (key: string) => step(() => kept.get(key) ?? new Uint8Array()),
    put: async (key: string, content: unknown, contentType: string) =>
      step(() => {
        kept.set(key, content as Uint8Array);
        return { key, size: 1, contentType };
      }),
    remove: async (key: string) => step(() => void kept.delete(key)),
  };
  const keys = createOwnKeys({ objects, secrets, ids });
  const own = { keys, providers: new Set([PROVIDER]), of: async () => new Map(), opened: () => [] };
  const mortal: typeof commands = {
    ...commands,
    handle: async (...asked) => step(async () => commands.handle(...asked)),
  };
  const deps = { commands: mortal, own, objects };
  const place = { workspaceId, provider: PROVIDER };
  const state = async () => {
    const read = await commands.read(workspaceDecider, workspaceStream(workspaceId));
    return providerKeysOf(read.state).get(PROVIDER);
  };
  return {
    process,
    caller,
    deps,
    keys,
    kept,
    state,
    dieAfter: (steps: number) => void (left = steps),
    put: async (key: string) => createPutProviderKey(deps)(caller, place, key),
    remove: async () => createRemoveProviderKey(deps)(caller, place),
  };
};

type World = Awaited<ReturnType<typeof given>>;

/** Objects that the log still names. */
const namedIn = async ({ state, kept }: World): Promise<readonly string[]> => {
  const key = await state();
  return [...kept.keys()].filter((name) => name === key?.inForce?.object || name === key?.replaced);
};

test('a death at any step leaves the key before or the new one, and the next call one object', async (t) => {
  for (let steps = 0; ; steps += 1) {
    const world = await given(t);
    await world.put('the key before');
    world.dieAfter(steps);
    const outcome = await world.put('the new key').catch((error: unknown) => error);
    world.dieAfter(Infinity);
    const inForce = (await world.state())?.inForce;
    t.truthy(inForce, `after ${steps} steps`);
    const named = { provider: PROVIDER, fingerprint: inForce?.fingerprint ?? '' };
    const opened = await world.keys.open(world.caller.workspaceId, named, inForce?.object ?? '');
    t.true(['the key before', 'the new key'].includes(opened));
    t.like(await world.put('the new key'), { kind: 'ok' });
    t.is((await namedIn(world)).length, 1);
    t.true(world.kept.size <= 2, 'one that nothing names is sealed, and harmless');
    if (!(outcome instanceof Fault)) break;
  }
});

test('a removal that dies at any step is done by the next one', async (t) => {
  for (let steps = 0; ; steps += 1) {
    const world = await given(t);
    await world.put('the key');
    world.dieAfter(steps);
    const outcome = await world.remove().catch((error: unknown) => error);
    world.dieAfter(Infinity);
    t.like(await world.remove(), { kind: 'ok' });
    t.is((await world.state())?.inForce, null);
    t.is(world.kept.size, 0, `after ${steps} steps`);
    if (!(outcome instanceof Fault)) break;
  }
});

test('a removal takes the key before with it, too, that a dead replacement has left', async (t) => {
  for (let steps = 0; ; steps += 1) {
    const world = await given(t);
    await world.put('the key before');
    world.dieAfter(2);
    await t.throwsAsync(world.put('the key'));
    t.is(world.kept.size, 2);
    world.dieAfter(steps);
    const outcome = await world.remove().catch((error: unknown) => error);
    world.dieAfter(Infinity);
    t.like(await world.remove(), { kind: 'ok' });
    t.is(world.kept.size, 0, `after ${steps} steps`);
    if (!(outcome instanceof Fault)) break;
  }
});

test('sabotage: a removal that forgets its object leaves the key behind', async (t) => {
  const { deps, caller, put, kept } = await given(t);
  await put('the key');
  const place = { workspaceId: caller.workspaceId, provider: PROVIDER };
  const forgetful = { ...deps, objects: { remove: async () => Promise.resolve() } };
  await createRemoveProviderKey(forgetful)(caller, place);
  t.is(kept.size, 1);
});

test('a workspace that is removed takes its keys with it, after a death at any step', async (t) => {
  for (let steps = 0; ; steps += 1) {
    const world = await given(t);
    const { process, caller, deps, kept } = world;
    const workspaceId = await created(process, caller);
    const put = async (key: string) => createPutProviderKey(deps)(caller, { workspaceId, provider: PROVIDER }, key);
    t.like(await put('the key before'), { kind: 'ok' });
    // This call dies before it removes the object of the key before.
    world.dieAfter(2);
    await t.throwsAsync(put('the key'));
    t.is(kept.size, 2);
    world.dieAfter(steps);
    const remove = createDeleteWorkspace({ ...process.ground, ...deps });
    const outcome = await remove(caller, workspaceId).catch((error: unknown) => error);
    world.dieAfter(Infinity);
    if (outcome instanceof Fault) t.like(await remove(caller, workspaceId), { kind: 'ok' });
    t.is(kept.size, 0, `after ${steps} steps`);
    if (!(outcome instanceof Fault)) break;
  }
});

for (const step of ['BeginRemoval', 'CloseLedger', 'DeleteWorkspace']) {
  test(`a key that is put just before ${step} does not outlive its workspace`, async (t) => {
    const world = await given(t);
    const { process, caller, deps, kept } = world;
    const workspaceId = await created(process, caller);
    let isPut = false;
    const commands = overtakenAt(deps.commands, step, async () => {
      const put = await createPutProviderKey(deps)(caller, { workspaceId, provider: PROVIDER }, 'the key');
      t.is(put.kind, step === 'BeginRemoval' ? 'ok' : 'refused');
      isPut = true;
    });
    const remove = createDeleteWorkspace({ ...process.ground, ...deps, commands });
    t.like(await remove(caller, workspaceId), { kind: 'ok' });
    t.true(isPut);
    t.is(kept.size, 0);
  });
}
