/** The slow move of the camera over a still. Pure. */
import { sha256 } from '../../../kernel/canonical-json.ts';
import { NEAREST, WIDEST } from '../plan/geometry.ts';

/** A part of the still: its centre in shares of the still, and how much of each side it shows. */
export type View = { readonly x: number; readonly y: number; readonly share: number };

export type Camera = { readonly from: View; readonly to: View };

/** From here on a longer scene moves more slowly. */
const SLOWEST_MS = 5_000;

/** Half of all scenes draw near, the others draw back; each in a direction of its own, which the seed decides. */
export const cameraOf = (seed: number, durationMs: number): Camera => {
  const digest = Buffer.from(sha256(`camera\n${String(seed)}`), 'hex');
  const byte = (at: number): number => (digest[at] ?? 0) / 255;
  const near = WIDEST + (NEAREST - WIDEST) * Math.min(1, durationMs / SLOWEST_MS);
  // The near view reaches no further out than the wide one.
  const room = (WIDEST - near) / 2;
  const wide: View = { x: 0.5, y: 0.5, share: WIDEST };
  const close: View = { x: 0.5 + room * (2 * byte(0) - 1), y: 0.5 + room * (2 * byte(1) - 1), share: near };
  return byte(2) < 0.5 ? { from: wide, to: close } : { from: close, to: wide };
};

/** The view at `progress` from 0 to 1. The share changes by equal factors, so that the zoom looks even. */
export const viewAt = ({ from, to }: Camera, progress: number): View => {
  const share = from.share * (to.share / from.share) ** progress;
  // Centres move with the share, so that one point of the still keeps its place.
  const moved = from.share === to.share ? progress : (share - from.share) / (to.share - from.share);
  return { x: from.x + (to.x - from.x) * moved, y: from.y + (to.y - from.y) * moved, share };
};
