/** A member that is removed while its paid call asks another host: what the call wants does not begin. */
import test, { type ExecutionContext } from 'ava';
import { workspaceDecider, workspaceStream } from '../../../../commands/workspace/decider.ts';
import { contextOf } from '../../../../src/application/calls/caller.ts';
import { answered, refusalOf } from '../../../support/application/answered.ts';
import { hostsOf } from '../../../support/application/hosts.ts';
import { balancesIn } from '../../../support/application/states.ts';
import { addMember, created } from '../../../support/application/workspace-steps.ts';
import { createWorld, enterAs, type Process } from '../../../support/application/world.ts';
import { eventually } from '../../../support/kernel/eventually.ts';

const REFERENCE = 'https://slow.test/plate.png';

/** `remover`: the process that takes the owner's call. */
const removedDuring = async (t: ExecutionContext, remover: 'same' | 'another', waitMs: number) => {
  const world = await createWorld(t);
  const hosts = hostsOf({ [REFERENCE]: Buffer.from('picture') });
  let meanwhile = async (): Promise<void> => Promise.resolve();
  const outbound = {
    ...hosts,
    call: async (...asked: Parameters<typeof hosts.call>) => {
      await meanwhile();
      return hosts.call(...asked);
    },
  } as typeof hosts;
  const here = await world.start({ outbound });
  const there: Process = remover === 'same' ? here : await world.start({});
  const ann = await enterAs(here, 'ann');
  const bobAtHome = await enterAs(here, 'bob');
  const studio = await created(here, ann);
  await addMember(here, ann, studio, bobAtHome.userKey, 'member');
  await answered(here.application.grantCredits(ann, studio, { pool: 'paid', amount: 10 }, null));
  const bob = await enterAs(here, 'bob', studio);
  meanwhile = async () => {
    const remove = { type: 'RemoveMember', userKey: bob.userKey, byUserKey: ann.userKey } as const;
    const context = { ...contextOf(ann), workspaceId: studio };
    await there.services.commands.handle(workspaceDecider, workspaceStream(studio), remove, context);
    await world.time.advance(waitMs);
  };
  const { project } = JSON.parse(
    (await answered(here.application.createProject(bob, { name: 'Nightfall' }, null))).body,
  ) as { readonly project: { readonly id: string } };
  const batch = {
    projectId: project.id,
    prompt: 'a quay',
    count: 1,
    continuityMode: 'master_reference',
    referenceImageUrls: [REFERENCE],
  } as const;
  return { world, here, studio, calling: here.application.storyboardBatch(bob, batch, null) };
};

for (const [remover, waitMs] of [
  ['same', 0],
  ['another', 1_001],
] as const) {
  test(`removed by ${remover} process: nothing is held, and no job begins`, async (t) => {
    const { world, here, studio, calling } = await removedDuring(t, remover, waitMs);
    const hasBegun = async () => (await world.events()).some(({ type }) => type === 'JobQueued');
    let hasEnded = false;
    const refusal = refusalOf(calling).finally(() => (hasEnded = true));
    // A call whose job has begun waits for its end.
    await eventually('the call ends, or its job begins', async () => hasEnded || hasBegun());
    t.false(await hasBegun());
    t.is(await refusal, 'membership_required');
    t.like(await balancesIn(here, studio), { paid: 10, held: 0 });
  });
}
