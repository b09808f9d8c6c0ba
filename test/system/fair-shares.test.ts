/** Fair shares on the real service, with the engine that is built in: one workspace's bulk work and another's image. */
import test from 'ava';
import { createGate } from '../../src/kernel/gate.ts';
import { limits } from '../../src/kernel/limits.ts';
import { openPictureThread } from '../../src/main/picture-thread.ts';
import { imageAmongFrames } from '../support/service/fair-shares.ts';

test('an image of one workspace gets one of the next two slots while frames of another wait', async (t) => {
  t.timeout(120_000);
  const gate = createGate({ placesMax: 1, waitingMax: limits.pictureWaitersMax });
  const background = {
    sleep: async (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve())),
  };
  await imageAmongFrames(t, { ...openPictureThread({ gate, background, logger: { warn: () => undefined } }), jobs: 4 });
});
