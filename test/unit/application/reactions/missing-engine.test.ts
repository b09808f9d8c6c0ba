/** An attempt whose engine is there no more: its provider is not configured here, or its key is removed. */
import test, { type ExecutionContext } from 'ava';
import { dispatchTask } from '../../../../src/application/reactions/dispatch-task.ts';
import type { OwnEngines } from '../../../../src/application/services/own-engines.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { quickEngine } from '../../../support/engines/quick-makers.ts';
import { hashOf } from '../../../support/jobs/builders.ts';
import { createDispatchWorld } from '../../../support/jobs/dispatch-world.ts';

/** The workspace has had a key at this provider, and has none. */
const own = {
  providers: new Set(['provider_c']),
  of: async () => Promise.resolve(new Map()),
} as unknown as OwnEngines;

const GONE = { 'a provider that is not configured': 'provider_c', 'a removed key': 'provider_c_own_key' };

const given = async (t: ExecutionContext, name: string) => {
  const world = await createDispatchWorld(t, { engine: { ...quickEngine(), name } });
  const dispatch = await world.dispatchOf(0);
  const deps = { ...world.deps, engines: new Map(), own } as unknown as Parameters<typeof dispatchTask>[0];
  const take = async () => dispatchTask(deps, dispatch, () => true);
  const task = async () => (await world.state()).tasks[0];
  return { ...world, attemptKey: dispatch.attemptKey, take, task };
};

for (const [what, name] of Object.entries(GONE)) {
  test(`${what} has done nothing for an attempt that was never claimed`, async (t) => {
    const { take, task } = await given(t, name);
    t.deepEqual(await take(), { kind: 'done' });
    t.is((await task())?.status, 'human_review');
  });

  test(`${what} leaves the outcome of a claimed attempt unknown, and it is asked about if it comes back`, async (t) => {
    const { take, task, job, attemptKey, advance, deps } = await given(t, name);
    const claim = { attemptKey, holder: 'dead', promptHash: hashOf('prompt'), lapsedEpoch: 0 };
    await job({ type: 'ClaimAttempt', ...claim });
    t.like(await take(), { kind: 'park' });
    await advance(deps.leaseMs);
    const told: unknown[] = [];
    deps.commands.listen((events) => told.push(...events));
    t.deepEqual(await take(), { kind: 'done' });
    t.is((await task())?.status, 'unknown');
    const pollAt = new Date(deps.clock.now() + limits.lookupEveryMs).toISOString();
    t.like(told, [{ type: 'TaskUnknown', data: { pollAt } }]);
  });
}
