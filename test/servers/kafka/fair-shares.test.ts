/** Fair shares over a real broker, which holds the frames of another workspace before the image comes. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import { imageAmongFrames } from '../../support/service/fair-shares.ts';
import { quickEngine } from '../../support/engines/quick-makers.ts';
import { requireServer } from '../../support/servers/require.ts';

const FRAMES = 512;

const kafka = requireServer(test, 'kafka');

if (kafka !== undefined) {
  test('with 512 frames of another waiting, a single image gets one of the next two slots', async (t) => {
    t.timeout(120_000);
    const env = { KAFKA_BROKERS: kafka, KAFKA_PREFIX: `shares-${randomUUID().slice(0, 8)}.` };
    await imageAmongFrames(t, { env, engine: quickEngine(), jobs: FRAMES / limits.tasksInFlightPerJobMax });
  });
}
