import test from 'ava';
import { workspaceDecider, workspaceStream } from '../../../../commands/workspace/decider.ts';
import { contextOf, type Caller } from '../../../../src/application/calls/caller.ts';
import { createEnter } from '../../../../src/application/tenancy/enter.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { answered, bodyOf, FRESH, refusalOf } from '../../../support/application/answered.ts';
import {
  createWorld,
  enterAs,
  givenWorld,
  principalOf,
  type Process,
  type World,
} from '../../../support/application/world.ts';
import { addMember, created } from '../../../support/application/workspace-steps.ts';
import { dyingAt } from '../../../support/log/watched-commands.ts';

const READ = { workspaceId: null, access: 'read', correlationId: 'c1' } as const;
const WRITE = { ...READ, access: 'write' } as const;

const typesOf = async (world: World): Promise<string[]> => (await world.events()).map(({ type }) => type);

const creditsOf = async ({ application }: Process, caller: Caller): Promise<unknown> =>
  (await bodyOf(application.creditSummary(caller, FRESH)))['credits'];

/** The owner of a workspace that others may join. */
const enterStudio = async (process: Process): Promise<Caller> =>
  enterAs(process, 'ann', await created(process, await enterAs(process, 'ann')));

const addBob = async (process: Process, owner: Caller): Promise<void> =>
  addMember(process, owner, owner.workspaceId, principalOf('bob').userKey, 'member');

const removeMember = async ({ services }: Process, owner: Caller, userKey: string): Promise<void> => {
  const command = { type: 'RemoveMember', userKey, byUserKey: owner.userKey } as const;
  await services.commands.handle(workspaceDecider, workspaceStream(owner.workspaceId), command, contextOf(owner));
};

test('requests at once, in one process and in two, make one workspace and one grant', async (t) => {
  const world = await createWorld(t);
  const processes = [await world.start(), await world.start()];
  const ann = principalOf('ann');
  const entered = await Promise.all(
    [...processes, ...processes].map(async ({ application }) => application.enter(ann, WRITE)),
  );
  t.true(entered.every(({ kind }) => kind === 'ok'));
  t.deepEqual((await typesOf(world)).sort(), ['CreditsGranted', 'WorkspaceCreated']);
});

test('whichever of the two is missing after a crash is completed', async (t) => {
  const world = await createWorld(t);
  const crashed = await world.start();
  const ann = principalOf('ann');
  // The process dies between the two appends.
  const enter = createEnter({ ...crashed.ground, commands: dyingAt(crashed.services.commands, 'GrantCredits') });
  await t.throwsAsync(async () => enter(ann, READ), { message: 'the process died' });
  await t.throwsAsync(async () => enter(ann, READ), { message: 'the process died' }, 'not remembered as complete');
  t.deepEqual(await typesOf(world), ['WorkspaceCreated']);

  const restarted = await world.start();
  t.like(await creditsOf(restarted, await enterAs(restarted, 'ann')), { bonus: limits.trialCreditsLocal });
  t.deepEqual(await typesOf(world), ['WorkspaceCreated', 'CreditsGranted']);
});

test('a removed member cannot write from then on, in any process, nor read for longer than a second', async (t) => {
  const world = await createWorld(t);
  const here = await world.start();
  const there = await world.start();
  const ann = await enterStudio(here);
  const bob = principalOf('bob');
  await addBob(here, ann);
  const into = { workspaceId: ann.workspaceId, correlationId: 'c1' };
  const read = async () => there.application.enter(bob, { ...into, access: 'read' });
  const write = async () => there.application.enter(bob, { ...into, access: 'write' });
  t.like(await answered(read()), { role: 'member' });
  await removeMember(here, ann, bob.userKey);
  // Confirmed a moment ago: good enough to read.
  t.is((await read()).kind, 'ok');
  t.is(await refusalOf(write()), 'membership_required');
  await addBob(here, ann);
  await answered(write());
  await removeMember(here, ann, bob.userKey);
  await world.time.advance(limits.membershipAgeMaxMs + 1);
  t.is(await refusalOf(read()), 'membership_required');
});

test('sabotage: a gate that lets writers rest on an old look lets removed members in', async (t) => {
  const world = await createWorld(t);
  const here = await world.start();
  const there = await world.start();
  const ann = await enterStudio(here);
  const bob = principalOf('bob');
  await addBob(here, ann);
  const { commands } = there.services;
  const read: typeof commands.read = async (decider, stream) => commands.readRecent(decider, stream, Infinity);
  const careless = createEnter({ ...there.ground, commands: { ...commands, read } });
  const into = { ...WRITE, workspaceId: ann.workspaceId };
  t.is((await careless(bob, into)).kind, 'ok');
  await removeMember(here, ann, bob.userKey);
  t.is((await careless(bob, into)).kind, 'ok');
});

test('a token for one workspace reaches no other, also where the call names it as its object', async (t) => {
  const { process, application, ann: home } = await givenWorld(t);
  const id = await created(process, home);
  const bound = await answered(application.enter(principalOf('ann', { workspaceId: home.workspaceId }), WRITE));
  const grant = { pool: 'paid', amount: 5 } as const;
  t.is(await refusalOf(application.grantCredits(bound, id, grant, null)), 'workspace_forbidden');
  t.is(await refusalOf(application.deleteWorkspace(bound, id)), 'workspace_forbidden');
  await answered(application.grantCredits(bound, home.workspaceId, grant, null));
  await answered(application.deleteWorkspace(home, id));
});
