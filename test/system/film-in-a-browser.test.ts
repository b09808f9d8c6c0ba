/** A film plays where people watch it: its pictures and its sound move, and it can be sought. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openPage, requireBrowser } from '../support/engines/browser.ts';
import { chord, clipOf, filmOf, openStudio, streamed, wavOf } from '../support/engines/films.ts';
import { paint } from '../support/engines/painter.ts';

/** In the page: plays for a while, and tells of each look at picture and sound. */
const PLAY = `(async () => {
  const video = document.querySelector('video');
  const failed = new Promise((_, reject) => {
    video.addEventListener('error', () => reject(new Error(video.error.message)));
  });
  const ready = new Promise((resolve) => video.addEventListener('loadeddata', resolve));
  video.src = '/film.mp4';
  await Promise.race([ready, failed]);
  const { duration, videoWidth, videoHeight } = video;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [64, 36];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const look = () => {
    context.drawImage(video, 0, 0, 64, 36);
    return Array.from(context.getImageData(0, 0, 64, 36).data);
  };
  await video.play();
  const pictures = [];
  while (!video.ended && pictures.length < 100) {
    pictures.push(look());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const quality = video.getVideoPlaybackQuality();
  video.currentTime = 0.5;
  await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
  const sought = look();
  const heard = video.webkitAudioDecodedByteCount;
  // The machine of a test has no loudspeaker: the samples are taken from the browser's decoder.
  const bytes = await (await fetch('/film.mp4')).arrayBuffer();
  const sound = await new OfflineAudioContext(2, 48000, 48000).decodeAudioData(bytes);
  const samples = sound.getChannelData(0);
  const strengths = Array.from({ length: 8 }, (_, i) => {
    const part = samples.subarray((i * samples.length) / 8, ((i + 1) * samples.length) / 8);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  });
  return { duration, videoWidth, videoHeight, pictures, strengths, sought, heard, shown: quality.totalVideoFrames };
})()`;

type Played = {
  readonly duration: number;
  readonly videoWidth: number;
  readonly videoHeight: number;
  readonly pictures: readonly (readonly number[])[];
  readonly strengths: readonly number[];
  readonly sought: readonly number[];
  readonly heard: number;
  readonly shown: number;
};

const apart = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length;

if (requireBrowser(test)) {
  test('a browser plays a film: pictures and sound move, and a moment can be sought', async (t) => {
    const studio = openStudio(t);
    const startFrame = await paint();
    const clips: string[] = [];
    for (const [seed, still] of [startFrame, null].entries()) {
      clips.push((await studio.make(clipOf({ startFrame: still, seed, durationMs: 1_000 }))).path);
    }
    const music = join(studio.root, 'music.wav');
    writeFileSync(music, wavOf(2, chord));
    const captions = [{ text: 'Hello', startMs: 250, endMs: 750 }];
    const { path } = await studio.make(filmOf(clips, { music: streamed(music), captions }));
    const page = await openPage(t, path);
    const played: Played = await page.evaluate(PLAY);
    t.is(played.duration, 2);
    t.deepEqual([played.videoWidth, played.videoHeight], [320, 180]);
    t.true(played.shown > 20, String(played.shown));
    const last = played.pictures.at(-1) ?? [];
    // Of the other scene, and of this one at another time.
    t.true(played.pictures.some((picture) => apart(picture, last) > 5));
    t.true(played.pictures.some((picture) => apart(picture, last) > 0.2 && apart(picture, last) < 5));
    t.true(apart(played.sought, last) > 5);
    t.true(played.heard > 0);
    t.true(Math.min(...played.strengths.slice(1, 5)) > 0.03, String(played.strengths));
  });
}
