/** The events of one attempt at a frame, as the log would have them. */
import { attemptKeyOf } from '../../../commands/job/ladder.ts';
import { enginesFor, heldFor } from '../../../commands/job/queries.ts';
import type { JobDetails } from '../../../commands/job/state.ts';
import type { Asset, Coverage, FrameEvidence } from '../../../events/common.ts';
import {
  attemptClaimed,
  attemptResolved,
  attemptSubmitted,
  frameAccepted,
  taskDispatched,
  taskUnknown,
  taskRendered,
  taskFailed,
  frameRepairPlanned,
  frameScored,
  humanReviewRequired,
} from '../../../events/job.ts';
import type { EventOf } from '../../../src/kernel/event.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { assetOf, at, evidenceOf, hashOf } from './builders.ts';

type Dispatched = EventOf<typeof taskDispatched>['data'];

/** Attempt `attempt` at frame `index` of a job; `retry` counts the dispatches that an engine refused before. */
export const frameStory = (details: JobDetails, index: number, attempt = 1, retry = 0) => {
  const task = details.tasks[index];
  assert(task !== undefined, `the job has no frame ${index}`);
  const { taskId, makes, priceCredits, attemptsUsed = 0, seed } = task;
  const engine = enginesFor(details, makes)[0] ?? '';
  const attemptKey = attemptKeyOf(details.holdId, task.index, attempt, retry);
  const frame = { taskId, index: task.index };
  const about = { ...frame, attempt, attemptKey };
  const asset = assetOf(`${taskId}-${attempt}`);
  const renderedBefore = attempt - attemptsUsed;
  // As if each attempt so far had delivered.
  const price = Math.min(renderedBefore * priceCredits, heldFor(task));
  return {
    attemptKey,
    asset,
    dispatched: (rest: Partial<Dispatched> = {}) =>
      taskDispatched({
        ...about,
        kind: details.kind,
        retry,
        engine,
        seed: seed + (attempt - 1) * 104_729,
        corrections: [...(task.corrections ?? [])],
        previousAsset: task.previousAsset ?? null,
        ...rest,
      }),
    claimed: (epoch = 1, holder = 'dispatcher_1') =>
      attemptClaimed({ ...about, epoch, holder, promptHash: hashOf('prompt') }),
    rendered: (epoch = 1, picture: Asset = asset, told: { readonly coverage?: Coverage } = {}) =>
      taskRendered({
        ...about,
        makes,
        epoch,
        asset: picture,
        ...told,
        creditsCharged: task.judged ? null : priceCredits,
      }),
    /** The engine did nothing: the same attempt again after its back-off. */
    refusedByEngine: (ms = 0) =>
      taskFailed({
        ...about,
        code: 'unavailable',
        message: 'busy',
        consumed: false,
        retryAt: at(ms + (limits.engineBackoffMs[retry] ?? 0)),
      }),
    /** The attempt is spent. */
    failed: (code = 'lost', message = 'gone') => taskFailed({ ...about, code, message, consumed: true, retryAt: null }),
    unknown: (ms = 0, pollAt: string | null = null) =>
      taskUnknown({ ...about, pollAt, dueAt: at(ms + limits.dispatchUnknownMaxMs) }),
    /** By `user_1`. */
    resolved: (
      outcome: EventOf<typeof attemptResolved>['data']['outcome'],
      assetHash: string | null = outcome === 'delivered' ? asset.hash : null,
    ) => attemptResolved({ ...about, outcome, assetHash, note: 'seen at the provider', resolvedBy: 'user_1' }),
    /** Asked about after a second, unless stated. */
    submitted: (ref = 'film-1', epoch = 1, pollAfterMs = 1_000) =>
      attemptSubmitted({ ...about, epoch, ref, pollAt: at(pollAfterMs), dueAt: at(limits.submittedMaxMs) }),
    scored: (evidence: FrameEvidence = evidenceOf('pass'), charged = price) =>
      frameScored({
        ...about,
        assetHash: asset.hash,
        evidence,
        creditsCharged: evidence.verdict === 'pass' ? charged : null,
      }),
    /** By a person. */
    accepted: (rest: Partial<EventOf<typeof frameAccepted>['data']> = {}) =>
      frameAccepted({
        ...about,
        assetHash: asset.hash,
        creditsCharged: price,
        attemptKeys: Array.from({ length: renderedBefore }, (_, earlier) =>
          attemptKeyOf(details.holdId, task.index, attemptsUsed + 1 + earlier, 0),
        ),
        ...rest,
      }),
    /** The ladder's step that leads to this attempt. */
    planned: (rest: Partial<Omit<EventOf<typeof frameRepairPlanned>['data'], 'nextAttempt'>> = {}) =>
      frameRepairPlanned({
        ...frame,
        nextAttempt: attempt,
        step: attempt === 2 ? 'new_seed' : 'corrections',
        engine,
        corrections: [],
        ...rest,
      }),
    toPerson: (reason: EventOf<typeof humanReviewRequired>['data']['reason'] = 'attempts_exhausted') =>
      humanReviewRequired({ ...frame, reason }),
  };
};
