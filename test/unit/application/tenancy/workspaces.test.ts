import test from 'ava';
import { ledgerStream } from '../../../../commands/ledger/decider.ts';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import { createDeleteWorkspace } from '../../../../src/application/tenancy/workspaces.ts';
import { personalWorkspaceId } from '../../../../src/kernel/ids.ts';
import { START } from '../../../../src/kernel/position.ts';
import { answered, bodyOf, FRESH, refusalOf, storedBody } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { generate, produce } from '../../../support/application/production.ts';
import { addMember, created } from '../../../support/application/workspace-steps.ts';
import { createWorld, enterAs, givenWorld, type Process } from '../../../support/application/world.ts';
import { watchedCommands } from '../../../support/log/watched-commands.ts';
import { jobOf } from '../../../support/application/states.ts';

const PAGE = { limit: 20, cursor: null };

type Item = { readonly id: string; readonly name: string; readonly role: string; readonly personal: boolean };

const listed = async ({ application }: Pick<Process, 'application'>, caller: Caller): Promise<readonly Item[]> =>
  (await bodyOf(application.listWorkspaces(caller, PAGE, FRESH)))['workspaces'] as readonly Item[];

test('a workspace that was just made is listed at once, after the personal one', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { workspace } = await storedBody(process.application.createWorkspace(ann, 'Studio', null));
  const item = workspace as Item & { readonly createdAt: string };
  t.like(item, { name: 'Studio', role: 'owner', personal: false, createdAt: '2026-01-02T03:04:05.000Z' });
  const workspaces = await listed(process, ann);
  t.deepEqual(
    workspaces.map(({ name, personal }) => ({ name, personal })),
    [
      { name: 'Personal', personal: true },
      { name: 'Studio', personal: false },
    ],
  );
  t.deepEqual(workspaces[1], item);
});

test('own changes of workspaces are listed while the projector is stopped, from any workspace', async (t) => {
  const { process, ann: home } = await givenWorld(t, { projector: false });
  const studio = await created(process, home);
  const inside = await enterAs(process, 'ann', studio);
  for (const caller of [home, inside]) t.is((await listed(process, caller)).length, 2);
  const second = await created(process, inside, 'Second');
  await answered(process.application.deleteWorkspace(inside, second));
  for (const caller of [home, inside]) t.is((await listed(process, caller)).length, 2);
  await answered(process.application.deleteWorkspace(home, studio));
  t.is((await listed(process, home)).length, 1);
});

test('sabotage: a list that forgets what its caller wrote misses it', async (t) => {
  const { process, ann: home } = await givenWorld(t, {
    projector: false,
    ground: (ground) => ({ ...ground, written: { ...ground.written, of: () => START } }),
  });
  await created(process, home);
  t.deepEqual(await listed(process, home), []);
});

test('a member removes no workspace, and has its personal one protected until the other is gone', async (t) => {
  const { process, application, ann } = await givenWorld(t);
  const bob = await enterAs(process, 'bob');
  const studio = await created(process, ann);
  await addMember(process, ann, studio, bob.userKey, 'member');
  t.is(await refusalOf(application.deleteWorkspace(bob, studio)), 'workspace_forbidden', 'a member is no owner');
  t.is(await refusalOf(application.deleteWorkspace(bob, bob.workspaceId)), 'workspace_protected');
  await answered(application.deleteWorkspace(ann, studio));
  t.is(await refusalOf(application.deleteWorkspace(bob, bob.workspaceId)), 'last_workspace');
});

test('a user that removes the last two workspaces at once keeps one', async (t) => {
  const world = await createWorld(t);
  const processes = [await world.start(), await world.start()] as const;
  const ann = await enterAs(processes[0], 'ann');
  const studio = await created(processes[0], ann);
  const [own, other] = await Promise.all([
    processes[0].application.deleteWorkspace(ann, ann.workspaceId),
    processes[1].application.deleteWorkspace(ann, studio),
  ]);
  t.is(own.kind, 'refused');
  t.deepEqual(other, { kind: 'ok', value: { ok: true, nextWorkspaceId: personalWorkspaceId(ann.userKey) } });
  t.deepEqual(
    (await listed(processes[1], ann)).map(({ id }) => id),
    [ann.workspaceId],
  );
});

test('two owners that remove a workspace at once end it once, and neither is refused for the other', async (t) => {
  const world = await createWorld(t);
  const processes = [await world.start(), await world.start()] as const;
  const ann = await enterAs(processes[0], 'ann');
  const bob = await enterAs(processes[1], 'bob');
  const studio = await created(processes[0], ann);
  await addMember(processes[0], ann, studio, bob.userKey, 'owner');
  const outcomes = await Promise.all([
    processes[0].application.deleteWorkspace(ann, studio),
    processes[1].application.deleteWorkspace(bob, studio),
  ]);
  t.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['ok', 'ok'],
  );
  t.is((await world.events()).filter(({ type }) => type === 'WorkspaceDeleted').length, 1);
});

test('the jobs of a removed workspace stop, give back what they hold, and leave their assets', async (t) => {
  const { process, application, services, ann } = await givenWorld(t);
  const studio = await created(process, ann);
  const inside = await enterAs(process, 'ann', studio);
  await answered(application.grantCredits(inside, studio, { pool: 'paid', amount: 100 }, null));
  const production = await produce(process, inside, 3);
  const jobId = await generate(process, production);
  await drawJob(services, jobId, () => 'pass', 1);
  t.is(await refusalOf(application.deleteWorkspace(ann, studio)), 'workspace_has_credits');
  await answered(application.deleteWorkspace(ann, studio, true));
  const job = async () => jobOf(process, jobId);
  t.true((await job()).cancelRequested);
  await drawJob(services, jobId);
  t.is((await job()).status, 'cancelled');
  t.deepEqual(await bodyOf(application.creditSummary(inside, FRESH)), {
    ok: true,
    credits: { paid: 99, bonus: 0, total: 99, held: 0, available: 99 },
  });
  const manifest = production.manifestHash.replace('sha256:', '');
  t.truthy(await services.artifacts.get(studio, manifest), 'what it made is still there');
});

test('a job that begins while its workspace is removed is asked to stop as well', async (t) => {
  const { process, application, services, ground, ann } = await givenWorld(t);
  const studio = await created(process, ann);
  const inside = await enterAs(process, 'ann', studio);
  await answered(application.grantCredits(inside, studio, { pool: 'paid', amount: 100 }, null));
  const production = await produce(process, inside, 1);
  let jobId = '';
  // The generate call passed its gates before; it gets on between the look at the workspace and the end of its ledger.
  const commands = watchedCommands(services.commands, {
    before: async (_, stream) => {
      if (stream === ledgerStream(studio) && jobId === '') jobId = await generate(process, production);
    },
  });
  const remove = createDeleteWorkspace({ ...ground, commands });
  await answered(remove(ann, studio, true));
  t.true((await jobOf(process, jobId)).cancelRequested);
});

test('bonus credits are no reason to keep a workspace, and neither are paid ones past their date', async (t) => {
  const { world, process, application, ann } = await givenWorld(t);
  const studio = await created(process, ann);
  const inside = await enterAs(process, 'ann', studio);
  const expiresAt = new Date(process.services.clock.now() + 60_000).toISOString();
  await answered(application.grantCredits(inside, studio, { pool: 'bonus', amount: 5 }, null));
  await answered(application.grantCredits(inside, studio, { pool: 'paid', amount: 5, expiresAt }, null));
  t.is(await refusalOf(application.deleteWorkspace(ann, studio)), 'workspace_has_credits');
  await world.time.advance(60_001);
  await answered(application.deleteWorkspace(ann, studio));
});
