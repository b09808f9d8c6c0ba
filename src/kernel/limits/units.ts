/** Units of bounds: bytes, and milliseconds. */

export const KiB = 1_024;
export const MiB = 1_024 * KiB;
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;
