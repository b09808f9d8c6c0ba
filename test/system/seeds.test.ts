/** Pictures without QA: the same words twice are two pictures, and the seed that is told makes one of them again. */
import test, { type ExecutionContext } from 'ava';
import type { HttpAnswer } from '../support/http/http-call.ts';
import { type EngineCall, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { givenService } from '../support/service/real-service.ts';
import { createProject, expecting } from '../support/service/storyboard-calls.ts';

const givenWatched = async (t: ExecutionContext) => {
  const calls: EngineCall[] = [];
  const makers = quickMakers(quickEngine({ onCall: (call) => void calls.push(call) }));
  return { client: await (await givenService(t, { makers })).client(), calls };
};

type Told = { readonly seed: number; readonly asset: { readonly hash: string } };

const told = (answer: HttpAnswer): Told => expecting(200, answer).body as Told;

test('the same prompt twice makes two pictures, each under the seed that is told', async (t) => {
  const { client, calls } = await givenWatched(t);
  const draw = async (more = {}): Promise<Told> =>
    told(await client.post('image/generate', { prompt: 'a quay', ...more }));
  const [one, two] = [await draw(), await draw()];
  t.not(one.asset.hash, two.asset.hash, 'both are paid for');
  t.deepEqual(
    calls.map(({ seed }) => seed),
    [one.seed, two.seed],
  );
  t.is((await draw({ seed: one.seed })).asset.hash, one.asset.hash);
  t.is((await draw({ seed: 0 })).seed, 0);
});

test('a batch without a seed draws anew, one with a seed the same pictures', async (t) => {
  const { client } = await givenWatched(t);
  const projectId = await createProject(client, ['one']);
  const draw = async (more = {}): Promise<readonly string[]> => {
    const asked = { projectId, prompt: 'a quay', count: 2, continuityMode: 'independent', ...more };
    const { frames } = expecting(200, await client.post('image/storyboard-batch', asked)).body as {
      frames: readonly Pick<Told, 'asset'>[];
    };
    return frames.map(({ asset }) => asset.hash);
  };
  t.is(new Set([...(await draw()), ...(await draw())]).size, 4);
  t.deepEqual(await draw({ seed: 5 }), await draw({ seed: 5 }));
});
