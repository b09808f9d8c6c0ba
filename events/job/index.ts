/** Every event of the category `job`. */
import type { EventOf } from '../../src/kernel/event.ts';
import { attemptClaimed } from './attempt-claimed.ts';
import { frameAccepted } from './frame-accepted.ts';
import { frameDispatchUnknown } from './frame-dispatch-unknown.ts';
import { frameDispatched } from './frame-dispatched.ts';
import { frameRenderFailed } from './frame-render-failed.ts';
import { frameRendered } from './frame-rendered.ts';
import { frameRepairPlanned } from './frame-repair-planned.ts';
import { frameScored } from './frame-scored.ts';
import { humanReviewRequired } from './human-review-required.ts';
import { jobCancelRequested } from './job-cancel-requested.ts';
import { jobCancelled } from './job-cancelled.ts';
import { jobCompleted } from './job-completed.ts';
import { jobFailed } from './job-failed.ts';
import { jobPartiallyCompleted } from './job-partially-completed.ts';
import { jobQueued } from './job-queued.ts';
import { jobRefused } from './job-refused.ts';
import { jobStarted } from './job-started.ts';

export {
  attemptClaimed,
  frameAccepted,
  frameDispatchUnknown,
  frameDispatched,
  frameRenderFailed,
  frameRendered,
  frameRepairPlanned,
  frameScored,
  humanReviewRequired,
  jobCancelRequested,
  jobCancelled,
  jobCompleted,
  jobFailed,
  jobPartiallyCompleted,
  jobQueued,
  jobRefused,
  jobStarted,
};

export type JobEvent = EventOf<
  | typeof attemptClaimed
  | typeof frameAccepted
  | typeof frameDispatchUnknown
  | typeof frameDispatched
  | typeof frameRenderFailed
  | typeof frameRendered
  | typeof frameRepairPlanned
  | typeof frameScored
  | typeof humanReviewRequired
  | typeof jobCancelRequested
  | typeof jobCancelled
  | typeof jobCompleted
  | typeof jobFailed
  | typeof jobPartiallyCompleted
  | typeof jobQueued
  | typeof jobRefused
  | typeof jobStarted
>;
