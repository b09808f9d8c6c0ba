/** A delivery that is asked for again while its own request is at work. */
import test from 'ava';
import { createDeliver, createRedeliver } from '../../../../src/application/deliveries/deliver.ts';
import { createReadDelivery } from '../../../../src/application/deliveries/read-deliveries.ts';
import type { Outbound } from '../../../../src/ports/outbound.ts';
import { answered } from '../../../support/application/answered.ts';
import { hostsOf } from '../../../support/application/hosts.ts';
import { givenWorld } from '../../../support/application/world.ts';
import { eventually } from '../../../support/kernel/eventually.ts';

const GONE = 'https://gone.test/videos';
const SLOW = 'https://slow.test/videos';

test('an attempt that is under way to another destination is not made twice', async (t) => {
  const { promise: answer, resolve: go } = Promise.withResolvers<void>();
  const hosts = hostsOf({ [GONE]: 410, [SLOW]: 200 });
  const outbound: Outbound = {
    call: async (call, read) => {
      if (call.url === SLOW) await answer;
      return hosts.call(call, read);
    },
  };
  const { world, process, ann } = await givenWorld(t, { outbound });
  const destinations = [GONE, SLOW].map((url) => ({ type: 'webhook', url }) as const);
  const video = { url: 'https://files.test/film.mp4' };
  const delivering = createDeliver(process.ground)(ann, { video, destinations });
  const tried = async () => (await world.events()).find(({ type }) => type === 'DeliveryAttempted');
  await eventually('the first destination has refused it', async () => (await tried()) !== undefined);
  const id = (await tried())?.stream.slice('delivery-'.length) ?? '';
  const again = createRedeliver(process.ground)(ann, id);
  await eventually('it is sent to the first again', () => hosts.called.length === 2);
  go();
  await Promise.all([answered(again), answered(delivering)]);
  t.deepEqual(hosts.called, [GONE, GONE, SLOW]);
  t.like(await answered(createReadDelivery(process.ground)(ann, id)), {
    delivery: { destinations: [{ attempts: { length: 2 } }, { attempts: { length: 1 } }] },
  });
});
