/** The sides in pixels and the length of an output, as far as it has them. */
import { limits } from './limits.ts';

export type Extent = { readonly width?: number; readonly height?: number; readonly durationMs?: number };

/** Why an output is less than its request; undefined where it is not. A length may be a little short: frames round. */
export const shortfallOf = (asked: Extent, made: Extent): string | undefined => {
  const { width = 0, height = 0, durationMs = 0 } = made;
  if (width < (asked.width ?? 0) || height < (asked.height ?? 0)) {
    return `it has ${width} x ${height} pixels, not ${asked.width ?? 0} x ${asked.height ?? 0}`;
  }
  return durationMs < (asked.durationMs ?? 0) * limits.outputLengthShareMin
    ? `it is ${durationMs} ms long, not ${asked.durationMs ?? 0}`
    : undefined;
};
