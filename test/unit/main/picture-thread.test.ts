/** Pictures made on a thread of their own are those that would be made here. */
import test, { type ExecutionContext } from 'ava';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { createServiceImages } from '../../../src/engines/service-images/create-service-images.ts';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { createGate } from '../../../src/kernel/gate.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { openPictureThread } from '../../../src/main/picture-thread.ts';
import type { ImageResult } from '../../../src/ports/image-engine.ts';
import { createPixelScorer } from '../../../src/quality/pixel-scorer.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const open = (t: ExecutionContext) => {
  const gate = createGate({ placesMax: 2, waitingMax: 8 });
  const thread = openPictureThread({ gate, timers: createTimers() });
  t.teardown(thread.close);
  return { thread, engine: createServiceImages({ gate }), scorer: createPixelScorer({ gate }) };
};

const request = {
  prompt: 'Wide shot of a harbor at noon',
  negativePrompt: null,
  styleNotes: null,
  width: 320,
  height: 180,
  seed: 7,
  references: [],
};
const { signal } = new AbortController();

const comparable = ({ bytes, ...rest }: ImageResult) => ({ ...rest, bytes: sha256(bytes) });

test('the same picture and the same evidence, with a reference and without', async (t) => {
  const { thread, engine, scorer } = open(t);
  const here = await engine.generate('a', request, signal);
  t.deepEqual(comparable(await thread.engine.generate('a', request, signal)), comparable(here));
  const second = { ...request, seed: 8, references: [here.bytes] };
  const drawn = await thread.engine.generate('b', second, signal);
  t.deepEqual(comparable(drawn), comparable(await engine.generate('b', second, signal)));
  t.not(sha256(drawn.bytes), sha256(here.bytes));
  const judged = {
    bytes: drawn.bytes,
    expected: { width: 320, height: 180 },
    continuityWith: here.bytes,
    siblingHashes: [],
    referenceHashes: [],
  };
  t.deepEqual(await thread.scorer.score(judged), await scorer.score(judged));
  t.deepEqual({ ...thread.engine, generate: null }, { ...engine, generate: null });
});

test('a fault is the fault that it was, and holds up nothing', async (t) => {
  const { thread } = open(t);
  const error = await t.throwsAsync(thread.engine.generate('a', { ...request, width: 9_999 }, signal), {
    instanceOf: Fault,
  });
  t.like(error, { code: 'rejected', retriable: false, detail: { width: 9_999 } });
  t.is((await thread.engine.generate('a', request, signal)).width, 320);
});

test('work fails when its thread dies, and is not waited for', async (t) => {
  const dying = new URL(`data:text/javascript,${encodeURIComponent('process.exit(3)')}`);
  const gate = createGate({ placesMax: 1, waitingMax: 8 });
  const thread = openPictureThread({ gate, timers: createTimers(), script: dying });
  const failed = async () => t.throwsAsync(thread.engine.generate('a', request, signal), { instanceOf: Fault });
  t.like(await failed(), { code: 'unavailable', retriable: true });
  t.like(await failed(), { code: 'unavailable', retriable: true }, 'the place at the gate was given back');
  await thread.close();
});

test('a picture that never comes ends its thread, and gives its place back', async (t) => {
  const silent = new URL(`data:text/javascript,${encodeURIComponent('setInterval(() => {}, 1000)')}`);
  const { timers, advance } = createFakeClock();
  const gate = createGate({ placesMax: 1, waitingMax: 8 });
  const thread = openPictureThread({ gate, timers, script: silent });
  for (const key of ['a', 'b']) {
    const drawing = t.throwsAsync(thread.engine.generate(key, request, signal), { instanceOf: Fault });
    await advance(limits.pictureMaxMs);
    t.like(await drawing, { code: 'unavailable', retriable: true });
  }
  await thread.close();
});

test('a close ends what is under way; without a thread there is nothing to end', async (t) => {
  const { thread } = open(t);
  await thread.close();
  const drawing = t.throwsAsync(thread.engine.generate('a', request, signal), { instanceOf: Fault });
  await new Promise((resolve) => setImmediate(resolve));
  await thread.close();
  t.is((await drawing).code, 'unavailable');
  t.is((await thread.engine.generate('a', request, signal)).width, 320, 'another thread draws what is asked next');
});
