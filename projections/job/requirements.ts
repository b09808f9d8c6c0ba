/** What the events of a job do to its requirements. Untouched ones are shared with the document before. */
import type { RecordedEvent } from '../../src/kernel/event.ts';
import { assert, assertNever } from '../../src/kernel/faults.ts';
import type { JobRequirement } from '../../events/job/common.ts';
import type { JobEvent } from '../../events/job/index.ts';
import type { AttemptEntry, JobDocument, RequirementEntry } from './document.ts';

/** The events that name one frame. */
export type FrameEvent = Extract<JobEvent, { readonly data: { readonly frameIndex: number } }>;

export const pending = (requirement: JobRequirement): RequirementEntry => ({
  requirementId: requirement.requirementId,
  frameIndex: requirement.frameIndex,
  title: requirement.title,
  priceCredits: requirement.priceCredits,
  attemptsMax: requirement.attemptsMax,
  previousRequirementId: requirement.previousRequirementId,
  status: 'pending',
  reason: null,
  attempts: [],
  accepted: null,
});

/** The requirements after an event about one of them. */
export const withFrame = (document: JobDocument, event: RecordedEvent<FrameEvent>): readonly RequirementEntry[] => {
  const { requirements } = document;
  const { frameIndex } = event.data;
  let at = 0;
  // Frame numbers are those of the requirements, and cheaper to compare.
  while (at < requirements.length && requirements[at]?.frameIndex !== frameIndex) at += 1;
  const entry = requirements[at];
  assert(entry !== undefined, `job ${document.jobId} has no frame ${frameIndex}`);
  const changed = requirements.slice();
  changed[at] = frameAfter(entry, event, document.cancelRequestedAt !== null);
  return changed;
};

const frameAfter = (entry: RequirementEntry, event: FrameEvent, cancelling: boolean): RequirementEntry => {
  switch (event.type) {
    case 'FrameDispatched':
      return { ...entry, status: 'rendering', attempts: dispatched(entry.attempts, event.data) };
    case 'AttemptClaimed':
      return { ...entry, status: 'rendering', attempts: withLast(entry, { status: 'rendering' }) };
    case 'FrameRendered': {
      const { asset } = event.data;
      return { ...entry, status: 'rendering', attempts: withLast(entry, { status: 'rendered', asset, error: null }) };
    }
    case 'FrameRenderFailed': {
      const { consumed, code, message } = event.data;
      const status = consumed ? 'failed' : 'retrying';
      const attempts = withLast(entry, { status, asset: null, error: { code, message } });
      return { ...entry, ...afterFailure(cancelling), attempts };
    }
    case 'FrameDispatchUnknown':
      return { ...entry, status: 'dispatch_unknown', attempts: withLast(entry, { status: 'dispatch_unknown' }) };
    case 'FrameScored': {
      const attempts = withLast(entry, { status: 'scored', evidence: event.data.evidence });
      return { ...entry, ...afterFailure(cancelling), attempts };
    }
    case 'FrameRepairPlanned':
      return entry;
    case 'FrameAccepted': {
      const { by, assetHash, creditsCharged } = event.data;
      return { ...entry, status: 'accepted', reason: null, accepted: { by, assetHash, creditsCharged } };
    }
    case 'HumanReviewRequired':
      return { ...entry, status: 'human_review', reason: event.data.reason };
    default:
      return assertNever(event);
  }
};

/** What follows a failure (the next attempt, human review) comes in the same append, except under a cancel. */
const afterFailure = (cancelling: boolean): Pick<RequirementEntry, 'status' | 'reason'> =>
  cancelling ? { status: 'failed', reason: 'cancelled' } : { status: 'rendering', reason: null };

type Dispatch = Extract<FrameEvent, { readonly type: 'FrameDispatched' }>['data'];

/** An attempt that an engine refused is dispatched again under its number and a new key. */
const dispatched = (attempts: readonly AttemptEntry[], dispatch: Dispatch): readonly AttemptEntry[] => {
  const { attempt, attemptKey, engine, seed } = dispatch;
  const last = attempts.at(-1);
  const again = last?.attempt === attempt;
  const error = again ? last.error : null;
  const entry: AttemptEntry = {
    attempt,
    attemptKey,
    engine,
    seed,
    status: 'dispatched',
    asset: null,
    evidence: null,
    error,
  };
  return [...(again ? attempts.slice(0, -1) : attempts), entry];
};

/** Events about an attempt are about the current one: the job's stream refuses all others. */
const withLast = (entry: RequirementEntry, change: Partial<AttemptEntry>): readonly AttemptEntry[] => {
  const last = entry.attempts.at(-1);
  assert(last !== undefined, `requirement ${entry.requirementId} has an attempt`);
  const attempts = entry.attempts.slice();
  attempts[attempts.length - 1] = { ...last, ...change };
  return attempts;
};

/** What a final job leaves undone says why; an attempt that nobody claimed will not be made. */
export const leftOver = (
  requirements: readonly RequirementEntry[],
  reason: 'cancelled' | 'chain_broken',
): readonly RequirementEntry[] =>
  requirements.map((entry) => {
    if (entry.status === 'pending') return { ...entry, reason };
    if (entry.status !== 'rendering') return entry;
    return { ...entry, status: 'pending', reason, attempts: withLast(entry, { status: 'cancelled' }) };
  });

/** A person accepted these before the repair began: they are not part of the job any more. */
export const leftOut = (
  requirements: readonly RequirementEntry[],
  requirementIds: readonly string[],
): readonly RequirementEntry[] =>
  requirementIds.length === 0
    ? requirements
    : requirements.map((entry) =>
        requirementIds.includes(entry.requirementId)
          ? { ...entry, status: 'accepted', reason: 'accepted_by_person' }
          : entry,
      );
