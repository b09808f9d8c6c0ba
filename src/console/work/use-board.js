/** The board of a project, kept fresh while a job of it is under way. */
import { tellCreditsChanged } from '../app/credits-changed.js';
import { useEffect, useMemo, useState } from '../app/html.js';
import { session } from '../app/session.js';
import { now } from '../app/time.js';
import { useExpiry } from '../app/use-expiry.js';
import { useLoad } from '../app/use-load.js';
import { loadBoard } from './load-board.js';
import { watchJob } from './watch-job.js';

/**
 * @typedef {import('../app/answers.ts').JobPoll} JobPoll
 * @typedef {import('./frame.js').Frame} Frame
 * @typedef {import('./load-board.js').Board} Board
 */

/**
 * `job`: the one that is under way. `follow` names one that has just been started.
 * @param {string} projectId
 */
export const useBoard = (projectId) => {
  const { value, error, loading, reload, change } = useLoad(
    async (signal) => loadBoard(projectId, signal),
    [projectId],
  );
  useExpiry(value?.frames.flatMap(({ asset }) => asset?.expiresAt ?? []) ?? [], reload);
  const [job, setJob] = useState(/** @type {JobPoll | null} */ (null));
  const activeJobId = value?.activeJobId ?? null;

  useEffect(() => {
    if (activeJobId === null) return undefined;
    const ending = new AbortController();
    let charged = -1;
    watchJob({
      projectId,
      jobId: activeJobId,
      signal: ending.signal,
      onNews: (poll) => {
        setJob(poll);
        if (poll.job.chargedCredits !== charged) tellCreditsChanged();
        charged = poll.job.chargedCredits;
      },
    }).then(
      () => {
        if (ending.signal.aborted) return;
        tellCreditsChanged();
        reload();
      },
      () => {
        if (!ending.signal.aborted) reload();
      },
    );
    return () => ending.abort();
  }, [projectId, activeJobId]);

  const live = job !== null && job.job.id === activeJobId ? job : null;
  const frames = useMemo(() => withJob(value?.frames ?? [], live), [value, live]);
  const follow = (/** @type {string} */ jobId) => {
    change((board) => ({ ...board, activeJobId: jobId }));
    tellCreditsChanged();
  };
  const decided = (
    /** @type {string} */ id,
    /** @type {'accept' | 'repair'} */ decision,
    /** @type {string} */ note,
  ) => {
    const decidedBy = { id: '', name: session.get()?.name ?? null };
    const status = decision === 'accept' ? 'accepted' : 'failed';
    const made = { status, decision: { decision, note, decidedBy, decidedAt: now() } };
    change((board) => {
      const changed = board.frames.map((frame) => (frame.requirementId === id ? { ...frame, ...made } : frame));
      return { ...board, frames: /** @type {readonly Frame[]} */ (changed) };
    });
  };
  return { decided, board: value, frames, job: live, error, loading, reload, follow };
};

/**
 * @param {readonly Frame[]} frames
 * @param {JobPoll | null} poll
 * @returns {readonly Frame[]}
 */
const withJob = (frames, poll) => {
  if (poll === null) return frames;
  const byId = new Map(poll.requirements.map((requirement) => [requirement.requirementId, requirement]));
  return frames.map((frame) => {
    const now = byId.get(frame.requirementId);
    if (now === undefined) return frame;
    const shown = now.attempts.findLast(({ asset }) => asset !== null);
    return {
      ...frame,
      status: now.status,
      reason: now.reason,
      attempts: now.attempts,
      asset: shown?.asset ?? frame.asset,
      evidence: shown?.evidence ?? frame.evidence,
      decision: now.status === 'accepted' && frame.decision?.decision === 'repair' ? null : frame.decision,
      planId: poll.job.planId,
      frameIndex: now.frameIndex,
    };
  });
};
