import test, { type ExecutionContext } from 'ava';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMediaProbe } from '../../../../src/adapters/media-probe/open-media-probe.ts';
import { createScratchFolders } from '../../../../src/adapters/system/scratch.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { createChildren } from '../../../../src/engines/child/children.ts';
import { Fault, isFault } from '../../../../src/kernel/faults.ts';
import type { ProbedFile } from '../../../../src/ports/media-probe.ts';
import { wav } from '../../../support/engines/media-files.ts';
import { sharedChildren } from '../../../support/engines/shared-children.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const BOUNDS = { bytesMax: 20_000_000, durationMaxMs: 60_000 };
const PARSER = new URL('../../../support/adapters/hostile-parser.ts', import.meta.url);

type Deps = Partial<Parameters<typeof openMediaProbe>[0]>;

const given = (t: ExecutionContext, deps: Deps = {}) => {
  const root = join(tempFolder(t), 'scratch');
  const media = openMediaProbe({
    scratch: createScratchFolders({ root, clock: createClock() }),
    // Real time, on a machine that may be busy: no test waits for it but those that state their own.
    deadlineMs: 90_000,
    children: sharedChildren,
    ...deps,
  });
  const left = async () => readdir(root).catch(() => []);
  const probe = async (content: AsyncIterable<Uint8Array>, bounds = BOUNDS) =>
    media.probeStream(content, bounds, async ({ media: found }) => Promise.resolve({ kind: 'media', found } as const));
  return { media, probe, left, whole: (bytes: Uint8Array) => inPieces(bytes, bytes.byteLength) };
};

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

test.serial('a file is looked at in a child, is there while it is used, and then nothing is left', async (t) => {
  const { media, left } = given(t);
  const bytes = wav(16_000);
  const used = await media.probeStream(inPieces(bytes, 1_000), BOUNDS, async ({ media: found, open }: ProbedFile) => {
    t.deepEqual(found, {
      container: 'wav',
      durationMs: 1_000,
      tracks: [{ kind: 'audio', codec: 'pcm-s16', sampleRate: 8_000, channels: 1 }],
    });
    for (let reads = 0; reads < 2; reads += 1) t.true(Buffer.concat(await Array.fromAsync(open())).equals(bytes));
    return 'used';
  });
  t.is(used, 'used');
  t.deepEqual(await left(), []);
});

test.serial('nothing, and too many bytes, are refused without a child', async (t) => {
  const { probe, whole, left } = given(t, { script: PARSER });
  const bounds = { ...BOUNDS, bytesMax: 16_043 };
  t.deepEqual(await probe(whole(wav(16_000)), bounds), { kind: 'refused', why: 'too_large' });
  t.deepEqual(await probe(whole(new Uint8Array())), { kind: 'refused', why: 'empty' });
  t.deepEqual(await left(), []);
});

test.serial('a stream without an end is read to the bound, and no further', async (t) => {
  const { probe, left } = given(t, { script: PARSER });
  let delivered = 0;
  const endless = async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      delivered += 1_000;
      yield await Promise.resolve(new Uint8Array(1_000));
    }
  };
  t.deepEqual(await probe(endless(), { ...BOUNDS, bytesMax: 50_000 }), { kind: 'refused', why: 'too_large' });
  t.is(delivered, 51_000);
  t.deepEqual(await left(), []);
});

for (const fault of ['content', 'use'] as const) {
  test.serial(`a fault of the ${fault} is passed on, and leaves nothing`, async (t) => {
    const { media, left, whole } = given(t);
    const fail = async (): Promise<never> => Promise.reject(new Fault('not_found', fault));
    const torn = async function* torn(): AsyncGenerator<Uint8Array> {
      yield* whole(wav(1_000));
      await fail();
    };
    const content = fault === 'content' ? torn() : whole(wav(1_000));
    t.true(isFault(await t.throwsAsync(media.probeStream(content, BOUNDS, fail), { message: fault }), 'not_found'));
    t.deepEqual(await left(), []);
  });
}

for (const weakness of ['hang', 'quiet']) {
  test.serial(`a parser that does not end (${weakness}) is given up, and the event loop turns meanwhile`, async (t) => {
    let turns = 0;
    const beat = setInterval(() => (turns += 1), 5);
    const { probe, whole, left } = given(t, { script: PARSER, deadlineMs: 800 });
    const probed = await probe(whole(Buffer.from(weakness)));
    clearInterval(beat);
    t.deepEqual(probed, { kind: 'refused', why: 'timed_out' });
    t.true(turns > 10, String(turns));
    t.deepEqual(await left(), []);
  });
}

for (const weakness of ['throw', 'exit', 'hog', 'lie']) {
  test.serial(`a parser that fails on a file (${weakness}) has met a broken one`, async (t) => {
    const { probe, whole, left } = given(t, { script: PARSER });
    t.deepEqual(await probe(whole(Buffer.from(weakness))), { kind: 'refused', why: 'broken' });
    t.deepEqual(await left(), []);
  });
}

for (const need of ['killed', 'full']) {
  test.serial(`a parser that its machine ends (${need}) tells nothing of the file, as one that is late`, async (t) => {
    const { probe, whole, left } = given(t, { script: PARSER });
    t.deepEqual(await probe(whole(Buffer.from(need))), { kind: 'refused', why: 'timed_out' });
    t.deepEqual(await left(), []);
  });
}

test.serial('a look that is called off is a fault, and no verdict on the file', async (t) => {
  const children = createChildren({ background: createTimers({ background: true }) });
  const { media, probe, whole } = given(t, { script: PARSER, children });
  const asked = t.throwsAsync(probe(whole(Buffer.from('hang'))));
  await new Promise((resolve) => setTimeout(resolve, 300));
  await media.close();
  t.true(isFault(await asked, 'cancelled'));
});

test.serial('a folder that cannot be written to is a fault, and no verdict on the file', async (t) => {
  const scratch = { open: () => ({ folder: async () => Promise.resolve('/dev/null'), remove: async () => undefined }) };
  const { probe, whole } = given(t, { scratch });
  t.true(isFault(await t.throwsAsync(probe(whole(wav(10)))), 'unavailable'));
});

test.serial('a file at a path is looked at as a stream is, and is left there', async (t) => {
  const { media, left } = given(t);
  const path = join(tempFolder(t), 'sound.wav');
  await writeFile(path, wav(16_000));
  t.like(await media.probe(path, BOUNDS), { kind: 'media', media: { container: 'wav', durationMs: 1_000 } });
  t.deepEqual(await media.probe(path, { ...BOUNDS, bytesMax: 16_043 }), { kind: 'refused', why: 'too_large' });
  t.is((await readFile(path)).byteLength, 16_044);
  await writeFile(path, '');
  t.deepEqual(await media.probe(path, BOUNDS), { kind: 'refused', why: 'empty' });
  t.deepEqual(await left(), []);
});

test('a path without a file is a fault', async (t) => {
  const { media } = given(t);
  const path = join(tempFolder(t), 'file');
  for (const wrong of [path, join(path, '..')]) {
    t.true(isFault(await t.throwsAsync(media.probe(wrong, BOUNDS)), 'not_found'));
  }
});
