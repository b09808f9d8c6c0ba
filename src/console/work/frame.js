/** A frame of a board, joined from the plan, its photo sequence and the job that makes it now. */

/**
 * @typedef {import('../app/answers.ts').Attempt} Attempt
 * @typedef {import('../app/answers.ts').SequenceFrame} SequenceFrame
 */

/**
 * @typedef {object} Frame
 * @property {number} number as people count, from 1
 * @property {string} requirementId
 * @property {string | null} title
 * @property {string} prompt empty where the plan cannot be read
 * @property {SequenceFrame['status']} status
 * @property {SequenceFrame['asset']} asset
 * @property {SequenceFrame['evidence']} evidence
 * @property {SequenceFrame['decision']} decision
 * @property {string | null} planId of the photo sequence that it is reviewed in; null before anything was made
 * @property {number} frameIndex in that sequence
 * @property {boolean} left by a job that ended before it reached the frame: a repair makes it, and no generation
 * @property {readonly Attempt[]} attempts those of the job that is under way
 * @property {string | null} reason
 */

/**
 * @param {Frame} frame
 * @returns {boolean} a person sent it to repair, and it was not made again
 */
export const isSentBack = ({ decision, status }) => decision?.decision === 'repair' && status !== 'accepted';

/** @param {Frame} frame */
export const isApproved = ({ decision, status }) => decision?.decision === 'accept' && status === 'accepted';

/** @param {Frame} frame */
export const isToRepair = (frame) => isSentBack(frame) || frame.status === 'failed' || frame.left;

/**
 * No job has taken it yet.
 * @param {Frame} frame
 */
export const isNew = ({ planId, status, left }) => planId === null || (status === 'pending' && !left);

/**
 * A picture that no person has decided on, or a frame that waits for one.
 * @param {Frame} frame
 */
export const isToReview = (frame) =>
  frame.planId !== null &&
  !isApproved(frame) &&
  !isSentBack(frame) &&
  (frame.status === 'human_review' || (frame.status === 'accepted' && frame.asset !== null));

/** @param {Frame} frame */
export const isUnderWay = ({ status }) => status === 'rendering' || status === 'dispatch_unknown';

/**
 * @param {Frame} frame
 * @returns {{ words: string, tone: 'good' | 'bad' | 'busy' | 'wait' | 'quiet' }}
 */
export const stateOf = (frame) => {
  if (isApproved(frame)) return { words: 'Approved', tone: 'good' };
  if (isSentBack(frame)) return { words: 'To repair', tone: 'wait' };
  switch (frame.status) {
    case 'accepted':
      return { words: 'To review', tone: 'wait' };
    case 'human_review':
      return { words: 'Needs a person', tone: 'bad' };
    case 'failed':
      return { words: 'Failed', tone: 'bad' };
    case 'rendering':
      return { words: frame.attempts.length > 1 ? `Attempt ${frame.attempts.length}` : 'Rendering', tone: 'busy' };
    case 'dispatch_unknown':
      return { words: 'Outcome unknown', tone: 'busy' };
    default:
      return { words: frame.left ? 'Not made' : 'Waiting', tone: 'quiet' };
  }
};
