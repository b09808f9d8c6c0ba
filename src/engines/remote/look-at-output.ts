/** An output of a provider, held against its own bytes: a header proves nothing. */
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createSha256 } from '../../kernel/canonical-slices.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { isContained } from '../../kernel/media-types.ts';
import type { Output, Scratch } from '../../ports/engine.ts';
import type { MediaProbe } from '../../ports/media-probe.ts';
import type { PictureCheck } from '../../ports/picture-check.ts';
import { streamedFile } from '../sound/streamed-file.ts';
import { boundedBody, type RemoteAnswer } from './remote-answer.ts';

/** The decoders are the service's own, within their bounds. */
export type OutputDeps = {
  readonly pictures: PictureCheck;
  readonly media: MediaProbe;
};

export type Downloaded = { readonly path: string; readonly sizeBytes: number; readonly sha256: string };

/** The bytes of an answer as a file of the call's own folder. Fault `unknown_outcome`: it broke off. */
export const download = async (
  answer: Pick<RemoteAnswer, 'body'>,
  scratch: Scratch,
  bytesMax: number,
): Promise<Downloaded> => {
  const path = join(await scratch.folder(), 'output');
  const digest = createSha256();
  let sizeBytes = 0;
  const watched = async function* (): AsyncIterable<Uint8Array> {
    for await (const chunk of boundedBody(answer, bytesMax)) {
      digest.add(chunk);
      sizeBytes += chunk.byteLength;
      yield chunk;
    }
  };
  await pipeline(watched(), createWriteStream(path));
  return { path, sizeBytes, sha256: digest.hex() };
};

const SOUNDS = new Set(['audio/wav', 'audio/mpeg', 'audio/flac', 'audio/ogg', 'audio/mp4', 'audio/aac']);

const isPicture = (contentType: string): boolean => /^image\/(?:png|jpeg|webp)$/.test(contentType);

/** Undefined for a type that no output of a provider has. */
export const bytesMaxOf = (contentType: string): number | undefined => {
  if (isPicture(contentType)) return limits.imageBytesMax;
  if (contentType === 'video/mp4') return limits.clipBytesMax;
  return SOUNDS.has(contentType) ? limits.soundBytesMax : undefined;
};

const TOO_SLOW = 'too_slow';

const tooSlow = (): Fault =>
  new Fault('unavailable', 'an output of the provider was not understood in time', { detail: { reason: TOO_SLOW } });

export const isTooSlow = (error: unknown): boolean =>
  isFault(error, 'unavailable') && error.detail['reason'] === TOO_SLOW;

/** Faults: `rejected`, it is not what its type says; `unavailable`, it could not be looked at now, or not in time. */
export const lookAtOutput = async (
  { pictures, media }: OutputDeps,
  { path, sizeBytes }: Downloaded,
  contentType: string,
): Promise<Output> => {
  if (isPicture(contentType)) {
    const content = await readFile(path);
    const found = await pictures.check(content);
    if (found?.contentType !== contentType) throw new Fault('rejected', 'the provider delivered no whole picture');
    return { contentType, content, width: found.width, height: found.height };
  }
  const bounds = { bytesMax: sizeBytes, durationMaxMs: limits.remoteDurationMsMax };
  const probed = await media.probe(path, bounds);
  if (probed.kind === 'refused') {
    // Mostly the time of this machine: the output is paid for, and may be good.
    if (probed.why === 'timed_out') throw tooSlow();
    throw new Fault('rejected', `the provider delivered no media that this service knows: ${probed.why}`);
  }
  const { container, durationMs, tracks } = probed.media;
  const content = streamedFile(path);
  const video = tracks.find((track) => track.kind === 'video');
  const isFilm = contentType === 'video/mp4' && video !== undefined;
  const isSound = SOUNDS.has(contentType) && video === undefined;
  if (!isContained(contentType, container) || !(isFilm || isSound)) {
    throw new Fault('rejected', 'the provider delivered another kind of media than it said');
  }
  const size = video === undefined ? {} : { width: video.width, height: video.height };
  return { contentType, content, durationMs, ...size };
};
