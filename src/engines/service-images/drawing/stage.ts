/** Where a panel is drawn: its size, its camera and its light, decided once and shared by all layers. */
import type { Intent } from './intent.ts';
import type { Palette } from './palette.ts';
import { type Random, randomFrom } from '../../prompt/random.ts';

/** The shorter side of the drawing; coordinates do not depend on the size in pixels. */
const SHORT_SIDE = 720;

export type Stage = {
  readonly intent: Intent;
  readonly palette: Palette;
  readonly w: number;
  readonly h: number;
  /** Height of the horizon, from the top; the vanishing point is on it. */
  readonly horizon: number;
  readonly vanish: number;
  /** The place of the light, and its side: -1 left, 1 right. */
  readonly light: { readonly x: number; readonly y: number; readonly side: -1 | 1 };
  /** A stream of its own for each layer. */
  readonly random: (purpose: string) => Random;
  /** An id for a gradient or a clip, once each. */
  readonly id: () => string;
};

/** Height of the horizon as a share of the picture. */
const horizonShare = ({ framing, angle, interior }: Intent, random: Random): number => {
  const jitter = random.between(-0.05, 0.05);
  if (framing === 'aerial' && !interior) return 0.14 + jitter;
  if (angle === 'low') return 0.8 + jitter / 2;
  if (angle === 'high') return 0.3 + jitter;
  if (interior) return 0.66 + jitter / 2;
  return framing === 'wide' ? 0.6 + jitter * 1.6 : 0.62 + jitter;
};

/** `key` fixes all accidents of the drawing. */
export const stageOf = (intent: Intent, palette: Palette, aspect: number, key: string): Stage => {
  const w = aspect >= 1 ? Math.round(SHORT_SIDE * aspect) : SHORT_SIDE;
  const h = aspect >= 1 ? SHORT_SIDE : Math.round(SHORT_SIDE / aspect);
  const random = randomFrom(key, 'camera');
  const horizon = h * horizonShare(intent, random);
  const side = random.side();
  const low = intent.time === 'dawn' || intent.time === 'dusk';
  let ids = 0;
  return {
    intent,
    palette,
    w,
    h,
    horizon,
    vanish: w * random.between(0.34, 0.66),
    light: {
      x: w * (0.5 + side * random.between(0.14, 0.36)),
      y: low ? horizon - h * random.between(0.04, 0.14) : horizon * random.between(0.16, 0.42),
      side,
    },
    random: (purpose) => randomFrom(key, purpose),
    id: () => {
      ids += 1;
      return `i${String(ids)}`;
    },
  };
};
