/** Review and repair (spec, PhotoSequenceReviewRequest). */
import { DAY } from './units.ts';

export const reviewLimits = {
  decisionsMax: 32,
  /** Decisions of people on one picture of a frame. An honest review takes few; each is an event of the plan. */
  decisionsPerPictureMax: 20,
  noteCharsMax: 4_000,
  /** As JSON with its quotes: four for each character. Those of 32 frames, with all else of a plan, fit one append. */
  noteBytesMax: 16_002,
  repairAdditionsMax: 50,
  repairAdditionCharsMax: 1_000,
  attemptsByLadderMax: 3,
  attemptsByPersonMax: 2,
  reviewExpiryMs: 30 * DAY,
  /** Of the bounds of looks under the governance modes `strict` and `creative`; see `kernel/governance.ts`. */
  governanceStrictFactor: 1.1,
  governanceCreativeFactor: 0.9,
} as const;
