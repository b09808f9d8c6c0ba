/** Sounds of every kind that a preflight lets pass: they are understood alike by the look and by the decoder. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ava, { type ExecutionContext } from 'ava';
import { inspect } from '../../../../src/adapters/media-probe/inspect.ts';
import { describeVideo } from '../../../../src/engines/service-video/description.ts';
import { openTools } from '../../../../src/engines/service-video/open-tools.ts';
import { SOUNDS } from '../../../../src/engines/service-video/tools/allowed.ts';
import { encodedSound, SOUND_KINDS } from '../../../support/engines/encode-sound.ts';
import { bytesOf, filmOf, reportOf, streamed, type Studio } from '../../../support/engines/films.ts';
import { inEachForm, type Open } from '../../../support/engines/forms.ts';
import { loudness, samplesOf, strength } from '../../../support/engines/watch-film.ts';

const test = inEachForm(ava);

/** A second of sound, one of silence, and so on. */
const byTurns = (at: number): number => (at % 2 < 1 ? 0.1 * Math.sin(2 * Math.PI * 330 * at) : 0);
const SECONDS = 3;

const taken: readonly string[] = [...describeVideo(null).sounds.containers, ...describeVideo(null).sounds.codecs];

const SIZE = { width: 96, height: 64 } as const;

const filmWith = async (t: ExecutionContext, open: Open, bytes: Uint8Array, durationMs: number) => {
  const studio = open(t);
  const path = join(studio.root, 'sound');
  await writeFile(path, bytes);
  const clip = await studio.scene({ ...SIZE, durationMs });
  const { path: film } = await studio.make(filmOf([clip], { ...SIZE, speech: streamed(path) }));
  return { studio, film };
};

/** The samples that the mix of a film has of a file. */
const decoded = async ({ ffmpeg }: Studio, path: string): Promise<Float32Array> => {
  const { blocksOf } = await openTools(ffmpeg);
  const blocks = await Array.fromAsync(blocksOf(path, 'the speech', SOUNDS));
  return Float32Array.from(blocks.flatMap((block) => Array.from(block)));
};

/** Of a part that begins at a second, without its edges. */
const heard = (samples: Float32Array, second: number): number => strength(samples, second + 0.1, second + 0.9);

/** By their kinds, for both forms of FFmpeg. */
const sounds = new Map<string, Promise<Buffer>>();

const soundOf = async (t: ExecutionContext, name: keyof typeof SOUND_KINDS): Promise<Buffer> => {
  const sound = sounds.get(name) ?? encodedSound(t, SOUND_KINDS[name], SECONDS, byTurns);
  sounds.set(name, sound);
  return sound;
};

for (const name of Object.keys(SOUND_KINDS) as (keyof typeof SOUND_KINDS)[]) {
  test(`${name}: the mix of a film has its sound, at its time`, async (t, open) => {
    const studio = open(t);
    const path = join(studio.root, 'sound');
    const bytes = await soundOf(t, name);
    await writeFile(path, bytes);
    const probed = await inspect(path, { bytesMax: bytes.byteLength, durationMaxMs: 10_000 });
    t.is(probed.kind, 'media', JSON.stringify(probed));
    if (probed.kind !== 'media') return;
    const { container, durationMs, tracks } = probed.media;
    t.true(Math.abs(durationMs - SECONDS * 1_000) <= 60, `${container} ${durationMs}`);
    t.true(taken.includes(container) && taken.includes(tracks.map(({ codec }) => codec).join()));
    const samples = await decoded(studio, path);
    // A sound of one channel has the same power in two.
    t.true(heard(samples, 0) > 0.04 && heard(samples, 1) < 0.002 && heard(samples, 2) > 0.04);
  });
}

test('a film has a sound at its time and as loud as a voice, and the report on it passes', async (t, open) => {
  const { studio, film } = await filmWith(t, open, await soundOf(t, 'mp3'), SECONDS * 1_000);
  const { integrated, truePeak } = await loudness(film);
  t.true(Math.abs(integrated + 16) < 0.8, String(integrated));
  t.true(truePeak <= -1, String(truePeak));
  const samples = await samplesOf(film);
  t.true(heard(samples, 0) > 0.05 && heard(samples, 1) < 0.002 && heard(samples, 2) > 0.05);
  const asked = { ...SIZE, durationMs: SECONDS * 1_000, sceneStartsMs: [0], hasSpeech: true, hasMusic: false };
  const { output } = await studio.make(reportOf(film, asked));
  t.like(JSON.parse((await bytesOf(output)).toString()), { verdict: 'pass', score: 100 });
});

test('a sound whose shape changes on its way is heard to its end', async (t, open) => {
  const mono = await encodedSound(t, { ...SOUND_KINDS.aac, channels: 'mono' }, 1, byTurns);
  const stereo = await encodedSound(t, { ...SOUND_KINDS.aac, rate: 48_000 }, 1, byTurns);
  const { film } = await filmWith(t, open, Buffer.concat([mono, stereo]), 2_000);
  const samples = await samplesOf(film);
  t.true(heard(samples, 0) > 0.05 && heard(samples, 1) > 0.05);
});
