/**
 * A provider calls: its work is asked about at once, by this process. The call proves nothing beside that. Any number
 * of calls leads to a bounded number of questions. A call without effect costs nothing, since the question that is due
 * follows all the same (`open-work`).
 */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { isAwaited, isWithEngine, taskOfAttempt } from '../../../commands/job/queries.ts';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Called } from '../services/callback-addresses.ts';
import { systemContext } from '../services/services.ts';
import { type Poll, pollAttempt, type PollDeps } from './poll-attempt.ts';

export type PollOnCall = {
  /** False when the attempt is over, or never was: nothing happens, and callers say no more. */
  called(attempt: Called): Promise<boolean>;
  /** Waits for the questions under way, which end when the service stops. */
  ended(): Promise<void>;
};

/** The calls for an attempt, as far as one process knows. */
type Calls = {
  /** Questions so far. */
  polls: number;
  /** It is asked about now, or was a moment ago. */
  busy: boolean;
  /** A call has come since the last question began. */
  again: boolean;
};

export const createPollOnCall = (deps: PollDeps): PollOnCall => {
  const known = createBoundedMap<string, Calls>(limits.callbacksRememberedMax);
  const running = new Set<Promise<void>>();

  /** One question, and another one for the calls that came meanwhile, never sooner than the pace allows. */
  const ask = async (calls: Calls, poll: Poll): Promise<void> => {
    try {
      do {
        calls.again = false;
        calls.polls += 1;
        if ((await pollAttempt(deps, poll)) === undefined) return;
        await deps.timers.sleep(limits.callbackPollEveryMs, deps.stopping);
      } while (calls.again && calls.polls < limits.callbackPollsMax);
    } catch (err) {
      if (!isFault(err, 'cancelled'))
        deps.logger.warn({ stream: poll.stream, err }, 'a called attempt was not asked about');
    } finally {
      calls.busy = false;
    }
  };

  const begin = (calls: Calls, poll: Poll): void => {
    calls.busy = true;
    const asking = ask(calls, poll).finally(() => running.delete(asking));
    running.add(asking);
  };

  return Object.freeze({
    called: async ({ jobId, attemptKey }: Called) => {
      const asking = known.get(attemptKey);
      if (asking?.busy === true) {
        asking.again = true;
        return true;
      }
      const stream = jobStream(jobId);
      const { state: job } = await deps.commands.read(jobDecider, stream);
      const task = taskOfAttempt(job, attemptKey);
      if (task === undefined || job.details === null || !isWithEngine(task.status)) return false;
      // Until the engine's name for the work is recorded there is nothing to ask about. Its first question is due soon.
      if (!isAwaited(task)) return true;
      const calls = known.get(attemptKey) ?? { polls: 0, busy: false, again: false };
      known.set(attemptKey, calls);
      calls.again = true;
      const isBound =
        calls.busy || calls.polls >= limits.callbackPollsMax || running.size >= limits.callbackPollsInFlightMax;
      const context = systemContext(job.details.workspaceId, 'callback', `callback:${attemptKey}`);
      if (!isBound && !deps.stopping.aborted) begin(calls, { stream, taskId: task.taskId, context });
      return true;
    },
    ended: async () => void (await Promise.all(running)),
  });
};
