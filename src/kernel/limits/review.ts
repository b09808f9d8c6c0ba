/** Review and repair (spec, PhotoSequenceReviewRequest). */
import { DAY } from './units.ts';

export const reviewLimits = {
  decisionsMax: 32,
  /** Decisions of people on one picture of a frame. An honest review takes few; each is an event of the plan. */
  decisionsPerPictureMax: 20,
  noteCharsMax: 4_000,
  repairAdditionsMax: 50,
  repairAdditionCharsMax: 1_000,
  attemptsByLadderMax: 3,
  attemptsByPersonMax: 2,
  reviewExpiryMs: 30 * DAY,
  /** Of the bounds of looks under the governance modes `strict` and `creative`; see `kernel/governance.ts`. */
  governanceStrictFactor: 1.1,
  governanceCreativeFactor: 0.9,
} as const;
