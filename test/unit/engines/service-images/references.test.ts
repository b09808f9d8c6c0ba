import test from 'ava';
import sharp from 'sharp';
import { createServiceImages } from '../../../../src/engines/service-images/create-service-images.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { createGate } from '../../../../src/kernel/gate.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { draw, judged, paint, painter, requestOf } from '../../../support/engines/painter.ts';
import { jpeg } from '../../../support/engines/pictures.ts';

const flat = (background: string) => sharp({ create: { width: 64, height: 64, channels: 3, background } });

const broken: Readonly<Record<string, () => Promise<Uint8Array> | Uint8Array>> = {
  nothing: () => new Uint8Array(),
  text: () => Buffer.from('<html>404</html>'),
  'an SVG': () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  'a GIF': () => flat('#777').gif().toBuffer(),
  'a torn JPEG': async () => (await jpeg(({ noise }) => noise * 255)).subarray(0, 5_000),
  'too large a file': () => Buffer.alloc(limits.imageBytesMax + 1),
};

for (const [name, bytes] of Object.entries(broken)) {
  test(`a reference that is ${name} is rejected for good`, async (t) => {
    const attempt = paint({ references: [await bytes()] });
    const fault = await t.throwsAsync<Fault>(attempt, { instanceOf: Fault });
    t.is(fault.code, 'rejected');
    t.false(fault.retriable);
  });
}

test('PNG, JPEG and WebP, grey and transparent, are references', async (t) => {
  const grey = await flat('#888').greyscale().png().toBuffer();
  const clear = await flat('#a40').ensureAlpha(0).webp().toBuffer();
  for (const reference of [grey, clear, await flat('#048').jpeg().toBuffer()]) {
    t.is((await judged(await paint({ references: [reference] }))).metrics['decodes'], 1);
  }
});

test('a black or white reference does not drag the picture out of its bounds', async (t) => {
  for (const background of ['#000', '#fff']) {
    const references = [await flat(background).png().toBuffer()];
    const prompt = 'A village at noon. match the palette of the reference';
    const { metrics } = await judged(await paint({ prompt, references }));
    t.true((metrics['brightness'] ?? 0) >= 25 && (metrics['deviation'] ?? 0) > 0, JSON.stringify(metrics));
  }
});

test('a call that was given up is not drawn, and frees the gate', async (t) => {
  const engine = createServiceImages({ gate: createGate({ placesMax: 1, waitingMax: 4 }) });
  const patience = new AbortController();
  const first = draw(engine, 'a', requestOf());
  const second = draw(engine, 'b', requestOf(), patience.signal);
  patience.abort();
  t.is((await t.throwsAsync<Fault>(second, { instanceOf: Fault })).code, 'cancelled');
  t.is((await first).contentType, 'image/jpeg');
  t.is((await draw(engine, 'c', requestOf())).width, requestOf().width);
});

test('the engine describes itself', async (t) => {
  t.is(painter.name, 'service_images');
  t.is(painter.repeat, 'safe');
  t.is(painter.inFlightMax, 4 * limits.imagePipelinesMax);
  t.true(painter.limitations.some((limitation) => limitation.includes('draft')));
  t.true(await painter.available());
  t.deepEqual(painter.makes, ['image']);
  t.false('lookup' in painter);
});
