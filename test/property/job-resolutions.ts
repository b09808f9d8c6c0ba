/** Random words of a person about attempts of unknown outcome. */
import fc from 'fast-check';
import type { JobCommand } from '../../commands/job/decider.ts';
import { isInDoubt } from '../../commands/job/queries.ts';
import type { JobState, TaskState } from '../../commands/job/state.ts';
import { assetOf, at } from '../support/jobs/builders.ts';

export const resolution = fc.record({
  kind: fc.constant('resolve'),
  found: fc.constantFrom('delivered', 'not_delivered', 'charged'),
  frame: fc.nat({ max: 15 }),
  /** Of an attempt that is in doubt, if there is one; else of any. */
  inDoubt: fc.constantFrom(true, true, false),
});

/** The tasks in doubt, if they are asked for and there are any; else all of them. */
export const resolvable = ({ tasks }: JobState, inDoubt: boolean): readonly TaskState[] => {
  const doubted = tasks.filter(isInDoubt);
  return inDoubt && doubted.length > 0 ? doubted : tasks;
};

type Resolve = { readonly found: 'delivered' | 'not_delivered' | 'charged'; readonly frame: number };

/** The word of a person about an attempt; undefined for a task without one. */
export const resolutionOf = (tasks: readonly TaskState[], { found, frame }: Resolve): JobCommand | undefined => {
  const task = tasks[frame % tasks.length];
  if (task?.attemptKey === undefined || task.attemptKey === null) return undefined;
  const { taskId, attemptKey } = task;
  return {
    type: 'ResolveAttempt',
    taskId,
    attemptKey,
    found: found === 'delivered' ? { outcome: found, asset: assetOf(attemptKey) } : { outcome: found },
    note: 'seen at the provider',
    resolvedBy: 'user_1',
    now: at(),
  };
};
