/** Tells the content of sound and video files of unknown origin, before any native decoder reads a byte of them. */

import type { Container } from '../kernel/media-types.ts';
import type { UploadRefusalCode } from '../kernel/upload-refusals.ts';

export type MediaTrack =
  | { readonly kind: 'audio'; readonly codec: string; readonly sampleRate: number; readonly channels: number }
  | { readonly kind: 'video'; readonly codec: string; readonly width: number; readonly height: number };

export type Media = {
  readonly container: Container;
  /** Of the longest track, by packets that are there: a declared length alone does not count. */
  readonly durationMs: number;
  /** At least one. Codecs have the names of WebCodecs' registry in short: `aac`, `mp3`, `opus`, `pcm-s16`, `avc`. */
  readonly tracks: readonly MediaTrack[];
};

/** Of the refusals of an upload those that tell of a sound or a film. */
export type MediaRefusal = Exclude<UploadRefusalCode, 'size_differs' | 'not_a_picture' | 'type_differs'>;

export type MediaRefused = { readonly kind: 'refused'; readonly why: MediaRefusal };
export type Probed = { readonly kind: 'media'; readonly media: Media } | MediaRefused;

export type MediaBounds = { readonly bytesMax: number; readonly durationMaxMs: number };

export type MediaProbe = {
  /**
   * Looks at a file of the caller's own, within `limits.mediaProbeMs` and bounds of memory, tracks and pixels. Faults:
   * `not_found` for a path without a file; `unavailable`: it could not be looked at now.
   */
  probe(path: string, bounds: MediaBounds): Promise<Probed>;
};

/** A file that was looked at. Its bytes are there as long as it is used. */
export type ProbedFile = { readonly media: Media; readonly open: () => AsyncIterable<Uint8Array> };

export type StreamProbe = {
  /**
   * The same of bytes that are gathered in a file, as many as the bound allows. The answer is a refusal, or that of
   * `use`. Faults: `unavailable`, the bytes could not be looked at now; those of the content and of `use`.
   */
  probeStream<T>(
    content: AsyncIterable<Uint8Array>,
    bounds: MediaBounds,
    use: (file: ProbedFile) => Promise<T>,
  ): Promise<T | MediaRefused>;
};
