import test, { type ExecutionContext } from 'ava';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMediaProbe } from '../../../../src/adapters/media-probe/open-media-probe.ts';
import { createScratchFolders } from '../../../../src/adapters/system/scratch.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { wav } from '../../../support/engines/media-files.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const BOUNDS = { bytesMax: 20_000_000, durationMaxMs: 60_000 };
const PARSER = new URL('../../../support/adapters/hostile-parser.ts', import.meta.url);

type Deps = Partial<Parameters<typeof openMediaProbe>[0]>;

/** A probe, and a file of this name. */
const given = async (t: ExecutionContext, name: string, bytes: Uint8Array, deps: Deps = {}) => {
  const folder = tempFolder(t);
  const root = join(folder, 'scratch');
  const media = openMediaProbe({
    background: createTimers({ background: true }),
    scratch: createScratchFolders({ root, clock: createClock() }),
    // Real time, on a machine that may be busy: no test waits for it but those that state their own.
    deadlineMs: 90_000,
    ...deps,
  });
  t.teardown(media.close);
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { media, path, left: async () => readdir(root).catch(() => []) };
};

test.serial('a file is looked at in a child, of which nothing is left', async (t) => {
  const { media, path, left } = await given(t, 'sound.wav', wav(16_000));
  t.deepEqual(await media.probe(path, BOUNDS), {
    kind: 'media',
    media: {
      container: 'wav',
      sizeBytes: 16_044,
      durationMs: 1_000,
      tracks: [{ kind: 'audio', codec: 'pcm-s16', sampleRate: 8_000, channels: 1 }],
    },
  });
  t.deepEqual(await left(), []);
});

test.serial('nothing, and too many bytes, are refused without a child', async (t) => {
  const { media, path } = await given(t, 'file', wav(16_000), { script: PARSER });
  t.deepEqual(await media.probe(path, { ...BOUNDS, bytesMax: 16_043 }), { kind: 'refused', why: 'too_large' });
  await writeFile(path, '');
  t.deepEqual(await media.probe(path, BOUNDS), { kind: 'refused', why: 'empty' });
});

for (const name of ['hang', 'quiet']) {
  test.serial(`a parser that does not end (${name}) is given up, and the event loop turns meanwhile`, async (t) => {
    let turns = 0;
    const beat = setInterval(() => (turns += 1), 5);
    const { media, path, left } = await given(t, name, wav(10), { script: PARSER, deadlineMs: 3_000 });
    const probed = await media.probe(path, BOUNDS);
    clearInterval(beat);
    t.deepEqual(probed, { kind: 'refused', why: 'timed_out' });
    t.true(turns > 10, String(turns));
    t.deepEqual(await left(), []);
  });
}

for (const name of ['throw', 'exit', 'hog', 'lie']) {
  test.serial(`a parser that fails on a file (${name}) has met a broken one`, async (t) => {
    const { media, path, left } = await given(t, name, wav(10), { script: PARSER });
    t.deepEqual(await media.probe(path, BOUNDS), { kind: 'refused', why: 'broken' });
    t.deepEqual(await left(), []);
  });
}

test.serial('a look that is called off is a fault, and no verdict on the file', async (t) => {
  const { media, path } = await given(t, 'hang', wav(10), { script: PARSER });
  const asked = t.throwsAsync(media.probe(path, BOUNDS));
  await new Promise((resolve) => setTimeout(resolve, 300));
  await media.close();
  t.true(isFault(await asked, 'cancelled'));
});

test('a path without a file is a fault', async (t) => {
  const { media, path } = await given(t, 'file', wav(10));
  for (const wrong of [`${path}.gone`, join(path, '..')]) {
    t.true(isFault(await t.throwsAsync(media.probe(wrong, BOUNDS)), 'not_found'));
  }
});
