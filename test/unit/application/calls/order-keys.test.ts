/** An order under an Idempotency-Key has two claims. After any death one job answers both, or both are free (I5). */
import test, { type ExecutionContext } from 'ava';
import type { StoredAnswer } from '../../../../src/application/calls/result.ts';
import { createCommerceVideo } from '../../../../src/application/work/commerce/commerce-video.ts';
import { answered, refusalOf } from '../../../support/application/answered.ts';
import { superviseKeys } from '../../../support/application/supervise-key.ts';
import { givenWorld, type Process } from '../../../support/application/world.ts';
import { quickVideo } from '../../../support/engines/media-engines.ts';
import { createMortalCommands, Died } from '../../../support/log/mortal-commands.ts';
import { watchedCommands } from '../../../support/log/watched-commands.ts';

const given = async (t: ExecutionContext, trialCredits?: number) => {
  const { world, process, ann } = await givenWorld(t, {
    engines: [quickVideo()],
    ...(trialCredits === undefined ? {} : { trialCredits }),
    ground: (ground) => ({ ...ground, providerB: 'service_video' }),
  });
  const queued = async () => (await world.events()).filter(({ type }) => type === 'JobQueued').length;
  return { world, process, ann, queued };
};

const order = { trigger: 'cross_sell', product: { title: 'Lantern' }, durationSeconds: 5, externalRef: 'r1' } as const;
const keyed = (key: string, body = 'a') => ({ key, bodyHash: body.repeat(64) });

const jobIdIn = (answer: StoredAnswer | undefined): string =>
  (JSON.parse(answer?.body ?? '{}') as { readonly job: { readonly id: string } }).job.id;

/** Calls that died at each of their steps, by the number of the jobs that were queued by then. */
const diedAtEachStep = async (t: ExecutionContext, before: 'nothing' | 'the order') => {
  const left: number[] = [];
  for (let diesAt = 1; ; diesAt += 1) {
    const { world, process, ann, queued } = await given(t);
    const ask = async (key: string | null, ground = process.ground) =>
      createCommerceVideo(ground)(ann, order, key === null ? null : keyed(key));
    const first = before === 'the order' ? await answered(ask('first')) : undefined;
    const commands = createMortalCommands(process.services.commands, diesAt, 'after');
    const call = ask('K', { ...process.ground, commands });
    const died = await call.then(
      () => false,
      (error: unknown) => error instanceof Died,
    );
    if (!died) return left;
    left.push(await queued());
    await superviseKeys(world, process.services, ann.workspaceId);
    const answers = [await answered(ask('K')), await answered(ask(null)), await answered(ask('L'))];
    const jobs = new Set([first ?? answers[0], ...answers].map((answer) => jobIdIn(answer)));
    t.is(jobs.size, 1, `died at ${diesAt}`);
    t.is(await queued(), 1, `died at ${diesAt}`);
    const other = createCommerceVideo(process.ground)(ann, { ...order, externalRef: 'r2' }, keyed('K', 'b'));
    t.is(await refusalOf(other), 'idempotency_key_reused', `died at ${diesAt}`);
  }
};

test('a call that dies at any step of a new order leaves one job, or none and both keys free', async (t) => {
  const left = await diedAtEachStep(t, 'nothing');
  // The claims of the order and of the key, the hold, the job, its begin, the two answers.
  t.deepEqual(left, [0, 0, 0, 1, 1, 1, 1]);
});

test('a call that dies at any step of an order that has its job leaves its key to that job', async (t) => {
  t.deepEqual(await diedAtEachStep(t, 'the order'), [1, 1]);
});

/** A call that another one overtakes once so many of its commands are done: the claims are the first two. */
const overtaken = ({ ground, services }: Process, after: number, other: () => Promise<unknown>) => {
  let count = 0;
  const commands = watchedCommands(services.commands, {
    after: async () => ((count += 1) === after ? other() : undefined),
  });
  return createCommerceVideo({ ...ground, commands });
};

test('a key that is taken meanwhile frees the order', async (t) => {
  const { process, ann, queued } = await given(t);
  const create = createCommerceVideo(process.ground);
  const other = async () => answered(create(ann, { ...order, externalRef: 'r2' }, keyed('K', 'b')));
  t.is(await refusalOf(overtaken(process, 1, other)(ann, order, keyed('K'))), 'idempotency_key_reused');
  t.is(await queued(), 1);
  await answered(create(ann, order, keyed('L')));
  t.is(await queued(), 2);
});

test('credits that are spent meanwhile free the order and the key', async (t) => {
  const { process, ann } = await given(t, 5);
  const create = createCommerceVideo(process.ground);
  const other = async () => answered(create(ann, { ...order, externalRef: 'r2' }, keyed('L')));
  t.is(await refusalOf(overtaken(process, 2, other)(ann, order, keyed('K'))), 'insufficient_credits');
  const changed = { ...order, brandName: 'Quay' };
  t.is(await refusalOf(create(ann, changed, keyed('K', 'b'))), 'insufficient_credits', 'both take another body');
});

test('while an order is under way a repeat is told so, and its own key stays free', async (t) => {
  const { world, process, ann } = await given(t);
  const commands = createMortalCommands(process.services.commands, 2, 'after');
  const dying = createCommerceVideo({ ...process.ground, commands });
  await t.throwsAsync(dying(ann, order, keyed('K')), { instanceOf: Died });
  const create = createCommerceVideo(process.ground);
  for (const key of [keyed('K'), keyed('L'), null])
    t.is(await refusalOf(create(ann, order, key)), 'request_in_progress');
  await answered(create(ann, { ...order, externalRef: 'r2' }, keyed('L', 'b')));
  await superviseKeys(world, process.services, ann.workspaceId);
  await answered(create(ann, order, keyed('K')));
});

test('a refusal before any work frees both keys', async (t) => {
  const { process, ann } = await given(t);
  const engineless = createCommerceVideo({ ...process.ground, providerB: null });
  t.is(await refusalOf(engineless(ann, order, keyed('K'))), 'provider_unavailable');
  const create = createCommerceVideo(process.ground);
  await answered(create(ann, { ...order, brandName: 'Quay' }, keyed('K', 'b')));
});
