/**
 * Judges a picture against its requirement. The verdict follows from `metrics` and `thresholds` alone
 * (kernel/verdict.ts), so it can be replayed from the event.
 */

import type { GovernanceRule } from '../kernel/governance.ts';

export type ScoreRequest = {
  readonly bytes: Uint8Array;
  readonly expected: { readonly width: number; readonly height: number };
  /** The previous frame of a chain, or the master reference: the picture continues its palette and is no copy. */
  readonly continuityWith: Uint8Array | null;
  /** Perceptual hashes (16 hex digits) of accepted siblings: a near-duplicate of one of them fails. */
  readonly siblingHashes: readonly string[];
  /** sha256 of reference pictures: an exact copy of one is refused. */
  readonly referenceHashes: readonly string[];
  /** Moves the bounds of looks; none where it is undefined. */
  readonly governance?: GovernanceRule | undefined;
};

export type Evidence = {
  readonly scorer: string;
  readonly version: string;
  readonly verdict: 'pass' | 'fail';
  /** Metric name to value; integers or decimals rounded to four places. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Metric name to the bound that it was held against, e.g. `{ entropy: { min: 4.5 } }`. */
  readonly thresholds: Readonly<Record<string, { readonly min?: number; readonly max?: number }>>;
  readonly failed: readonly string[];
  /** Prompt additions that follow from the failed metrics, for the ladder's correction step. */
  readonly corrections: readonly string[];
  /** Perceptual hash of the picture, 16 hex digits; all zeros when it does not decode, and then never compared with. */
  readonly perceptualHash: string;
};

export type FrameScorer = {
  readonly name: string;
  readonly version: string;
  /** Bad bytes are never a fault: a picture that does not decode fails. Fault `unavailable`: too busy. */
  score(request: ScoreRequest): Promise<Evidence>;
};
