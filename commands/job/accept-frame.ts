import { accept, refuse } from '../../src/kernel/decider.ts';
import { frameAccepted } from '../../events/job/index.ts';
import { attemptOf, chargeOf, isUnderWay } from './state.ts';
import type { JobState } from './state.ts';

/**
 * A person's accept, rolled forward from the plan: of a frame that waits for a person or that a cancel left with a
 * score, also when the job is final.
 */
export type AcceptFrame = { readonly type: 'AcceptFrame'; readonly requirementId: string; readonly assetHash: string };

export const acceptFrame = (command: AcceptFrame, state: JobState) => {
  const frame = state.frames.get(command.requirementId);
  if (frame === undefined) return refuse('not_acceptable');
  // The scorer's acceptance stands, and is paid; a person's on top of it is for the plan alone.
  if (frame.status === 'accepted') return accept();
  if (isUnderWay(state, frame)) return refuse('not_acceptable');
  if (frame.scored?.asset.hash !== command.assetHash) return refuse('not_acceptable');
  // The part of a frame that a cancel left goes back at the job's end, and a review never spends anew.
  const paid = frame.status === 'human_review';
  const { attempt, attemptKey } = frame.scored;
  return accept(
    frameAccepted({
      ...attemptOf(frame, attemptKey),
      // A later attempt may have come to nothing: what is accepted is the one that was scored.
      attempt,
      by: 'person',
      assetHash: command.assetHash,
      creditsCharged: paid ? chargeOf(frame) : 0,
      attemptKeys: paid ? [...frame.renderedKeys] : [],
    }),
  );
};
