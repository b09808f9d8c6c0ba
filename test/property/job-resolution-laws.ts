/** Laws of outcomes that a person tells. */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import { isInDoubt, taskIn } from '../../commands/job/queries.ts';
import type { JobRun } from './job-run.ts';

/**
 * A person tells the outcome of an attempt that is in doubt, and of no other. The job goes on by it in the same append,
 * unless the frame is with people. An attempt that gave nothing is never paid.
 */
export const resolutionsCount = (run: JobRun): void => {
  const gaveNothing = new Set<string>();
  for (const { before, events } of run.steps) {
    for (const event of events) {
      if (event.type === 'AttemptResolved') {
        const { taskId, attemptKey, outcome, assetHash } = event.data;
        const task = taskIn(before, taskId);
        ok(task !== undefined && isInDoubt(task) && task.attemptKey === attemptKey, 'resolved, and not in doubt');
        const next = events[events.indexOf(event) + 1];
        if (outcome !== 'delivered') gaveNothing.add(attemptKey);
        if (task.status !== 'unknown') same([outcome === 'delivered', next], [false, undefined]);
        else if (outcome === 'delivered') same(next?.type === 'TaskRendered' && next.data.asset.hash, assetHash);
        else same(next?.type === 'TaskFailed' && next.data.code, outcome);
      }
      if (event.type === 'TaskRendered') ok(!gaveNothing.has(event.data.attemptKey), 'rendered after all');
      if (event.type === 'FrameAccepted') {
        ok(!event.data.attemptKeys.some((key) => gaveNothing.has(key)), 'charged for nothing');
      }
    }
  }
};
