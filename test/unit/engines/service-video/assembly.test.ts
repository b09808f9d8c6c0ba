import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ava from 'ava';
import { babble, chord, clipOf, filmOf, streamed, type Studio, wavOf } from '../../../support/engines/films.ts';
import { inEachForm } from '../../../support/engines/forms.ts';
import { paint } from '../../../support/engines/painter.ts';
import {
  difference,
  headOf,
  loudness,
  type Picture,
  picturesOf,
  samplesOf,
  strength,
  textsOf,
} from '../../../support/engines/watch-film.ts';

const test = inEachForm(ava);

const fileOf = async ({ root }: Studio, name: string, bytes: Uint8Array): Promise<string> => {
  const path = join(root, name);
  await writeFile(path, bytes);
  return path;
};

/** Of films whose sound, texts or refusal is looked at, and not their pictures. */
const SIZE = { width: 96, height: 64 } as const;

const clipsOf = async ({ scene }: Studio, lengths: readonly number[]): Promise<readonly string[]> => {
  const paths: string[] = [];
  for (const [seed, durationMs] of lengths.entries()) paths.push(await scene({ ...SIZE, durationMs, seed }));
  return paths;
};

test('a film has the frames of its scenes, in their order and without a gap', async (t, openStudio) => {
  const studio = openStudio(t);
  const startFrame = await paint({ width: 192, height: 128 });
  const clips = [(await studio.make(clipOf({ ...SIZE, startFrame }))).path, ...(await clipsOf(studio, [500, 750]))];
  const { path, output } = await studio.make(filmOf(clips, SIZE));
  t.like(output, { contentType: 'video/mp4', ...SIZE, durationMs: 2_250 });
  t.is(output.attachments, undefined, 'without captions there is no file of them');
  const film = await picturesOf(path);
  const apart = (await Promise.all(clips.map(picturesOf))).flat();
  t.is(film.length, 54);
  t.deepEqual(
    film.map(({ at }) => Math.round((at * 24) / 1_000)),
    film.map((_, i) => i),
  );
  // Copied, not encoded again: each frame is the very one of its scene, those beside the cuts too.
  t.true(film.every((picture, i) => Buffer.from(picture.y).equals(Buffer.from((apart[i] as Picture).y))));
  t.true(difference(film[23] as Picture, film[24] as Picture) > 5);
});

test('picture and sound are as long as the scenes, to the sample, and the title is told', async (t, openStudio) => {
  const studio = openStudio(t);
  const music = streamed(await fileOf(studio, 'music.wav', wavOf(9, chord)));
  const { path } = await studio.make(
    filmOf(await clipsOf(studio, [1_000, 625]), { ...SIZE, music, title: 'The letter & <b>' }),
  );
  const { seconds, title, streams } = await headOf(path);
  t.is(seconds, 1.625);
  t.is(title, 'The letter & <b>');
  t.deepEqual(
    streams.map((stream) => stream.seconds),
    [1.625, 1.625],
  );
  t.is((await samplesOf(path)).length, 2 * 78_000);
});

test('a film without sound has a silent track', async (t, openStudio) => {
  const studio = openStudio(t);
  const { path } = await studio.make(filmOf(await clipsOf(studio, [500]), SIZE));
  const samples = await samplesOf(path);
  t.is(samples.length, 2 * 24_000);
  t.true(samples.every((sample) => Math.abs(sample) < 1e-4));
});

for (const [name, voiced, played, loud, lengthMs] of [
  ['a voice over music', true, true, 1, 2_000],
  ['a soft voice alone', true, false, 0.02, 2_000],
  ['loud music alone', false, true, 2.6, 2_000],
  // Loudness is measured by tenths of a second, and such a film ends within one.
  ['a soft voice in a film of 45 frames', true, false, 0.02, 1_875],
] as const) {
  test(`${name} is brought to -16 LUFS, with true peaks of -1 dBTP at most`, async (t, openStudio) => {
    const studio = openStudio(t);
    const voice = babble(0, 2);
    const speech = voiced
      ? streamed(
          await fileOf(
            studio,
            'a',
            wavOf(2, (at) => loud * voice(at)),
          ),
        )
      : null;
    const music = played
      ? streamed(
          await fileOf(
            studio,
            'b',
            wavOf(2, (at) => loud * chord(at)),
          ),
        )
      : null;
    const { path } = await studio.make(filmOf(await clipsOf(studio, [lengthMs]), { ...SIZE, speech, music }));
    const { integrated, truePeak } = await loudness(path);
    t.true(Math.abs(integrated + 16) < 0.8, String(integrated));
    t.true(truePeak <= -1, String(truePeak));
  });
}

test('music steps back under a voice, and returns after it', async (t, openStudio) => {
  const studio = openStudio(t);
  // The voice is soft, so that the strength of the mix is that of the music.
  const speech = streamed(
    await fileOf(
      studio,
      'a',
      wavOf(4, (at) => (at >= 1 && at < 2 ? 0.02 * Math.sin(9_000 * at) : 0)),
    ),
  );
  const music = streamed(await fileOf(studio, 'b', wavOf(4, chord)));
  const { path } = await studio.make(filmOf(await clipsOf(studio, [4_000]), { ...SIZE, speech, music }));
  const samples = await samplesOf(path);
  const [before, under, after] = [
    strength(samples, 0.3, 0.7),
    strength(samples, 1.3, 1.8),
    strength(samples, 2.9, 3.2),
  ];
  t.true(under < before / 2.5, `${before} ${under} ${after}`);
  t.true(after > under * 1.5, `${before} ${under} ${after}`);
});

test('captions are a track of text and a file of WebVTT, with their times', async (t, openStudio) => {
  const studio = openStudio(t);
  const captions = [
    { text: 'Hello <b> & 你好 -->', startMs: 100, endMs: 700 },
    { text: 'Second\n\nline', startMs: 700, endMs: 1_400 },
  ];
  const { path, output } = await studio.make(filmOf(await clipsOf(studio, [1_500]), { ...SIZE, captions }));
  t.deepEqual(await textsOf(path), captions);
  const [attachment] = output.attachments ?? [];
  t.is(attachment?.contentType, 'text/vtt');
  t.is(
    Buffer.from(attachment?.content ?? []).toString(),
    'WEBVTT\n\n00:00:00.100 --> 00:00:00.700\nHello &lt;b&gt; &amp; 你好 --&gt;\n\n' +
      '00:00:00.700 --> 00:00:01.400\nSecond line\n',
  );
});

test('the same film is made of the same bytes', async (t, openStudio) => {
  const studio = openStudio(t);
  const speech = streamed(await fileOf(studio, 'a', wavOf(1, babble(0, 1))));
  const music = streamed(await fileOf(studio, 'b', wavOf(1, chord)));
  const captions = [{ text: 'Hello', startMs: 0, endMs: 900 }];
  const request = filmOf(await clipsOf(studio, [500, 500]), { ...SIZE, speech, music, captions });
  const [one, again] = [await studio.make(request), await studio.make(request)];
  t.true((await readFile(one.path)).equals(await readFile(again.path)));
});

test('scenes of another size, or of another encoding than the first, are rejected', async (t, openStudio) => {
  const studio = openStudio(t);
  const [clip = ''] = await clipsOf(studio, [250]);
  const small = await studio.scene({ width: 64, height: 64, durationMs: 250 });
  await t.throwsAsync(studio.make(filmOf([clip, small], SIZE)), { message: /clip 2 has 64 x 64 pixels, not 96 x 64/ });
  // A film has sound: it is no scene.
  const { path: film } = await studio.make(filmOf([clip], SIZE));
  await t.throwsAsync(studio.make(filmOf([clip, film], SIZE)), { code: 'rejected' } as never);
});

const noSounds: Readonly<Record<string, Buffer>> = {
  'random bytes': Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 251)),
  'an empty file': Buffer.alloc(0),
  'a playlist': Buffer.from('#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  'a list of files': Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
  'a WAV without samples of a known kind': (() => {
    const wav = wavOf(1, chord);
    wav.writeUInt16LE(0x0161, 20);
    return wav;
  })(),
};

for (const [name, bytes] of Object.entries(noSounds)) {
  test(`${name} in the place of sound is rejected`, async (t, openStudio) => {
    const studio = openStudio(t);
    const music = streamed(await fileOf(studio, 'music', bytes));
    const request = filmOf(await clipsOf(studio, [250]), { ...SIZE, music });
    await t.throwsAsync(studio.make(request), { code: 'rejected' } as never);
  });
}

test('no clip, a clip that is none and a clip that was cut off are rejected', async (t, openStudio) => {
  const studio = openStudio(t);
  const [clip = ''] = await clipsOf(studio, [1_000]);
  const cut = await fileOf(studio, 'cut', (await readFile(clip)).subarray(0, 1_000));
  const none = await fileOf(studio, 'none', Buffer.from('not a film'));
  for (const clips of [[], [none], [clip, cut]]) {
    await t.throwsAsync(studio.make(filmOf(clips, SIZE)), { code: 'rejected' } as never, clips.join(' '));
  }
});
