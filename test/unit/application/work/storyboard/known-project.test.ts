/** A generate goes on with what its process knows, and refuses only what the log itself says. */
import test, { type ExecutionContext } from 'ava';
import type { EventStore } from '../../../../../src/ports/event-store.ts';
import { answered, refusalOf, storedBody } from '../../../../support/application/answered.ts';
import {
  asked,
  createProject,
  generate,
  produce,
  replan,
  revise,
  storyboardOf,
} from '../../../../support/application/production.ts';
import { createWorld, enterAs, principalOf } from '../../../../support/application/world.ts';

/** Two processes on one log, and the looks that the first one takes at it. */
const givenTwo = async (t: ExecutionContext, trialCredits = 1_000) => {
  const looks: string[] = [];
  const noting = (store: EventStore): EventStore => ({
    ...store,
    head: async (stream) => {
      looks.push(`head of ${stream.slice(0, stream.indexOf('-'))}`);
      return store.head(stream);
    },
  });
  const world = await createWorld(t);
  const here = await world.start({ trialCredits, eventStore: noting });
  const there = await world.start({ trialCredits });
  const ann = principalOf('ann');
  return { world, here, there, caller: await enterAs(here, ann), looks };
};

test('known state takes no look at the log but those that a start rests on', async (t) => {
  const { here, caller, looks } = await givenTwo(t);
  const production = await produce(here, caller);
  looks.length = 0;
  await generate(here, production);
  t.deepEqual(looks, ['head of plan'], 'a person may have decided on the plan since');
});

test('a job of another process is found, and none is started beside it', async (t) => {
  const { here, there, caller } = await givenTwo(t);
  const production = await produce(here, caller);
  const jobId = await generate(there, production);
  t.is(await generate(here, production), jobId);
});

test('a storyboard that another process has moved is refused', async (t) => {
  const { here, there, caller } = await givenTwo(t);
  const production = await produce(here, caller);
  await revise(there, production, storyboardOf(3));
  t.is(await refusalOf(here.application.generate(...asked(production), null)), 'script_revision_conflict');
});

test('a storyboard that another process has given is found', async (t) => {
  const { here, there, caller } = await givenTwo(t);
  const projectId = await createProject(here, caller);
  const later = await replan(there, { caller, projectId }, storyboardOf(2));
  t.like(await storedBody(here.application.generate(...asked(later), null)), { accepted: true });
});

test('a plan of a storyboard that another process has moved is started', async (t) => {
  const { here, there, caller } = await givenTwo(t);
  const { projectId } = await produce(here, caller);
  const later = await replan(there, { caller, projectId }, storyboardOf(3));
  t.like(await storedBody(here.application.generate(...asked(later), null)), { accepted: true });
});

test('credits that another process has granted are found', async (t) => {
  const { here, there, caller } = await givenTwo(t, 1);
  const production = await produce(here, caller);
  const asking = async () => here.application.generate(...asked(production), null);
  t.is(await refusalOf(asking()), 'insufficient_credits');
  const grant = { pool: 'paid', amount: 1_000 } as const;
  await answered(there.application.grantCredits(caller, caller.workspaceId, grant, null));
  t.like(await storedBody(asking()), { accepted: true });
});
