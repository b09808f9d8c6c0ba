import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ava, { type ExecutionContext } from 'ava';
import sharp from 'sharp';
import { openTools } from '../../../../src/engines/service-video/open-tools.ts';
import { judge, type Measured, type QualityReport } from '../../../../src/engines/service-video/report/checks.ts';
import type { AssemblyRequest, ClipRequest, ReportRequest } from '../../../../src/ports/engine.ts';
import {
  babble,
  bytesOf,
  chord,
  filmOf,
  reportOf,
  streamed,
  type Studio,
  wavOf,
} from '../../../support/engines/films.ts';
import { inEachForm, type Open } from '../../../support/engines/forms.ts';
import { paint } from '../../../support/engines/painter.ts';

const test = inEachForm(ava);

const failed = ({ checks }: QualityReport): readonly string[] =>
  checks.filter(({ passed }) => !passed).map(({ name }) => name);

const plain = async (grey: number): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .png()
    .toBuffer();

type Case = {
  readonly clips?: readonly Partial<ClipRequest>[];
  readonly film?: Partial<AssemblyRequest>;
  readonly plan?: Partial<ReportRequest>;
};

const captions = [
  { text: 'Hello', startMs: 0, endMs: 1_000 },
  { text: 'World', startMs: 1_200, endMs: 2_600 },
];

/** Measurements are the same at any size. */
const SIZE = { width: 128, height: 72 } as const;

const painted = paint({ width: 256, height: 144 });

/** A film of two scenes with a voice, music and captions; a case changes some of it. */
const filmOfCase = async (studio: Studio, given: Case): Promise<string> => {
  const startFrame = await painted;
  const clips: string[] = [];
  for (const asked of given.clips ?? [{}, {}]) {
    clips.push(await studio.scene({ ...SIZE, startFrame, durationMs: 1_500, ...asked }));
  }
  await writeFile(join(studio.root, 'speech'), wavOf(3, babble(0.2, 2.8)));
  await writeFile(join(studio.root, 'music'), wavOf(3, chord));
  const [speech, music] = ['speech', 'music'].map((name) => streamed(join(studio.root, name)));
  const asked = { ...SIZE, speech: speech ?? null, music: music ?? null, captions, ...given.film };
  return (await studio.make(filmOf(clips, asked))).path;
};

/** Films of cases that differ in their plans alone, by the form of FFmpeg. */
const films = new Map<string, Promise<Buffer>>();

const reported = async (t: ExecutionContext, openStudio: Open, given: Case): Promise<QualityReport> => {
  const studio = openStudio(t);
  const make = async () => readFile(await filmOfCase(studio, given));
  const key = JSON.stringify([studio.ffmpeg, given.film]);
  const content = given.clips === undefined ? (films.get(key) ?? make()) : make();
  if (given.clips === undefined) films.set(key, content);
  const path = join(studio.root, 'film');
  await writeFile(path, await content);
  const { output } = await studio.make(reportOf(path, { ...SIZE, captions, ...given.plan }));
  t.is(output.contentType, 'application/json');
  return JSON.parse((await bytesOf(output)).toString()) as QualityReport;
};

test('a film that follows its plan passes every check', async (t, open) => {
  const report = await reported(t, open, {});
  t.deepEqual(failed(report), []);
  t.like(report, { verdict: 'pass', score: 100 });
  t.true(report.checks.length >= 15);
  t.true(report.checks.every(({ value, threshold }) => Number.isFinite(value) && value <= threshold));
});

test('a film without sound passes where none was asked for', async (t, open) => {
  const report = await reported(t, open, {
    film: { speech: null, music: null },
    plan: { hasSpeech: false, hasMusic: false },
  });
  t.deepEqual(failed(report), []);
});

test('a black scene fails by name', async (t, open) => {
  const report = await reported(t, open, { clips: [{}, { startFrame: await plain(0) }] });
  t.true(failed(report).includes('black_ms'));
  t.is(report.verdict, 'fail');
  t.true(report.score < 100);
});

test('a frozen film fails by name, and is not black', async (t, open) => {
  const startFrame = await plain(120);
  t.deepEqual(failed(await reported(t, open, { clips: [{ startFrame }, { startFrame }] })), ['frozen_ms']);
});

test('a silent film fails by name', async (t, open) => {
  const report = await reported(t, open, { film: { speech: null, music: null } });
  t.deepEqual(failed(report), ['loudness_off_lu', 'silent_ms']);
});

test('a film that is too short fails by name', async (t, open) => {
  const names = failed(await reported(t, open, { clips: [{}], plan: { captions: [] }, film: { captions: [] } }));
  t.deepEqual(names, ['length_off_ms', 'frames_off']);
});

test('a film of another size fails by name', async (t, open) => {
  t.deepEqual(failed(await reported(t, open, { plan: { width: 130, height: 74 } })), ['width_off_px', 'height_off_px']);
});

test('captions that overlap, reach out of the film, or are not in it, fail by name', async (t, open) => {
  const wrong = [
    { text: 'Hello', startMs: 0, endMs: 1_500 },
    { text: 'World', startMs: 1_200, endMs: 3_600 },
    { text: 'Nowhere', startMs: 2_700, endMs: 2_900 },
  ];
  const names = failed(await reported(t, open, { plan: { captions: wrong } }));
  t.deepEqual(names, ['captions_outside', 'captions_overlapping', 'captions_missing']);
});

test('a jump from black to white is told', async (t, open) => {
  const [black, white] = [await plain(0), await plain(255)];
  t.true(
    failed(await reported(t, open, { clips: [{ startFrame: black }, { startFrame: white }] })).includes('scene_jump'),
  );
});

test('a file that is no film has no report', async (t, open) => {
  const studio = open(t);
  const path = join(studio.root, 'none');
  await writeFile(path, 'not a film');
  await t.throwsAsync(studio.make(reportOf(path)), { code: 'rejected' } as never);
});

/** Three seconds of a chord of this strength. */
async function* tone(gain: number): AsyncGenerator<Float32Array> {
  for (let block = 0; block < 30; block += 1) {
    yield await Promise.resolve(
      Float32Array.from({ length: 9_600 }, (_, i) => gain * chord((block * 4_800 + Math.floor(i / 2)) / 48_000)),
    );
  }
}

const measured: Measured = {
  streamsWrong: 0,
  ...SIZE,
  framesPerSecond: 24,
  durationMs: 3_000,
  seen: { frames: 72, misplaced: 0, longestBlack: 0, longestFrozen: 0, jumps: [] },
  heard: null,
  texts: [],
};

for (const [name, gain, names] of [
  ['too loud', 2.8, ['loudness_off_lu', 'true_peak_dbtp']],
  ['too soft', 0.1, ['loudness_off_lu']],
  ['just right', 0.68, []],
] as const) {
  test(`sound that is ${name}: ${names.join(' and ') || 'nothing'} fails`, async (t, open) => {
    const { loudnessOf } = await openTools(open(t).ffmpeg);
    const loud = await loudnessOf(tone(gain), { withPeak: true });
    const {
      film: _,
      makes: __,
      ...plan
    } = reportOf('', { ...SIZE, durationMs: 3_000, captions: [], sceneStartsMs: [0] });
    const heard = { ...loud, longestSilence: 0 };
    const report = judge({ ...plan, kind: 'report', film: '' }, { ...measured, heard });
    t.deepEqual(failed(report), names, JSON.stringify(heard));
  });
}

test('the limiter holds every true peak, also between samples, and keeps the length', async (t, open) => {
  const { louder, loudnessOf } = await openTools(open(t).ffmpeg);
  let samples = 0;
  async function* limited(): AsyncGenerator<Float32Array> {
    for await (const block of louder(tone(1), 14)) {
      samples += block.length / 2;
      yield block;
    }
  }
  const { truePeak } = await loudnessOf(limited(), { withPeak: true });
  t.true(truePeak <= -1.5, String(truePeak));
  t.is(samples, 144_000);
});
