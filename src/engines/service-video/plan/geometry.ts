/** Sizes and lengths that a call and its child process agree on. Pure. */

export const FRAMES_PER_SECOND = 24;

/** The widest view of the camera leaves a rim of the still, so that a move has room. */
export const WIDEST = 0.96;
/** The nearest view, after a scene of the usual length. A shorter scene moves as fast and less far. */
export const NEAREST = 0.84;

/** The nearest view is as large as its part of the still. Both sides are even. */
export const stillSizeOf = ({ width, height }: Size): Size => ({
  width: 2 * Math.ceil(width / NEAREST / 2),
  height: 2 * Math.ceil(height / NEAREST / 2),
});

/** A scene has whole frames, and at least one. */
export const frameCount = (durationMs: number): number =>
  Math.max(1, Math.round((durationMs * FRAMES_PER_SECOND) / 1_000));

/** Milliseconds of so many frames. */
export const lengthOfFrames = (frames: number): number => Math.round((frames * 1_000) / FRAMES_PER_SECOND);

/** Samples of sound a second, and for each frame. */
export const RATE = 48_000;
export const SAMPLES_PER_FRAME = RATE / FRAMES_PER_SECOND;

/** The loudness of a film: as of streaming services. */
export const TARGET_LUFS = -16;

export type Size = { readonly width: number; readonly height: number };
export type Box = Size & { readonly left: number; readonly top: number };

/** Rows of a plane begin `stride` bytes apart. */
export type Plane = { readonly data: Uint8Array; readonly stride: number };
export type Frame = Size & { readonly y: Plane; readonly u: Plane; readonly v: Plane };
