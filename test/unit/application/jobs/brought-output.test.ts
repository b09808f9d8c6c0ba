/** Outputs that people bring: taken by their bytes alone, and only where a task makes such a thing. */
import test from 'ava';
import { broughtOutput, type Wanted } from '../../../../src/application/jobs/brought-output.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Media, StreamProbe } from '../../../../src/ports/media-probe.ts';
import { namedMedia, namedPictures } from '../../../support/application/hosts.ts';
import { createHastyTimers } from '../../../support/kernel/hasty-timers.ts';

const put = async (key: string) => Promise.resolve({ key, size: 0, contentType: '' });
const deps = { pictureCheck: namedPictures, mediaProbe: namedMedia, timers: createHastyTimers(), objects: { put } };

const broughtOf = (text: string) => ({
  hash: `sha256:${sha256(text)}`,
  base64: Buffer.from(text).toString('base64'),
});

const bring = async (wanted: Wanted, text: string, change: Partial<typeof deps> = {}) =>
  broughtOutput({ ...deps, ...change }, wanted, broughtOf(text));

const image: Wanted = { makes: 'image', kind: 'storyboard' };
const clip: Wanted = { makes: 'clip', kind: 'video' };

/** A probe that finds this. */
const finding = (change: Partial<Media>): { readonly mediaProbe: StreamProbe } => ({
  mediaProbe: {
    probeStream: async (content, _, use) => {
      const track = { kind: 'audio', codec: 'mp3', sampleRate: 48_000, channels: 2 } as const;
      const media: Media = { container: 'mp3', durationMs: 3_000, tracks: [track], ...change };
      return use({ media, open: () => content });
    },
  },
});

test('its type and its extent are those of its bytes, which come out whole', async (t) => {
  const long = `film${'x'.repeat(700_001)}`;
  for (const [wanted, text, told] of [
    [image, 'picture of a quay', { contentType: 'image/png', width: 16, height: 9 }],
    [clip, long, { contentType: 'video/mp4', width: 16, height: 9, durationMs: 2_000 }],
    [{ makes: 'assembly', kind: 'video' }, 'film', { contentType: 'video/mp4', durationMs: 2_000 }],
  ] as const) {
    const output = await bring(wanted, text);
    t.is(output.kind, 'ok');
    if (output.kind !== 'ok') continue;
    t.like(output.value, told);
    const { content } = output.value;
    const pieces: Uint8Array[] = [];
    if (typeof content === 'function') for await (const piece of content()) pieces.push(piece);
    t.is(Buffer.concat(pieces).toString(), text);
  }
});

test('sound is sound by its tracks', async (t) => {
  const sound = finding({});
  for (const makes of ['speech', 'music'] as const) {
    t.like(await bring({ makes, kind: makes }, 'song', sound), {
      kind: 'ok',
      value: { contentType: 'audio/mpeg', durationMs: 3_000 },
    });
  }
  t.like(await bring(clip, 'song', sound), { kind: 'refused', code: 'validation_failed' });
});

test('an output that could not be looked at in time is not refused', async (t) => {
  const late: StreamProbe = { probeStream: async () => Promise.resolve({ kind: 'refused', why: 'timed_out' }) };
  t.true(isFault(await t.throwsAsync(bring(clip, 'film', { mediaProbe: late })), 'unavailable'));
});

test('another thing than such an output is refused, with the reason', async (t) => {
  const film = finding({ container: 'mp4', tracks: [{ kind: 'video', codec: 'avc', width: 1, height: 1 }] });
  const rows = [
    [image, 'script', {}, /no whole PNG/],
    [clip, 'picture', {}, /unknown_format/],
    [{ makes: 'music', kind: 'music' }, 'film', film, /no audio/],
    [clip, 'film', finding({ container: 'matroska' }), /no video/],
    [{ makes: 'speech', kind: 'video' }, 'song', finding({}), /needs its words/],
    [{ makes: 'report', kind: 'video' }, '{}', {}, /by this service alone/],
  ] as const;
  for (const [wanted, text, change, why] of rows) {
    const refusal = await bring(wanted, text, change);
    t.like(refusal, { kind: 'refused', code: 'validation_failed' });
    t.regex(refusal.kind === 'refused' ? (refusal.message ?? '') : '', why);
  }
});

test('other bytes than their hash says, and too many of them, are looked at no further', async (t) => {
  const unasked = { pictureCheck: { check: async () => Promise.reject(new Error('it was looked at')) } };
  const { base64 } = broughtOf('picture');
  const { hash } = broughtOf('picture of another quay');
  t.like(await broughtOutput({ ...deps, ...unasked }, image, { hash, base64 }), { code: 'validation_failed' });
  const large = Buffer.alloc(limits.broughtBytesMax + 1);
  const much = { hash: `sha256:${sha256(large)}`, base64: large.toString('base64') };
  t.like(await broughtOutput({ ...deps, ...unasked }, image, much), { code: 'validation_failed' });
});
