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

const clipsOf = async ({ scene }: Studio, lengths: readonly number[]): Promise<readonly string[]> => {
  const paths: string[] = [];
  for (const [seed, durationMs] of lengths.entries()) paths.push(await scene({ durationMs, seed }));
  return paths;
};

test('a film has the frames of its scenes, in their order and without a gap', async (t, openStudio) => {
  const studio = openStudio(t);
  const startFrame = await paint({ width: 640, height: 360 });
  const clips = [(await studio.make(clipOf({ startFrame }))).path, ...(await clipsOf(studio, [500, 750]))];
  const { path, output } = await studio.make(filmOf(clips));
  t.like(output, { contentType: 'video/mp4', width: 320, height: 180, durationMs: 2_250 });
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
  const { path } = await studio.make(filmOf(await clipsOf(studio, [1_000, 625]), { music, title: 'The letter & <b>' }));
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
  const { path } = await studio.make(filmOf(await clipsOf(studio, [500])));
  const samples = await samplesOf(path);
  t.is(samples.length, 2 * 24_000);
  t.true(samples.every((sample) => Math.abs(sample) < 1e-4));
});

for (const [name, voiced, played, loud] of [
  ['a voice over music', true, true, 1],
  ['a soft voice alone', true, false, 0.02],
  ['loud music alone', false, true, 2.6],
] as const) {
  test(`${name} is brought to -16 LUFS, with true peaks of -1 dBTP at most`, async (t, openStudio) => {
    const studio = openStudio(t);
    const voice = babble(0, 4);
    const speech = voiced
      ? streamed(
          await fileOf(
            studio,
            'a',
            wavOf(4, (at) => loud * voice(at)),
          ),
        )
      : null;
    const music = played
      ? streamed(
          await fileOf(
            studio,
            'b',
            wavOf(4, (at) => loud * chord(at)),
          ),
        )
      : null;
    const { path } = await studio.make(filmOf(await clipsOf(studio, [4_000]), { speech, music }));
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
      wavOf(6, (at) => (at >= 2 && at < 4 ? 0.02 * Math.sin(9_000 * at) : 0)),
    ),
  );
  const music = streamed(await fileOf(studio, 'b', wavOf(6, chord)));
  const { path } = await studio.make(filmOf(await clipsOf(studio, [6_000]), { speech, music }));
  const samples = await samplesOf(path);
  const [before, under, after] = [
    strength(samples, 0.5, 1.5),
    strength(samples, 2.5, 3.5),
    strength(samples, 4.9, 5.2),
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
  const { path, output } = await studio.make(filmOf(await clipsOf(studio, [1_500]), { captions }));
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
  const speech = streamed(await fileOf(studio, 'a', wavOf(2, babble(0, 2))));
  const music = streamed(await fileOf(studio, 'b', wavOf(2, chord)));
  const captions = [{ text: 'Hello', startMs: 0, endMs: 900 }];
  const request = filmOf(await clipsOf(studio, [1_000, 1_000]), { speech, music, captions });
  const [one, again] = [await studio.make(request), await studio.make(request)];
  t.true((await readFile(one.path)).equals(await readFile(again.path)));
});

test('scenes of another size, or of another encoding than the first, are rejected', async (t, openStudio) => {
  const studio = openStudio(t);
  const [clip = ''] = await clipsOf(studio, [250]);
  const small = await studio.scene({ width: 96, height: 64, durationMs: 250 });
  await t.throwsAsync(studio.make(filmOf([clip, small])), { message: /clip 2 has 96 x 64 pixels, not 320 x 180/ });
  // A film has sound: it is no scene.
  const { path: film } = await studio.make(filmOf([clip]));
  await t.throwsAsync(studio.make(filmOf([clip, film])), { code: 'rejected' } as never);
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
    const request = filmOf(await clipsOf(studio, [250]), { music });
    await t.throwsAsync(studio.make(request), { code: 'rejected' } as never);
  });
}

test('no clip, a clip that is none and a clip that was cut off are rejected', async (t, openStudio) => {
  const studio = openStudio(t);
  const [clip = ''] = await clipsOf(studio, [1_000]);
  const cut = await fileOf(studio, 'cut', (await readFile(clip)).subarray(0, 4_000));
  const none = await fileOf(studio, 'none', Buffer.from('not a film'));
  for (const clips of [[], [none], [clip, cut]]) {
    await t.throwsAsync(studio.make(filmOf(clips)), { code: 'rejected' } as never, clips.join(' '));
  }
});
