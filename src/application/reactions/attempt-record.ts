/** Records the outcome of an attempt on its stream. */
import { type JobCommand, jobDecider } from '../../../commands/job/decider.ts';
import { nowText, type Services, systemContext, type SystemContext } from '../services/services.ts';
import type { OutcomeRecord } from './attempt.ts';
import type { ScoreAtHand } from './score-frame.ts';

export type RecordDeps = Pick<Services, 'commands' | 'clock'> & {
  /** Scores a picture that is at hand; undefined where the message of the render asks for it. */
  readonly scoreAtHand?: ScoreAtHand | undefined;
};

/** An attempt on its stream. */
export type AttemptPlace = {
  readonly stream: string;
  readonly attemptKey: string;
  readonly context: SystemContext;
};

export const outcomeRecord = (
  { commands, clock, scoreAtHand }: RecordDeps,
  { stream, attemptKey, context }: AttemptPlace,
): OutcomeRecord => {
  const handle = async (command: JobCommand) => commands.handle(jobDecider, stream, command, context);
  return {
    delivered: async (inForce, { asset, attachments, bytes, coverage }) => {
      const { workspaceId, correlationId } = context;
      const scoring = { stream, attemptKey, context: systemContext(workspaceId, 'score', correlationId), since: 0 };
      const record = bytes && (await scoreAtHand?.(scoring, { asset, bytes }));
      const told = coverage === undefined ? {} : { coverage };
      const rendered = handle({
        type: 'RecordRender',
        attemptKey,
        epoch: await inForce(),
        asset,
        attachments,
        ...told,
      });
      // Asked in the same turn, the score shares the append of the render.
      await Promise.all([rendered, record?.()]);
    },
    submitted: async (epoch, { ref, pollAfterMs }) => {
      await handle({ type: 'RecordSubmission', attemptKey, epoch, ref, pollAfterMs, now: nowText(clock) });
    },
    failed: async (epoch, code, message) => {
      await handle({ type: 'RecordFailure', attemptKey, epoch, code, message, now: nowText(clock) });
    },
    unknown: async (epoch, pollAfterMs) => {
      await handle({ type: 'RecordUnknown', attemptKey, epoch, pollAfterMs, now: nowText(clock) });
    },
  };
};
