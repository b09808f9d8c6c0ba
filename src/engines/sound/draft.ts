/**
 * Samples of any level in files, until all of a sound are there: its gain follows from all of them. A system call may
 * write a part, and the last one before a disk is full does: `writeFileSync` goes on, or throws.
 */
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';

/** Frames that are read or written at once. */
export const PIECE_FRAMES = 16_384;

/** In the folder of its job. */
export const DRAFT_FILE = 'draft.f32';

/** A part of a sound, from this frame of it on. */
export type Passage = { readonly path: string; readonly from: number };

/** The input of a job that makes one part of a sound, from `from` on. The last one makes the sound of all drafts. */
export type SoundJob<P> = {
  readonly part: P;
  /** In frames. */
  readonly from: number;
  readonly earlier: readonly Passage[];
  readonly isLast: boolean;
};

export type Draft = {
  /** One array for each channel, of one length. */
  add(channels: readonly Float32Array[]): void;
  /** Frames so far. */
  frames(): number;
  /** All samples are in the file. */
  end(): void;
};

/** The arrays are used again: an hour of sound takes the memory of a minute. */
export const createDraft = (channels: number): Draft => {
  const file = openSync(DRAFT_FILE, 'w');
  const kept = createPieces(file, new Float32Array(PIECE_FRAMES * channels));
  let frames = 0;
  return {
    add: (samples) => {
      const length = samples[0]?.length ?? 0;
      for (let n = 0; n < length; n += 1) {
        for (let channel = 0; channel < channels; channel += 1) kept.put(samples[channel]?.[n] ?? 0);
      }
      frames += length;
    },
    frames: () => frames,
    end: () => {
      kept.end();
      closeSync(file);
    },
  };
};

/** Samples that are written in pieces as large as `piece`. */
export const createPieces = (file: number, piece: Float32Array | Int16Array) => {
  let filled = 0;
  const end = (): void => {
    writeFileSync(file, piece.subarray(0, filled));
    filled = 0;
  };
  return {
    put: (sample: number): void => {
      piece[filled++] = sample;
      if (filled === piece.length) end();
    },
    end,
  };
};

export type Mix = {
  /** Fills the array with whole frames from `at` on, as in the drafts. Silence follows the last. */
  read(at: number, into: Float32Array): void;
  close(): void;
};

/** A sound of passages. Each may ring into the next: what is heard at one time is added. */
export const openMix = (passages: readonly Passage[], channels: number): Mix => {
  const drafts = passages.map(({ path, from }) => ({ file: openSync(path, 'r'), from }));
  const piece = new Float32Array(PIECE_FRAMES * channels);
  return {
    read: (at, into) => {
      into.fill(0);
      for (const { file, from } of drafts) {
        const skipped = Math.max(0, from - at) * channels;
        if (skipped >= into.length) continue;
        const position = (Math.max(at, from) - from) * channels * piece.BYTES_PER_ELEMENT;
        const length = (into.length - skipped) * piece.BYTES_PER_ELEMENT;
        const samples = readSync(file, piece, { position, length }) / piece.BYTES_PER_ELEMENT;
        for (let n = 0; n < samples; n += 1) into[skipped + n] = (into[skipped + n] ?? 0) + (piece[n] ?? 0);
      }
    },
    close: () => {
      for (const { file } of drafts) closeSync(file);
    },
  };
};
