import { accept, refuse } from '../../src/kernel/decider.ts';
import type { Asset } from '../../events/common.ts';
import { attemptResolved } from '../../events/job.ts';
import { evolve } from './evolve.ts';
import { attemptOf, isInDoubt, taskIn } from './queries.ts';
import { recordFailure, recordRender } from './record-result.ts';
import type { JobState } from './state.ts';

type Found =
  /** The output that the person brought is stored. */
  { readonly outcome: 'delivered'; readonly asset: Asset } | { readonly outcome: 'not_delivered' | 'charged' };

/** A person has found out what became of an attempt that no engine tells about. */
export type ResolveAttempt = {
  readonly type: 'ResolveAttempt';
  readonly taskId: string;
  /** The attempt that the person looked for: a repeat must not speak of a later one. */
  readonly attemptKey: string;
  readonly found: Found;
  readonly note: string;
  readonly resolvedBy: string;
  readonly now: string;
};

export const resolveAttempt = (command: ResolveAttempt, state: JobState) => {
  const { attemptKey, found, note, resolvedBy, now } = command;
  const assetHash = found.outcome === 'delivered' ? found.asset.hash : null;
  const why = whyUnresolvable({ ...command, outcome: found.outcome, assetHash }, state);
  if (why === 'as_resolved') return accept();
  const task = taskIn(state, command.taskId);
  if (why !== undefined || task === undefined) return refuse(why ?? 'task_not_found');
  const { outcome } = found;
  const resolved = attemptResolved({ ...attemptOf(task, attemptKey), outcome, assetHash, note, resolvedBy });
  // People decide on the frame by now, and the job does nothing for it.
  if (task.status !== 'unknown') return accept(resolved);
  const result = { attemptKey, epoch: task.epoch };
  const after = evolve(state, resolved);
  const followed =
    found.outcome === 'delivered'
      ? recordRender({ type: 'RecordRender', ...result, asset: found.asset }, after)
      : recordFailure({ type: 'RecordFailure', ...result, code: found.outcome, message: note, now }, after);
  return followed.kind === 'refused' ? followed : accept(resolved, ...followed.events);
};

/** As much of a resolution as can be judged before its output is stored. */
type Resolving = Pick<ResolveAttempt, 'taskId' | 'attemptKey'> & {
  readonly outcome: Found['outcome'];
  readonly assetHash: string | null;
};

/** Why an attempt cannot be resolved; `as_resolved`: it was resolved in this way before; undefined: it can. */
export const whyUnresolvable = ({ taskId, attemptKey, outcome, assetHash }: Resolving, state: JobState) => {
  if (state.details === null) return 'job_not_found';
  const task = taskIn(state, taskId);
  if (task === undefined) return 'task_not_found';
  const before = task.resolutions.find((one) => one.attemptKey === attemptKey);
  if (before?.outcome === outcome && before.assetHash === assetHash) return 'as_resolved';
  if (before !== undefined || task.attemptKey !== attemptKey || !isInDoubt(task)) return 'attempt_not_in_doubt';
  return outcome === 'delivered' && task.status !== 'unknown' ? 'attempt_given_up' : undefined;
};
