/** How a job is specified, and a job of one frame as far as its first attempt. */
import { jobDecider } from '../../../commands/job/decider.ts';
import { jobCancelRequested, jobQueued, jobStarted } from '../../../events/job.ts';
import { deciderTest } from '../../spec/decider-spec.ts';
import { at, evidenceOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';

export const test = deciderTest(jobDecider);

export const details = jobDetailsOf({ frames: 1 });

/** Its attempts. */
export const first = frameStory(details, 0);
export const second = frameStory(details, 0, 2);
export const third = frameStory(details, 0, 3);

/** The log when the first attempt has come so far. */
export const dispatched = [jobQueued(details), jobStarted({ leftOut: [] }), first.dispatched()];
export const claimed = [...dispatched, first.claimed()];
export const rendered = [...claimed, first.rendered()];

export const cancel = jobCancelRequested({ requestedBy: 'user_1' });

export const advanceAt = (ms: number) => ({ type: 'AdvanceJob', now: at(ms), leftOut: [] }) as const;
export const advance = advanceAt(0);
export const finish = { type: 'FinishJob' } as const;

/** The scorer's verdict on an attempt; it passes unless told otherwise. */
export const scoreOf = ({ attemptKey, asset }: ReturnType<typeof frameStory>, evidence = evidenceOf('pass')) =>
  ({ type: 'RecordScore', attemptKey, assetHash: asset.hash, evidence }) as const;
export const pass = scoreOf(first);
