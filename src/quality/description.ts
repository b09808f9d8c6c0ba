/** The description of the scorer, without loading its decoder. */
import type { FrameScorer } from '../ports/frame-scorer.ts';
import { VERSION } from './thresholds.ts';

export const pixelScorer = Object.freeze({
  name: 'pixels',
  version: VERSION,
} satisfies Omit<FrameScorer, 'score'>);
