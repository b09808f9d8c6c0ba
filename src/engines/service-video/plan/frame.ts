/** Sizes and frames in memory, as all parts of the engine have them. */

export type Size = { readonly width: number; readonly height: number };
export type Box = Size & { readonly left: number; readonly top: number };

/** Rows of a plane begin `stride` bytes apart. */
export type Plane = { readonly data: Uint8Array; readonly stride: number };
export type Frame = Size & { readonly y: Plane; readonly u: Plane; readonly v: Plane };
