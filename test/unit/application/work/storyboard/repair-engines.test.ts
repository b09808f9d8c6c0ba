/** A repair asks for an engine that can make its frames before it takes any credits, as generate does. */
import test, { type ExecutionContext } from 'ava';
import type { Engine } from '../../../../../src/ports/engine.ts';
import { answered } from '../../../../support/application/answered.ts';
import { createProject, decide, draw, plan, storyboardOf } from '../../../../support/application/production.ts';
import { givenWorld } from '../../../../support/application/world.ts';
import { createFakeEngine } from '../../../../support/engines/fake-engine.ts';

const away = { available: async () => Promise.resolve(false) };
const [there, other] = [createFakeEngine(), createFakeEngine('provider_c')];

/** As much as a picture of `service_images`. */
const prices = { provider_c: { image: 1 } };

/** A plan of one frame that was sent to repair. */
const givenSent = async (
  t: ExecutionContext,
  trialCredits = 100,
  engines: readonly Engine[] = [there],
  engine: 'auto' | 'provider_c' = 'auto',
) => {
  const { world, process, ann } = await givenWorld(t, { trialCredits, engines, prices });
  const storyboard = storyboardOf(1, { engine });
  const production = await plan(process, ann, await createProject(process, ann, { storyboard }));
  const { projectId, planId } = production;
  await draw(process, production);
  await answered(decide(process, production, 'repair', 0));
  /** By a process with these engines: the code of the answer, and how many events it appended. */
  return async (...engines: readonly Engine[]): Promise<readonly [string, number]> => {
    const { application } = await world.start({ engines, prices });
    const before = (await world.events()).length;
    const key = { key: 'K', bodyHash: 'a'.repeat(64) };
    const answer = await application.repair(ann, projectId, planId, key);
    return [answer.kind === 'refused' ? answer.code : answer.kind, (await world.events()).length - before];
  };
};

test('an engine is away, or not configured: a repair is refused, appends nothing and frees its key', async (t) => {
  const repairing = await givenSent(t);
  t.deepEqual(await repairing(createFakeEngine('service_images', away)), ['provider_unavailable', 0]);
  t.deepEqual(await repairing(createFakeEngine('service_images', { notInstalled: 'no' })), [
    'provider_not_configured',
    0,
  ]);
  t.deepEqual(await repairing(other), ['provider_not_configured', 0]);
  const [code, events] = await repairing(there);
  t.is(code, 'ok');
  t.true(events > 0);
});

test('a repair begins while one engine of its plan is there, as its frames go to the next one', async (t) => {
  const repairing = await givenSent(t, 100, [other, there]);
  const [code] = await repairing(there, createFakeEngine('provider_c', away));
  t.is(code, 'ok');
});

test('a repair of a storyboard that names its engine goes to no other one', async (t) => {
  const repairing = await givenSent(t, 100, [other, there], 'provider_c');
  t.deepEqual(await repairing(there, createFakeEngine('provider_c', away)), ['provider_unavailable', 0]);
});

test('a repair without an engine is refused for that, and not for its credits', async (t) => {
  const repairing = await givenSent(t, 3);
  t.deepEqual(await repairing(createFakeEngine('service_images', away)), ['provider_unavailable', 0]);
  t.deepEqual(await repairing(there), ['insufficient_credits', 0]);
});
