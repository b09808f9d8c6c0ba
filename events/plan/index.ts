/** Every event of the category `plan`. */
import type { EventOf } from '../../src/kernel/event.ts';
import { frameCarried } from './frame-carried.ts';
import { frameReviewExpired } from './frame-review-expired.ts';
import { frameReviewed } from './frame-reviewed.ts';
import { planCertified } from './plan-certified.ts';
import { planPrepared } from './plan-prepared.ts';
import { planSuperseded } from './plan-superseded.ts';
import { repairPlanned } from './repair-planned.ts';

export { frameCarried, frameReviewExpired, frameReviewed, planCertified, planPrepared, planSuperseded, repairPlanned };

export type PlanEvent = EventOf<
  | typeof frameCarried
  | typeof frameReviewExpired
  | typeof frameReviewed
  | typeof planCertified
  | typeof planPrepared
  | typeof planSuperseded
  | typeof repairPlanned
>;
