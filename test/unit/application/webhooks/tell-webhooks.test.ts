/** News become deliveries: at least once under one id, to webhooks of their own workspace that are there. */
import test from 'ava';
import { createDeliveryAttempts } from '../../../../src/application/deliveries/create-delivery-attempts.ts';
import { carryLaneOn } from '../../../../src/application/reactions/carry-on.ts';
import { newsReactions } from '../../../../src/application/reactions/news.ts';
import { systemContext } from '../../../../src/application/services/services.ts';
import { createRemoveWebhook } from '../../../../src/application/webhooks/owned-webhooks.ts';
import { createTellWebhooks } from '../../../../src/application/webhooks/tell-webhooks.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { idFromContent } from '../../../../src/kernel/ids.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { answered } from '../../../support/application/answered.ts';
import { bodyIn, givenWebhooks, HOOK, idIn, OTHER } from './webhook-world.ts';

test('an event that comes again is one delivery, with a small body', async (t) => {
  const { create, creditsLow, tell, context, calls, eventsOf } = await givenWebhooks(t, { [HOOK]: 204 });
  const { webhook } = await create();
  const event = creditsLow();
  for (const _ of ['once', 'again']) await tell(event, context);
  t.is(calls.length, 1);
  t.is(idIn(calls[0]), idFromContent('dlv', event.id, webhook.id));
  const { workspaceId } = context;
  const { at: timestamp } = event.metadata;
  t.deepEqual(bodyIn(calls[0]), {
    type: 'credits.low',
    timestamp,
    data: { workspaceId, threshold: 50, available: 49 },
  });
  const [requested, ...others] = await eventsOf('DeliveryRequested');
  t.deepEqual(others, []);
  t.like(JSON.parse(requested?.data ?? ''), {
    notice: { webhookId: webhook.id, type: 'credits.low', eventId: event.id },
    destinations: [{ type: 'webhook', host: 'hooks.test', signed: true }],
  });
});

test('a process that dies at any step leaves the rest to the next one, under the same id', async (t) => {
  const { create, creditsLow, tell, context, calls, ground } = await givenWebhooks(t, { [HOOK]: 204 });
  await create();
  const ids = new Set<string>();
  for (let steps = 0; ; steps += 1) {
    let left = steps;
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      left -= 1;
      if (left < 0) throw new Fault('unavailable', 'the process is gone');
      return work();
    };
    const mortal = createDeliveryAttempts({
      ...ground,
      commands: { ...ground.commands, handle: async (...asked) => step(async () => ground.commands.handle(...asked)) },
      objects: { ...ground.objects, put: async (...asked) => step(async () => ground.objects.put(...asked)) },
    });
    const event = creditsLow(`event-${steps}`);
    const before = calls.length;
    const outcome = await createTellWebhooks({ ...ground, deliveries: mortal })(event, context).catch(
      (error: unknown) => error,
    );
    await tell(event, context);
    const told = calls.slice(before);
    t.is(told.length, 1, `after ${steps} steps`);
    ids.add(idIn(told[0]));
    if (!(outcome instanceof Fault)) break;
  }
  t.is(ids.size, 3, 'each event has an id of its own');
});

test('sabotage: ids that do not follow from the event are found by its second coming', async (t) => {
  const { create, creditsLow, tell, context, calls } = await givenWebhooks(t, { [HOOK]: 204 });
  await create();
  for (const id of ['one', 'two']) await tell(creditsLow(id), context);
  t.is(new Set(calls.map(idIn)).size, 2);
});

test('news go to the webhooks of their own workspace that want them, and are not older than these', async (t) => {
  const { create, creditsLow, tell, context, calls, world, ann } = await givenWebhooks(t, {
    [HOOK]: 204,
    [OTHER]: 204,
  });
  const old = creditsLow('before');
  await world.time.advance(1);
  await create(HOOK, ['job.completed']);
  await create(OTHER, ['credits.low']);
  await tell(old, context);
  t.is(calls.length, 0);
  await tell(creditsLow(), systemContext('ws_other', 'news', 'c1'));
  t.is(calls.length, 0, 'another workspace');
  await tell(creditsLow(), context);
  t.deepEqual(
    calls.map(({ url, workspaceId }) => [url, workspaceId]),
    [[OTHER, ann.workspaceId]],
  );
});

test('a removed webhook gets nothing new, and what is under way ends by name without a byte', async (t) => {
  const given = await givenWebhooks(t, { [HOOK]: 500 });
  const { create, creditsLow, tell, context, calls, deliveries, ground, ann, eventsOf, givenUp } = given;
  const { webhook } = await create();
  await tell(creditsLow(), context);
  t.is(calls.length, 1);
  await answered(createRemoveWebhook(ground)(ann, webhook.id));
  const delivery = { workspaceId: ann.workspaceId, id: idIn(calls[0]) };
  await deliveries.attempt(delivery, [0], context);
  await tell(creditsLow('event-2'), context);
  t.is(calls.length, 1);
  const [destination] = (await deliveries.stateOf(delivery)).destinations;
  t.like(destination?.attempts[1], { status: 'failed', code: 'webhook_removed' });
  t.false(destination?.open);
  // It is no failure of a receiver.
  await create(OTHER);
  await tell(givenUp(delivery.id, { code: 'webhook_removed' }), context);
  t.is((await eventsOf('DeliveryRequested')).length, 1);
});

test('sabotage: a service that looks for the webhook only once sends on after its removal', async (t) => {
  const { create, creditsLow, context, eventsOf, ground, ann } = await givenWebhooks(t, { [HOOK]: 204 });
  const { webhook } = await create();
  const remembered = new Map<string, unknown>();
  const read: typeof ground.commands.read = async (decider, stream) => {
    if (!stream.startsWith('webhooks-')) return ground.commands.read(decider, stream);
    if (!remembered.has(stream)) remembered.set(stream, await ground.commands.read(decider, stream));
    return remembered.get(stream) as never;
  };
  const commands = { ...ground.commands, read };
  const tell = createTellWebhooks({ ...ground, commands, deliveries: createDeliveryAttempts(ground) });
  await tell(creditsLow(), context);
  await answered(createRemoveWebhook(ground)(ann, webhook.id));
  await tell(creditsLow('event-2'), context);
  t.is((await eventsOf('DeliveryRequested')).length, 2);
});

test('a delivery that gives up is told, but for one that tells of a delivery itself', async (t) => {
  const { create, creditsLow, tell, context, calls, givenUp } = await givenWebhooks(t, { [HOOK]: 410, [OTHER]: 410 });
  const { webhook } = await create(HOOK, ['credits.low']);
  await create(OTHER, ['delivery.failed']);
  await tell(creditsLow(), context);
  const failed = idIn(calls[0]);
  t.is(calls.length, 1);
  await tell(givenUp(failed), context);
  t.is(calls.length, 2);
  t.deepEqual(bodyIn(calls[1]).data, {
    workspaceId: context.workspaceId,
    deliveryId: failed,
    index: 0,
    attempts: 10,
    status: 'failed',
    code: 'status_not_2xx',
    statusCode: 410,
    webhookId: webhook.id,
  });
  await tell(givenUp(idIn(calls[1])), context);
  t.is(calls.length, 2);
});

test('news wait while a store is away, and a broken invariant is none of these', async (t) => {
  const { create, creditsLow, context, ground } = await givenWebhooks(t, { [HOOK]: 204 });
  await create();
  const reactionsWith = (error: Error) => {
    const put = async () => Promise.reject(error);
    const deliveries = createDeliveryAttempts({ ...ground, objects: { ...ground.objects, put } });
    const reactions = newsReactions({ ...ground, deliveries, sealed: ground.objects });
    return reactions.find(({ topic }) => topic.includes('ledger'))?.react['CreditsLow'];
  };
  const away = reactionsWith(new Fault('unavailable', 'a store of a test'));
  t.deepEqual(await away?.(creditsLow(), context, () => true), { kind: 'park', retryAfterMs: limits.newsRetryMs });
  await t.throwsAsync(async () => reactionsWith(new Error('a bug'))?.(creditsLow(), context, () => true));
});

test('more news than may wait for one webhook fail by name, and the others go on', async (t) => {
  const { clock } = createFakeClock();
  const since = new Date(clock.now()).toISOString();
  const count = limits.deliveriesOpenPerDestinationMax + 2;
  const members = Array.from({ length: count }, (_, n) => {
    return { deliveryId: `dlv_${n}`, index: 0, since, isHeld: true, round: 0, dueAt: since };
  });
  const refused: string[] = [];
  const attempted: string[] = [];
  const deliveries = {
    refuse: async ({ id }: { readonly id: string }) => Promise.resolve(void refused.push(id)),
    attemptNext: async ({ id }: { readonly id: string }) => Promise.resolve(attempted.push(id) > 0),
  } as unknown as ReturnType<typeof createDeliveryAttempts>;
  const work = { subject: 'lane', kind: 'delivery.attempt', dueAt: since, host: null, members } as const;
  const context = systemContext('ws_1', 'supervise', 'c1');
  await carryLaneOn({ deliveries, clock, stopping: new AbortController().signal }, work, context);
  t.deepEqual(refused, [`dlv_${count - 2}`, `dlv_${count - 1}`]);
  t.deepEqual(attempted, ['dlv_0']);
});
