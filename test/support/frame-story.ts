/** The events of one attempt at a frame, as the log would have them. */
import { heldFor } from '../../commands/job/state.ts';
import type { JobDetails } from '../../commands/job/state.ts';
import type { Asset, Coverage, FrameEvidence } from '../../events/common.ts';
import {
  attemptClaimed,
  frameAccepted,
  frameDispatched,
  frameDispatchUnknown,
  frameRendered,
  frameRenderFailed,
  frameRepairPlanned,
  frameScored,
  humanReviewRequired,
} from '../../events/job/index.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import { assert } from '../../src/kernel/faults.ts';
import { keyFromContent } from '../../src/kernel/ids.ts';
import { limits } from '../../src/kernel/limits.ts';
import { assetOf, at, evidenceOf, hashOf } from './builders.ts';

type Dispatched = EventOf<typeof frameDispatched>['data'];

/** Attempt `attempt` at frame `index` of a job; `retry` counts the dispatches that an engine refused before. */
export const frameStory = (details: JobDetails, index: number, attempt = 1, retry = 0) => {
  const requirement = details.requirements[index];
  assert(requirement !== undefined, `the job has no frame ${index}`);
  const { requirementId, frameIndex, priceCredits, seed } = requirement;
  const attemptKey = keyFromContent(details.holdId, requirementId, attempt, retry);
  const frame = { requirementId, frameIndex };
  const about = { ...frame, attempt, attemptKey };
  const asset = assetOf(`${requirementId}-${attempt}`);
  const renderedBefore = attempt - requirement.attemptsUsed;
  return {
    attemptKey,
    asset,
    dispatched: (rest: Partial<Dispatched> = {}) =>
      frameDispatched({
        ...about,
        retry,
        engine: details.engines[0] ?? '',
        seed: seed + (attempt - 1) * 104_729,
        priceCredits,
        manifestHash: details.manifestHash,
        corrections: [...requirement.corrections],
        additionsHash: requirement.additionsHash,
        previousAsset: requirement.previousAsset,
        ...rest,
      }),
    claimed: (epoch = 1, holder = 'dispatcher_1') =>
      attemptClaimed({ ...about, epoch, holder, promptHash: hashOf('prompt') }),
    rendered: (epoch = 1, picture: Asset = asset, told: { readonly coverage?: Coverage } = {}) =>
      frameRendered({ ...about, epoch, asset: picture, ...told }),
    /** The engine did nothing: the same attempt again after its back-off. */
    refusedByEngine: (ms = 0) =>
      frameRenderFailed({
        ...about,
        code: 'unavailable',
        message: 'busy',
        consumed: false,
        retryAt: at(ms + (limits.engineBackoffMs[retry] ?? 0)),
      }),
    /** The attempt is spent. */
    failed: (code = 'lost', message = 'gone') =>
      frameRenderFailed({ ...about, code, message, consumed: true, retryAt: null }),
    unknown: (ms = 0) => frameDispatchUnknown({ ...about, dueAt: at(ms + limits.dispatchUnknownMaxMs) }),
    scored: (evidence: FrameEvidence = evidenceOf('pass')) =>
      frameScored({ ...about, assetHash: asset.hash, evidence }),
    /** By the scorer unless stated; charged for every attempt so far, as if each had delivered. */
    accepted: (rest: Partial<EventOf<typeof frameAccepted>['data']> = {}) =>
      frameAccepted({
        ...about,
        by: 'scorer',
        assetHash: asset.hash,
        creditsCharged: Math.min(renderedBefore * priceCredits, heldFor(requirement)),
        attemptKeys: Array.from({ length: renderedBefore }, (_, earlier) =>
          keyFromContent(details.holdId, requirementId, requirement.attemptsUsed + 1 + earlier, 0),
        ),
        ...rest,
      }),
    /** The ladder's step that leads to this attempt. */
    planned: (rest: Partial<Omit<EventOf<typeof frameRepairPlanned>['data'], 'nextAttempt'>> = {}) =>
      frameRepairPlanned({
        ...frame,
        nextAttempt: attempt,
        step: attempt === 2 ? 'new_seed' : 'corrections',
        engine: details.engines[0] ?? '',
        corrections: [],
        ...rest,
      }),
    toPerson: (reason: EventOf<typeof humanReviewRequired>['data']['reason'] = 'attempts_exhausted') =>
      humanReviewRequired({ ...frame, reason }),
  };
};
