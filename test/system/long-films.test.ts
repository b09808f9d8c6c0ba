/** Long films and short ones at one engine. */
import test from 'ava';
import { quickVideo } from '../support/engines/media-engines.ts';
import { quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { endOf, locationOf } from '../support/service/media-calls.ts';
import { givenService } from '../support/service/real-service.ts';

const LONG = 3;
const film = (scenes: number) => ({ title: 'The letter', prompt: 'Ada reads a letter.', scene_count: scenes });

test('a short film is made while long ones hold every turn of their engine', async (t) => {
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  let held = 0;
  const engine = quickVideo(
    async ({ makes, clips }) => {
      if (makes !== 'assembly' || (clips as readonly string[]).length < LONG) return;
      held += 1;
      await done;
    },
    { inFlightMax: 2, isShort: (makes, scenes) => makes === 'clip' || scenes < LONG },
  );
  const service = await givenService(t, { makers: quickMakers(quickEngine(), engine) });
  const begin = async (sub: string, scenes: number) => {
    const client = await service.client(sub);
    return { client, at: locationOf(await client.post('video/create', film(scenes))) };
  };
  const long = [await begin('alice', LONG), await begin('bob', LONG)];
  await eventually('both long ones are put together', () => held === 2);
  const short = await begin('carol', 1);
  t.is((await endOf(short.client, short.at)).job.status, 'completed');
  finish();
  for (const { client, at } of long) t.is((await endOf(client, at)).job.status, 'completed');
});
