/**
 * Bad input for the real service: each row is refused with its code, says that nothing was spent, and moves neither
 * ledger nor engines (I9). Checks of bodies, ids and headers in general are in `test/contract/http`; here are the rows
 * that need a world, and a sample of the others.
 */
import test from 'ava';
import { ledgerDecider, ledgerStream } from '../../commands/ledger/decider.ts';
import { createIds } from '../../src/adapters/system/ids.ts';
import { newEntryId } from '../../src/application/credits/ledger-steps.ts';
import { limits } from '../../src/kernel/limits.ts';
import { sampleId } from '../support/http/http-samples.ts';
import { watchMoney } from '../support/ledger/quiet-money.ts';
import { type EngineCall, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { withCommands } from '../support/service/doctored.ts';
import { givenClient } from '../support/service/real-service.ts';
import { createProject, expecting, generate, givenPlanned, planProject } from '../support/service/storyboard-calls.ts';
import { generateRows, planRows, sequenceRows } from './bad-input/flow-rows.ts';
import { imageRows, otherRows } from './bad-input/other-rows.ts';
import { mediaRows } from './bad-input/media-rows.ts';
import { generatePath, givenWorld, runRows } from './bad-input/world.ts';
import { personalWorkspaceOf } from '../support/service/workspace-of.ts';

const families = [generateRows, planRows, sequenceRows, imageRows, mediaRows, otherRows];

test('a refused request has cost nothing', async (t) => {
  const world = await givenWorld(t);
  const money = await watchMoney(world.service.core, world.calls);
  for (const rowsOf of families) await runRows(t, money, rowsOf(world));
  // Nothing of it was a broken request: what is asked for rightly is given, and seen to cost.
  t.is((await generate(world.alice, world.fresh)).status, 202);
  t.not((await money.moved()).length, 0);
});

test('a moved project and an earlier decision are refused by name', async (t) => {
  const { service, alice, bob, poor, fresh, done, calls, reachable } = await givenWorld(t);
  const remote = await givenPlanned(alice, ['a reef'], { engine: 'provider_c' });
  const poorest = await givenPlanned(poor, ['a coin']);
  const nothing = ((await alice.post('projects', { name: 'Nothing yet' })).body['project'] as { id: string }).id;
  const scripted = await createProject(alice, ['a page']);
  const stale = await planProject(alice, scripted);
  expecting(200, await alice.put(`projects/${scripted}/script`, { script: 'INT. ROOM - DAY\n\nA page.' }));
  const money = await watchMoney(service.core, calls);
  reachable.provider_c = false;
  // Long enough for what was known of the engine to be forgotten.
  await service.core.system.timers.sleep(limits.engineAskEveryMs + 100);
  const blocked = await planProject(alice, remote.projectId);
  await runRows(t, money, [
    ['blockers', async () => generate(alice, blocked), 422, 'plan_has_blockers'],
    [
      'an engine that is down',
      async () =>
        alice.post('image/storyboard-batch', {
          projectId: fresh.projectId,
          prompt: 'a',
          count: 1,
          engine: 'provider_c',
        }),
      503,
      'provider_unavailable',
    ],
    ['no credits', async () => generate(poor, poorest, { key: 'poor' }), 402, 'insufficient_credits'],
    ['no credits still', async () => generate(poor, poorest, { key: 'poor' }), 402, 'insufficient_credits'],
    [
      'a plan of no storyboard',
      async () => alice.post(`projects/${nothing}/film-intelligence/storyboard-images/plan`),
      404,
      'storyboard_not_found',
    ],
    [
      'a job of no storyboard',
      async () => generate(alice, { ...fresh, film: `projects/${nothing}/film-intelligence` }),
      404,
      'storyboard_not_found',
    ],
    ['a script that moved', async () => generate(alice, stale), 409, 'script_revision_conflict'],
    [
      'a plan of a stale storyboard',
      async () => alice.post(`${stale.film}/storyboard-images/plan`),
      409,
      'script_revision_conflict',
    ],
    [
      'a key with another body',
      async () => generate(alice, done, { key: 'done', requirementIds: done.requirementIds }),
      422,
      'idempotency_key_reused',
    ],
    [
      'the only workspace',
      async () => bob.delete(`workspaces?id=${await personalWorkspaceOf(bob)}`),
      409,
      'last_workspace',
    ],
    [
      'the personal one',
      async () => alice.delete(`workspaces?id=${await personalWorkspaceOf(alice)}`),
      403,
      'workspace_protected',
    ],
  ]);
  for (const requirementIds of [undefined, done.requirementIds]) {
    const all = await generate(alice, done, requirementIds === undefined ? {} : { requirementIds });
    t.is(all.status, 200);
    t.like(all.body, { accepted: false, reason: 'all_requirements_satisfied' });
  }
  t.deepEqual(await money.moved(), []);
});

test('a feature that is off, and a caller that asks too often', async (t) => {
  const env = { STORYBOARD_PHOTO_BATCH_ENABLED: 'false', RATE_LIMITS: '{"Spend": 1}' };
  const calls: EngineCall[] = [];
  const makers = quickMakers(quickEngine({ onCall: (call) => void calls.push(call) }));
  const { client, core } = await givenClient(t, { env, makers });
  const planned = await givenPlanned(client, ['a quay']);
  const money = await watchMoney(core, calls);
  const batch = { projectId: planned.projectId, prompt: 'a', count: 1 };
  await runRows(t, money, [
    ['off', async () => client.post('image/storyboard-batch', batch), 503, 'feature_disabled'],
    [
      'the first',
      async () => client.post(generatePath(planned), {}),
      400,
      'storyboard_image_execution_manifest_required',
    ],
    ['the second', async () => generate(client, planned), 429, 'rate_limited'],
  ]);
});

/** Sets credits aside as soon as it looks at a project, before it has checked anything. */
const holdingFirst = (trap: { workspaceId: string | null }) =>
  withCommands((commands) => ({
    read: async (decider, stream) => {
      const { workspaceId } = trap;
      if (decider.category === 'project' && workspaceId !== null) {
        const [entryId, holdId] = [newEntryId(createIds()), newEntryId(createIds())];
        const parts = [{ partId: 'p', amount: 1 }];
        const command = { type: 'HoldCredits', entryId, holdId, ownerId: holdId, n: 0, parts, now: AT } as const;
        const context = { workspaceId, actor: 'system:trap', correlationId: 'trap' };
        await commands.handle(ledgerDecider, ledgerStream(workspaceId), command, context);
      }
      return commands.read(decider, stream);
    },
  }));

const AT = '2026-01-01T00:00:00.000Z';

test('a service that sets credits aside before it checks is found out', async (t) => {
  const trap: { workspaceId: string | null } = { workspaceId: null };
  const { client, core } = await givenClient(t, { doctor: holdingFirst(trap) });
  const planned = await givenPlanned(client, ['a quay']);
  const money = await watchMoney(core, []);
  trap.workspaceId = await personalWorkspaceOf(client);
  const answer = await generate(client, planned, { requirementIds: [sampleId('req', 'no')] });
  t.is(answer.status, 422);
  t.regex((await money.moved()).join(), /CreditsHeld/);
});
