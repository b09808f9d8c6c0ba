/** The removal of a workspace, and calls that overtake it. */
import test from 'ava';
import { webhooksDecider, webhooksStream } from '../../../../commands/webhooks.ts';
import { workspaceDecider, workspaceStream } from '../../../../commands/workspace/decider.ts';
import { type Caller, contextOf } from '../../../../src/application/calls/caller.ts';
import { createSetSpendLimits } from '../../../../src/application/credits/spend-limits.ts';
import { createRemoveMember } from '../../../../src/application/tenancy/members.ts';
import { createDeleteWorkspace } from '../../../../src/application/tenancy/workspaces.ts';
import { createCreateWebhook } from '../../../../src/application/webhooks/change-webhooks.ts';
import { answered, refusalOf } from '../../../support/application/answered.ts';
import { addMember, created } from '../../../support/application/workspace-steps.ts';
import { enterAs, givenWorld, principalOf, type Process } from '../../../support/application/world.ts';
import { overtakenAt } from '../../../support/log/watched-commands.ts';
import { ledgerOf } from '../../../support/application/states.ts';

/** Removes a workspace for `caller`, with something done just before its first command of this type. */
const removedWith = async (
  { ground }: Process,
  caller: Caller,
  workspaceId: string,
  type: string,
  meanwhile: () => Promise<void>,
) => {
  const commands = overtakenAt(ground.commands, type, meanwhile);
  return createDeleteWorkspace({ ...ground, commands })(caller, workspaceId);
};

test('one that loses its ownership while it removes a workspace changes nothing', async (t) => {
  const { process, application, ann } = await givenWorld(t);
  const bob = await enterAs(process, 'bob');
  const studio = await created(process, ann);
  await addMember(process, ann, studio, bob.userKey, 'owner');
  const removing = removedWith(process, bob, studio, 'BeginRemoval', async () =>
    addMember(process, ann, studio, bob.userKey, 'member'),
  );
  t.is(await refusalOf(removing), 'workspace_forbidden');
  t.false((await ledgerOf(process, studio)).closed);
  await answered(application.grantCredits(ann, studio, { pool: 'paid', amount: 5 }, null));
});

test('an owner stays one from the first step of a removal to the last', async (t) => {
  for (const step of ['CloseLedger', 'DeleteWorkspace']) {
    const { process, ann } = await givenWorld(t);
    const bob = await enterAs(process, 'bob');
    const studio = await created(process, ann);
    await addMember(process, ann, studio, bob.userKey, 'owner');
    const removeMember = createRemoveMember(process.ground);
    const removing = removedWith(process, bob, studio, step, async () => {
      const named = { workspaceId: studio, sub: bob.userKey, issuer: '' };
      t.is(await refusalOf(removeMember(ann, named)), 'workspace_forbidden');
    });
    await answered(removing);
    const { commands } = process.services;
    t.is((await commands.read(workspaceDecider, workspaceStream(studio))).state.status, 'deleted');
    t.true((await ledgerOf(process, studio)).closed);
  }
});

test('paid credits that come while a workspace is removed are kept until an owner forfeits them', async (t) => {
  const { process, application, ann } = await givenWorld(t);
  const studio = await created(process, ann);
  const removing = removedWith(process, ann, studio, 'BeginRemoval', async () => {
    await answered(application.grantCredits(ann, studio, { pool: 'paid', amount: 5 }, null));
  });
  t.is(await refusalOf(removing), 'workspace_has_credits');
  t.false((await ledgerOf(process, studio)).closed);
  await answered(application.deleteWorkspace(ann, studio, true));
});

test('a webhook of a call that overtakes a removal is removed with the workspace, or not created', async (t) => {
  const hook = { url: 'https://hooks.test/news', events: ['job.completed'] as const };
  for (const [step, code] of [
    ['CloseLedger', undefined],
    ['DeleteWorkspace', 'workspace_forbidden'],
  ] as const) {
    const { process, ann } = await givenWorld(t);
    const studio = await created(process, ann);
    const inside = await enterAs(process, 'ann', studio);
    const create = createCreateWebhook(process.ground);
    const removing = removedWith(process, ann, studio, step, async () => {
      const outcome = await create(inside, hook);
      t.is(outcome.kind === 'refused' ? outcome.code : undefined, code, step);
    });
    await answered(removing);
    const { state } = await process.services.commands.read(webhooksDecider, webhooksStream(studio));
    t.deepEqual(state.webhooks, [], step);
    t.is(await refusalOf(create(inside, hook)), 'workspace_forbidden');
  }
});

test('a workspace whose removal has begun takes reads and its removal, and nothing else', async (t) => {
  const { process, application, ground, services, ann } = await givenWorld(t);
  const studio = await created(process, ann);
  const inside = await enterAs(process, 'ann', studio);
  const begin = { type: 'BeginRemoval', byUserKey: ann.userKey, forfeit: false } as const;
  await services.commands.handle(workspaceDecider, workspaceStream(studio), begin, contextOf(inside));
  const entering = async (access: 'read' | 'write' | 'end') =>
    application.enter(principalOf('ann'), { workspaceId: studio, access, correlationId: 'c1' });
  t.is(await refusalOf(entering('write')), 'workspace_forbidden');
  await answered(entering('read'));
  // Calls from elsewhere that name it.
  const grant = application.grantCredits(ann, studio, { pool: 'paid', amount: 5 }, null);
  t.is(await refusalOf(grant), 'workspace_forbidden');
  const spend = createSetSpendLimits(ground)(ann, studio, { monthlyCap: 5, lowAt: [] }, false);
  t.is(await refusalOf(spend), 'workspace_forbidden');
  await answered(application.deleteWorkspace(await answered(entering('end')), studio));
  t.is(await refusalOf(entering('end')), 'membership_required');
});
