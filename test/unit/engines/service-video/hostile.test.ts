import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import test from 'ava';
import { checkAssembly, checkClip, checkReport } from '../../../../src/engines/service-video/check-request.ts';
import type { VideoRequest } from '../../../../src/engines/service-video/description.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { clipOf, openStudio } from '../../../support/engines/films.ts';
import { blackPng } from '../../../support/engines/pictures.ts';
import { paint } from '../../../support/engines/painter.ts';

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="9" height="9"/></svg>',
);

const startFrames: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'no picture': async () => Promise.resolve(Buffer.from('<html>not a picture</html>')),
  'an empty file': async () => Promise.resolve(new Uint8Array()),
  'a drawing': async () => Promise.resolve(svg),
  'a picture that was cut off': async () => (await paint()).subarray(0, 2_000),
  'a picture of too many pixels': async () => Promise.resolve(blackPng(12_000, 6_000)),
  'a picture of too many bytes': async () => Promise.resolve(new Uint8Array(limits.imageBytesMax + 1)),
};

for (const [name, bytes] of Object.entries(startFrames)) {
  test(`${name} as the start frame is rejected, and nothing is left`, async (t) => {
    const { make, root } = openStudio(t);
    const startFrame = await bytes();
    await t.throwsAsync(make(clipOf({ startFrame })), { code: 'rejected' } as never);
    t.deepEqual(
      readdirSync(root).filter((entry) => entry.startsWith('made')),
      [],
    );
  });
}

const strange: Readonly<Record<string, VideoRequest>> = {
  'an odd side': clipOf({ width: 321 }),
  'a side that is too long': clipOf({ width: limits.clipSideMax + 2 }),
  'no length': clipOf({ durationMs: 0 }),
  'an hour': clipOf({ durationMs: 3_600_000 }),
  'a caption that ends before it begins': clipOf({ captions: [{ text: 'a', startMs: 5, endMs: 5 }] }),
  'a caption without end': clipOf({ captions: [{ text: 'a', startMs: 0, endMs: Infinity }] }),
  'a novel as a caption': clipOf({ captions: [{ text: 'word '.repeat(1_000), startMs: 0, endMs: 5 }] }),
};

for (const [name, request] of Object.entries(strange)) {
  test(`a scene with ${name} is rejected before anything begins`, async (t) => {
    const { make, root } = openStudio(t);
    await t.throwsAsync(make(request), { code: 'rejected' } as never);
    t.deepEqual(readdirSync(root), []);
  });
}

test('titles of emoji may be as long as the API takes them', (t) => {
  const title = '😀'.repeat(limits.shortTextCharsMax);
  t.notThrows(() => checkClip(clipOf({ card: { title, lines: [title] } })));
  const film = { makes: 'assembly', width: 64, height: 64, speech: null, music: null, captions: [] } as const;
  const clips = [() => Readable.from([])];
  t.notThrows(() => checkAssembly({ ...film, clips, title: '😀'.repeat(limits.videoTitleCharsMax) }));
});

test('a voice that goes on after the longest film fails neither the film nor the report on it', (t) => {
  const captions = [{ text: 'late', startMs: limits.filmMsMax - 100, endMs: limits.filmMsMax + 5_000 }];
  const size = { width: 64, height: 64, captions };
  const clips = [() => Readable.from([])];
  t.notThrows(() => checkAssembly({ ...size, makes: 'assembly', title: 'x', speech: null, music: null, clips }));
  const plan = { durationMs: limits.filmMsMax, sceneStartsMs: [0], hasSpeech: true, hasMusic: false };
  t.notThrows(() => checkReport({ ...size, ...plan, makes: 'report', film: () => Readable.from([]) }));
});

test('no word of a request becomes a part of a drawing', async (t) => {
  const { make } = openStudio(t);
  const text = '"/><image href="file:///etc/passwd"/><text>&lt;';
  const captions = [{ text, startMs: 0, endMs: 200 }];
  await t.notThrowsAsync(
    make(
      clipOf({ prompt: text, captions, card: { title: text, lines: [text] }, width: 160, height: 90, durationMs: 200 }),
    ),
  );
});
