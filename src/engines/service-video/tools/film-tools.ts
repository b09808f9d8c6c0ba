/** The encoders, decoders and filters of a job. Two forms of FFmpeg have them: `av/` and `program/`. */
import type { Caption } from '../../../ports/engine.ts';
import type { Frame, Plane, Size } from '../plan/geometry.ts';
import type { Allowed } from './allowed.ts';

export type VideoFile = {
  /** Encodes a frame that `paint` fills. Frames are shown in their order, each for a 24th of a second. */
  add(paint: (frame: Frame) => void): Promise<void>;
  /** Nothing can be added any more. */
  close(): Promise<void>;
};

export type VideoHead = Size & {
  readonly kind: 'video';
  readonly codec: string;
  /** The format of its pixels, as FFmpeg names it. */
  readonly pixels: string;
  readonly framesPerSecond: number;
  readonly frames: number;
  /** All that a decoder is set up by; a join by copy needs the same of each clip. */
  readonly setUp: string;
};
export type SoundHead = {
  readonly kind: 'sound';
  readonly codec: string;
  readonly rate: number;
  readonly channels: number;
};
/** The head of a file. `startsWhole`: its first packet can be decoded by itself. */
export type FilmHead = {
  readonly durationMs: number;
  readonly startsWhole: boolean;
  readonly streams: readonly (VideoHead | SoundHead | { readonly kind: 'text' | 'other' })[];
};

/** A frame of a film, as far as it is measured. */
export type Picture = Size & { readonly luma: Plane; readonly seconds: number };

/** LUFS of the whole, and the true peak in dBTP, which has no lower bound. */
export type Loudness = { readonly integrated: number; readonly truePeak: number };

/** Silence, as the gate of the standard has it. */
export const SILENCE_LUFS = -70;

export type FilmParts = {
  readonly title: string;
  readonly width: number;
  /** Files of scenes with one set-up, and the frames of each. */
  readonly clips: readonly string[];
  readonly lengths: readonly number[];
  readonly sound: AsyncIterable<Float32Array>;
  readonly captions: readonly Caption[];
};

/**
 * `thing` names a file in messages. Fault `rejected`: a file cannot be read, or is of another kind than allowed;
 * `unavailable`: FFmpeg failed. Blocks have left and right by turns, from -1 to 1, 48,000 a second.
 */
export type FilmTools = {
  /** The size is even. The file is whole once `close` has answered. */
  readonly createVideoFile: (path: string, size: Size) => Promise<VideoFile>;
  readonly headOf: (path: string, thing: string) => Promise<FilmHead>;
  /** In their order. The memory of one picture is used for all. */
  readonly picturesOf: (path: string, thing: string) => AsyncIterable<Picture>;
  /** The track of text, without its gaps. */
  readonly textsOf: (path: string, thing: string) => Promise<readonly Caption[]>;
  /** Blocks of `BLOCK` moments; the last one is filled with silence. */
  readonly blocksOf: (path: string, thing: string, allowed: Allowed) => AsyncGenerator<Float32Array>;
  /** A true peak takes twice the time of all else. */
  readonly loudnessOf: (
    blocks: AsyncIterable<Float32Array>,
    options: { readonly withPeak: boolean },
  ) => Promise<Loudness>;
  /** The samples `gain` dB louder, with their peaks held. As many come out as went in. */
  readonly louder: (blocks: AsyncIterable<Float32Array>, gain: number) => AsyncIterable<Float32Array>;
  /** One MP4: scenes by copy, sound encoded once, a track of text. The same parts give the same bytes. */
  readonly joinFilm: (parts: FilmParts, output: string) => Promise<void>;
};
