/** An output that a person brings in the place of an engine. Its bytes alone tell its type and its extent. */
import type { JobKind, Makes } from '../../../events/job.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { mediaTypes } from '../../kernel/media-types.ts';
import { measured } from '../../kernel/streamed-content.ts';
import type { Timers } from '../../ports/basics.ts';
import type { Output, Streamed } from '../../ports/engine.ts';
import type { StreamProbe } from '../../ports/media-probe.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { PictureCheck } from '../../ports/picture-check.ts';
import { invalid, ok, type Refused, type Result } from '../calls/result.ts';

/** `hash` with its prefix `sha256:`. */
export type Brought = { readonly hash: string; readonly base64: string };

export type BroughtDeps = {
  readonly pictureCheck: PictureCheck;
  readonly mediaProbe: StreamProbe;
  readonly timers: Pick<Timers, 'nextTurn'>;
  readonly objects: Pick<ObjectStore, 'put'>;
};

export type Wanted = { readonly makes: Makes; readonly kind: JobKind };

/** Refusal `validation_failed`: it is not the output of such a task. Fault `unavailable`: no look at it was done. */
export const broughtOutput = async (
  deps: BroughtDeps,
  { makes, kind }: Wanted,
  { hash, base64 }: Brought,
): Promise<Result<Output>> => {
  const content: Streamed = () => decoded(deps.timers, base64);
  const found = await measured(content(), limits.broughtBytesMax);
  if (found === undefined) return unfit(`has more than ${limits.broughtBytesMax} bytes`);
  if (`sha256:${found.hash}` !== hash) return unfit('does not have this hash');
  switch (makes) {
    case 'image':
      return picture(deps, content);
    case 'clip':
    case 'assembly':
      return media(deps, content, 'video');
    case 'speech':
      // Captions follow the words, which only the engine could tell.
      return kind === 'speech' ? media(deps, content, 'audio') : unfit('is part of a film, which needs its words too');
    case 'music':
      return media(deps, content, 'audio');
    case 'report':
      return unfit('is measured by this service alone');
  }
};

const unfit = (message: string): Refused => invalid('/asset', message);

/** A multiple of four characters: each piece is whole by itself. */
const PIECE_CHARS = 256 * 1_024;

/** Other requests have their turn between the pieces. */
async function* decoded({ nextTurn }: BroughtDeps['timers'], base64: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < base64.length; at += PIECE_CHARS) {
    yield Buffer.from(base64.slice(at, at + PIECE_CHARS), 'base64');
    await nextTurn();
  }
}

const picture = async ({ pictureCheck }: BroughtDeps, content: Streamed): Promise<Result<Output>> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of content()) pieces.push(piece);
  const found = await pictureCheck.check(Buffer.concat(pieces));
  return found === null ? unfit('is no whole PNG, JPEG or WebP') : ok({ ...found, content });
};

const BOUNDS = { bytesMax: limits.broughtBytesMax, durationMaxMs: limits.musicMsMax };

const media = async (
  { mediaProbe }: BroughtDeps,
  content: Streamed,
  kind: 'audio' | 'video',
): Promise<Result<Output>> => {
  const probed = await mediaProbe.probeStream(content(), BOUNDS, async (found) => Promise.resolve(found));
  // Mostly the time of this machine.
  if ('kind' in probed && probed.why === 'timed_out') throw new Fault('unavailable', 'no look was done in time');
  if ('kind' in probed) return unfit(`is no ${kind} (${probed.why})`);
  const { container, durationMs, tracks } = probed.media;
  const contentType = mediaTypes[kind][container];
  const shown = tracks.find((track) => track.kind === 'video');
  if (contentType === undefined || (kind === 'video') !== (shown !== undefined)) return unfit(`is no ${kind}`);
  const size = shown === undefined ? {} : { width: shown.width, height: shown.height };
  return ok({ content, contentType, durationMs, ...size });
};
