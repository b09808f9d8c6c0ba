import { accept, refuse } from '../../src/kernel/decider.ts';
import { frameAccepted } from '../../events/job.ts';
import { attemptOf, chargeOf, isUnderWay, taskIn } from './queries.ts';
import type { JobState } from './state.ts';

/**
 * A person's accept, rolled forward from the plan. It is of a frame that waits for a person, or that a cancel left with
 * a score. The job may be final.
 */
export type AcceptFrame = { readonly type: 'AcceptFrame'; readonly taskId: string; readonly assetHash: string };

export const acceptFrame = ({ taskId, assetHash }: AcceptFrame, state: JobState) => {
  const task = taskIn(state, taskId);
  if (task === undefined || task.status === 'left_out') return refuse('not_acceptable');
  // The scorer's acceptance is paid; a person's on top of it is for the plan alone.
  if (task.status === 'accepted') return accept();
  if (isUnderWay(state, task) || task.scored?.asset.hash !== assetHash) return refuse('not_acceptable');
  // The part of a frame that a cancel left goes back at the job's end. A review never spends anew.
  const paid = task.status === 'human_review';
  const { attempt, attemptKey } = task.scored;
  return accept(
    frameAccepted({
      ...attemptOf(task, attemptKey),
      // A later attempt may have failed: the scored one is accepted.
      attempt,
      assetHash,
      creditsCharged: paid ? chargeOf(task) : 0,
      attemptKeys: paid ? [...task.renderedKeys] : [],
    }),
  );
};
