import test, { type ExecutionContext } from 'ava';
import { clipOf } from '../../../support/engines/films.ts';
import { remoteEngine } from '../../../support/gateway/remote-engine.ts';
import { serveGateway } from '../../../support/gateway/serve-gateway.ts';
import { noScratch } from '../../../support/process/no-scratch.ts';

const sound = { url: 'https://studio.test/api/v1/objects/ws_1/sound.wav?signature=x', startMs: 5_000 };

/** The sound of a scene as its provider is told. */
const told = async (t: ExecutionContext, sounds: readonly 'wav'[]): Promise<unknown> => {
  const { url, double } = await serveGateway(t);
  const engine = remoteEngine(t, { url, sounds });
  t.deepEqual(engine.sounds?.containers ?? [], sounds);
  await engine.perform('hold.0.1.0', clipOf({ sound }), noScratch.open(), new AbortController().signal);
  return [...double.works.values()][0]?.request['sound'];
};

test('a gateway that takes sounds is told where the sound of a scene is', async (t) => {
  t.deepEqual(await told(t, ['wav']), sound);
});

test('another gateway never learns the address of a sound', async (t) => {
  t.is(await told(t, []), undefined);
});
