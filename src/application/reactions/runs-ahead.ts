/**
 * The next task of a job is claimed in the append that dispatches it.
 *
 * A frame that passes lets the next one go: its intent is in the same append. The process that scored it is about to
 * have a free slot. So it claims that attempt there and then, and makes it once the append is durable. The claim is the
 * one of any attempt, and its lease too: a process that dies leaves it to lapse.
 *
 * It is a guess. The stream refuses the claim of an attempt that was not dispatched. Its message, here or in another
 * process, then leads to it as ever.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import { nextUp } from '../../../commands/job/ladder.ts';
import { taskOfAttempt } from '../../../commands/job/queries.ts';
import type { Handled } from '../../ports/message-log.ts';
import { type ClaimAhead, type DispatchDeps, dispatchTask } from './dispatch-task.ts';
import { planTask } from './plan-task.ts';

export type RunsAhead = {
  readonly claimAhead: ClaimAhead;
  /** The outcome of an attempt that is spoken for here; it resolves with undefined when its message must lead to it. */
  readonly of: (attemptKey: string) => Promise<Handled | undefined> | undefined;
};

export const createRunsAhead = (deps: Omit<DispatchDeps, 'claimAhead'>): RunsAhead => {
  const { commands, engines, slots, clock, holder, stopping, logger } = deps;
  const spoken = new Map<string, Promise<Handled | undefined>>();

  const speakFor = (attemptKey: string): PromiseWithResolvers<Handled | undefined> => {
    const ended = Promise.withResolvers<Handled | undefined>();
    const forget = (): void => void spoken.delete(attemptKey);
    spoken.set(attemptKey, ended.promise);
    // Its message may never come here, and after a failure the lease leads on.
    ended.promise.then(forget, (err: unknown) => {
      forget();
      logger.warn({ attemptKey, err }, 'an attempt that was claimed ahead was not made; its lease will lapse');
    });
    return ended;
  };

  const claimAhead: ClaimAhead = async ({ stream, context }, kind) => {
    const { state: job } = await commands.readSince(jobDecider, stream, 0);
    const next = nextUp(job, (attemptKey) => spoken.has(attemptKey));
    const engine = engines.get(next?.engine ?? '');
    // A slot that others wait for is theirs. An engine that must not be asked twice is asked by its message alone.
    const isFree = engine?.repeat === 'safe' && engine.pace === undefined && !slots.isAwaited(engine);
    if (next === undefined || job.details === null || engine === undefined || !isFree || stopping.aborted)
      return undefined;
    const { task, attemptKey } = next;
    const { resolve, reject } = speakFor(attemptKey);
    const planned = await planTask(deps, { ...job, details: job.details }, task).catch(() => undefined);
    let isAsked = false;
    const giveUp = (): void => resolve(undefined);
    const release = (): void => {
      if (!isAsked) giveUp();
    };
    if (planned === undefined) {
      release();
      return undefined;
    }
    const claim = async (): Promise<void> => {
      isAsked = true;
      const at = clock.monotonic();
      const command = {
        type: 'ClaimAttempt',
        attemptKey,
        holder,
        promptHash: planned.promptHash(),
        lapsedEpoch: 0,
      } as const;
      try {
        const { kind: outcome, state } = await commands.handle(jobDecider, stream, command, context);
        if (outcome !== 'accepted') return giveUp();
        const claimed = { epoch: taskOfAttempt(state, attemptKey)?.epoch ?? 0, at };
        const dispatch = { stream, attemptKey, context, kind, engine: engine.name, since: 0, claimed };
        dispatchTask({ ...deps, claimAhead }, dispatch, () => true).then(resolve, reject);
      } catch {
        // Whether it is claimed the stream tells to its message.
        giveUp();
      }
      return undefined;
    };
    return { claim, release };
  };

  return Object.freeze({ claimAhead, of: (attemptKey: string) => spoken.get(attemptKey) });
};
