/** An engine's output is one kind of asset, in memory or read piece by piece. */
import test from 'ava';
import { storeOutput } from '../../../../src/application/reactions/take-answer.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Output } from '../../../../src/ports/engine.ts';
import type { ObjectContent, ObjectStore } from '../../../../src/ports/object-store.ts';

const attempt = { workspaceId: 'ws_1', attemptKey: 'key', makes: 'image' } as const;
const bytes = Buffer.from('a picture');

const pieces = (content: Uint8Array) =>
  async function* open() {
    for (let at = 0; at < content.byteLength; at += 4) yield Promise.resolve(content.subarray(at, at + 4));
  };

const stored = async (output: Partial<Output>) => {
  const puts: (readonly [string, ObjectContent, string])[] = [];
  const put: ObjectStore['put'] = async (key, content, contentType) => {
    puts.push([key, content, contentType]);
    return Promise.resolve({
      key,
      size: content instanceof Uint8Array ? content.byteLength : content.size,
      contentType,
    });
  };
  const whole = { contentType: 'image/png', content: bytes, width: 2, height: 1, ...output };
  return { delivery: await storeOutput({ put }, attempt, whole), puts };
};

test('in memory or not, it has the same key and the same asset', async (t) => {
  const key = `ws_1/assets/${sha256(bytes)}.png`;
  const asset = { hash: sha256(bytes), key, contentType: 'image/png', width: 2, height: 1, sizeBytes: bytes.length };
  const here = await stored({});
  t.like(here.delivery, { asset, bytes });
  t.deepEqual(here.puts, [[key, bytes, 'image/png']]);

  const elsewhere = await stored({ content: pieces(bytes) });
  t.deepEqual(elsewhere.delivery, { asset: here.delivery.asset, attachments: [] });
  const [[at, content] = []] = elsewhere.puts;
  t.is(at, key);
  t.true(content !== undefined && !(content instanceof Uint8Array) && content.size === bytes.length);
});

test('timed media have a length, and invisible ones have no size in pixels', async (t) => {
  const { delivery } = await stored({ durationMs: 4_000 });
  t.is(delivery.asset.durationMs, 4_000);
  t.false('durationMs' in (await stored({})).delivery.asset);
});

test('an upload that is too large, or of an unknown type, is refused, and not read to its end', async (t) => {
  const rejects = async (output: Partial<Output>) => {
    const error = await t.throwsAsync(stored(output));
    t.true(isFault(error, 'rejected'), String(error));
  };
  await rejects({ contentType: 'text/html' });
  await rejects({ contentType: 'audio/wav' });
  await rejects({ content: new Uint8Array(limits.imageBytesMax + 1) });
  let read = 0;
  const endless = async function* endless() {
    for (;;) {
      read += 1;
      yield Promise.resolve(new Uint8Array(1_048_576));
    }
  };
  await rejects({ content: endless });
  t.true(read <= limits.imageBytesMax / 1_048_576 + 1, `${read} pieces`);
});

test('an attachment is stored like its output, under its own name', async (t) => {
  const [words, captions] = [Buffer.from('[]'), Buffer.from('WEBVTT')];
  const { delivery, puts } = await stored({
    attachments: [
      { name: 'words', contentType: 'application/json', content: words },
      { name: 'captions', contentType: 'text/vtt', content: captions },
    ],
  });
  const keys = [`ws_1/assets/${sha256(words)}`, `ws_1/assets/${sha256(captions)}.vtt`];
  t.deepEqual(
    puts.slice(1).map(([key]) => key),
    keys,
  );
  t.like(delivery.attachments[0], { name: 'words', asset: { hash: sha256(words), key: keys[0], sizeBytes: 2 } });
  t.like(delivery.attachments[1], { name: 'captions', asset: { key: keys[1], contentType: 'text/vtt' } });
  t.is(new Set([delivery.asset, ...delivery.attachments.map(({ asset }) => asset)].map(({ id }) => id)).size, 3);

  const content = Buffer.alloc(limits.attachmentBytesMax + 1);
  const tooLarge = stored({ attachments: [{ name: 'words', contentType: 'application/json', content }] });
  await t.throwsAsync(tooLarge, { code: 'rejected' });
});
