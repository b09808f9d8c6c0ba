/** The end of a delivery: its stream decides, and its sealed content is removed behind the event. */
import test, { type ExecutionContext } from 'ava';
import { deliveryCleared } from '../../../../events/delivery.ts';
import {
  createDeliveryAttempts,
  type DeliveryAttempts,
} from '../../../../src/application/deliveries/create-delivery-attempts.ts';
import { createDeliver, createRedeliver } from '../../../../src/application/deliveries/deliver.ts';
import { newsReactions } from '../../../../src/application/reactions/news.ts';
import { systemContext } from '../../../../src/application/services/services.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { answered, refusalOf } from '../../../support/application/answered.ts';
import { hostsOf } from '../../../support/application/hosts.ts';
import { givenWorld } from '../../../support/application/world.ts';
import { watchedCommands } from '../../../support/log/watched-commands.ts';

const HOOK = 'https://hooks.test/videos';

/** A delivery that has failed for good; its receiver takes all later ones. */
const given = async (t: ExecutionContext) => {
  const hosts: Record<string, number> = { [HOOK]: 410 };
  const { world, ground, ann } = await givenWorld(t, { outbound: hostsOf(hosts) });
  const video = { url: 'https://files.test/film.mp4' };
  const body = await answered(createDeliver(ground)(ann, { video, destinations: [{ type: 'webhook', url: HOOK }] }));
  const id = String((body as { readonly deliveryId: unknown }).deliveryId);
  hosts[HOOK] = 200;
  return { world, ground, ann, id, object: `${ann.workspaceId}/deliveries/${id}`, redeliver: createRedeliver(ground) };
};

/** Clears a delivery, and has it asked for again at the moment of a step. */
const clearedAt = async (
  { ann, ground, world, redeliver, id }: Awaited<ReturnType<typeof given>>,
  step: 'ClearDelivery' | 'remove',
) => {
  const repeats: ReturnType<typeof redeliver>[] = [];
  const repeat = async (): Promise<void> => {
    repeats.push(redeliver(ann, id));
    await Promise.all(repeats);
  };
  const commands = watchedCommands(ground.commands, {
    before: async (type) => (type === step ? repeat() : undefined),
  });
  const remove = async (key: string): Promise<void> => {
    await ground.objects.remove(key);
    if (step === 'remove') await repeat();
  };
  const deps = { ...ground, commands, objects: { ...ground.objects, remove } };
  const context = systemContext(ann.workspaceId, 'supervise', 'c1');
  await createDeliveryAttempts(deps).clear({ workspaceId: ann.workspaceId, id }, context);
  const events = (await world.events()).filter(({ stream }) => stream === `delivery-${id}`);
  return { repeats, types: events.map(({ type }) => type) };
};

test('a repeat that comes while its delivery is cleared is refused, or has its content', async (t) => {
  const before = await clearedAt(await given(t), 'ClearDelivery');
  for (const repeat of before.repeats) t.like(await answered(repeat), { results: [{ status: 'delivered' }] });
  const after = await clearedAt(await given(t), 'remove');
  for (const repeat of after.repeats) t.is(await refusalOf(repeat), 'delivery_not_repeatable');
  t.is(before.repeats.length + after.repeats.length, 2);
  t.deepEqual(
    [before, after].map(({ types }) => types.at(-1)),
    ['DeliveryCleared', 'DeliveryCleared'],
  );
});

test('content whose process died before it was removed is removed behind the event', async (t) => {
  const { ann, world, ground, id, object } = await given(t);
  const remove = async () => Promise.reject(new Fault('unavailable', 'a store of a test'));
  const dying = createDeliveryAttempts({ ...ground, objects: { ...ground.objects, remove } });
  const context = systemContext(ann.workspaceId, 'supervise', 'c1');
  await t.throwsAsync(dying.clear({ workspaceId: ann.workspaceId, id }, context));
  t.not(await world.objects.head(object), undefined);
  const event = { ...deliveryCleared({}), stream: `delivery-${id}` } as never;
  const reacted = async (deliveries: DeliveryAttempts) =>
    newsReactions({ ...ground, deliveries, sealed: ground.objects })
      .find(({ topic }) => topic.includes('delivery'))
      ?.react['DeliveryCleared']?.(event, context, () => true);
  t.like(await reacted(dying), { kind: 'park' });
  for (const _ of ['once', 'again']) await reacted(createDeliveryAttempts(ground));
  t.is(await world.objects.head(object), undefined);
});
