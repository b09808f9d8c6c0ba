/** Pictures made on a thread of their own are those that would be made here. */
import test, { type ExecutionContext } from 'ava';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { createServiceImages } from '../../../src/engines/service-images/create-service-images.ts';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { createGate } from '../../../src/kernel/gate.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { openPictureThread } from '../../../src/main/picture-thread.ts';
import { createPixelScorer } from '../../../src/quality/pixel-scorer.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';
import { draw, type Picture, requestOf } from '../../support/engines/painter.ts';

const logger = { warn: () => undefined };

const open = (t: ExecutionContext) => {
  const gate = createGate({ placesMax: 2, waitingMax: 8 });
  const thread = openPictureThread({ gate, background: createTimers({ background: true }), logger });
  t.teardown(thread.close);
  return { thread, engine: createServiceImages({ gate }), scorer: createPixelScorer({ gate }) };
};

const request = requestOf({ prompt: 'Wide shot of a harbor at noon', width: 320, height: 180, seed: 7 });

const comparable = ({ content, ...rest }: Picture) => ({ ...rest, content: sha256(content) });

test('the same picture and the same evidence, with a reference and without', async (t) => {
  const { thread, engine, scorer } = open(t);
  const here = await draw(engine, 'a', request);
  t.deepEqual(comparable(await draw(thread.engine, 'a', request)), comparable(here));
  const second = { ...request, seed: 8, references: [here.content] };
  const drawn = await draw(thread.engine, 'b', second);
  t.deepEqual(comparable(drawn), comparable(await draw(engine, 'b', second)));
  t.not(sha256(drawn.content), sha256(here.content));
  const judged = {
    bytes: drawn.content,
    expected: { width: 320, height: 180 },
    continuityWith: here.content,
    siblingHashes: [],
    referenceHashes: [],
  };
  t.deepEqual(await thread.scorer.score(judged), await scorer.score(judged));
  t.deepEqual({ ...thread.engine, perform: null }, { ...engine, perform: null });
});

test('a fault is the fault that it was, and holds up nothing', async (t) => {
  const { thread } = open(t);
  const error = await t.throwsAsync(draw(thread.engine, 'a', { ...request, width: 9_999 }), {
    instanceOf: Fault,
  });
  t.like(error, { code: 'rejected', retriable: false, detail: { width: 9_999 } });
  t.is((await draw(thread.engine, 'a', request)).width, 320);
});

test('work fails when its thread dies, and is not waited for', async (t) => {
  const dying = new URL(`data:text/javascript,${encodeURIComponent('process.exit(3)')}`);
  const gate = createGate({ placesMax: 1, waitingMax: 8 });
  const thread = openPictureThread({ gate, background: createTimers({ background: true }), logger, script: dying });
  const failed = async () => t.throwsAsync(draw(thread.engine, 'a', request), { instanceOf: Fault });
  t.like(await failed(), { code: 'unavailable', retriable: true });
  t.like(await failed(), { code: 'unavailable', retriable: true }, 'the place at the gate was given back');
  await thread.close();
});

test('a picture that never comes ends its thread, and gives its place back', async (t) => {
  const silent = new URL(`data:text/javascript,${encodeURIComponent('setInterval(() => {}, 1000)')}`);
  const { timers, advance } = createFakeClock();
  const gate = createGate({ placesMax: 1, waitingMax: 8 });
  const thread = openPictureThread({ gate, background: timers, logger, script: silent });
  for (const key of ['a', 'b']) {
    const drawing = t.throwsAsync(draw(thread.engine, key, request), { instanceOf: Fault });
    await advance(limits.pictureMaxMs);
    t.like(await drawing, { code: 'unavailable', retriable: true });
  }
  const checking = t.throwsAsync(thread.pictures.check(Buffer.of(1)), { instanceOf: Fault });
  await advance(limits.pictureMaxMs);
  t.like(await checking, { code: 'unavailable', detail: { ended: 'late' } });
  await thread.close();
});

test('a close ends what is under way; without a thread there is nothing to end', async (t) => {
  const { thread } = open(t);
  await thread.close();
  const drawing = t.throwsAsync(draw(thread.engine, 'a', request), { instanceOf: Fault });
  await new Promise((resolve) => setImmediate(resolve));
  await thread.close();
  t.is((await drawing).code, 'unavailable');
  t.is((await draw(thread.engine, 'a', request)).width, 320, 'another thread draws what is asked next');
});
