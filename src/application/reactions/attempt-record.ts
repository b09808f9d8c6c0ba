/** Records the outcome of an attempt on its stream. */
import { type JobCommand, jobDecider } from '../../../commands/job/decider.ts';
import type { Told } from '../../ports/engine.ts';
import { nowText, type Services, systemContext } from '../services/services.ts';
import type { AttemptPlace, OutcomeRecord } from './attempt.ts';
import type { ScoreAtHand } from './score-frame.ts';

/** An attempt that is spoken for; see `runs-ahead.ts`. */
export type Ahead = {
  /** To be asked in the turn of the append; resolves when the claim is decided. Never rejects. */
  readonly claim: () => Promise<void>;
  /** Gives the attempt up, unless its claim was asked for. */
  readonly release: () => void;
};

export type RecordDeps = Pick<Services, 'commands' | 'clock'> & {
  /** Scores a picture that is at hand; undefined where the message of the render asks for it. */
  readonly scoreAtHand?: ScoreAtHand | undefined;
  /** Speaks for the next attempt of the job, to be claimed beside a score. */
  readonly ahead?: (() => Promise<Ahead | undefined>) | undefined;
};

export const outcomeRecord = (
  { commands, clock, scoreAtHand, ahead }: RecordDeps,
  { stream, attemptKey, context }: AttemptPlace,
): OutcomeRecord => {
  const handle = async (command: JobCommand) => commands.handle(jobDecider, stream, command, context);
  return {
    delivered: async (inForce, { asset, attachments, bytes, coverage }, cost = {}) => {
      const { workspaceId, correlationId } = context;
      const scoring = { stream, attemptKey, context: systemContext(workspaceId, 'score', correlationId), since: 0 };
      const record = bytes && (await scoreAtHand?.(scoring, { asset, bytes }));
      const next = record && (await ahead?.());
      const told = { ...costIn(cost), ...(coverage === undefined ? {} : { coverage }) };
      try {
        const rendered = handle({
          type: 'RecordRender',
          attemptKey,
          epoch: await inForce(),
          asset,
          attachments,
          ...told,
        });
        // Asked in the same turn, all three share an append: render, score, and the claim of the next attempt.
        await Promise.all([rendered, record?.(), next?.claim()]);
      } finally {
        next?.release();
      }
    },
    submitted: async (epoch, { ref, pollAfterMs }) => {
      await handle({ type: 'RecordSubmission', attemptKey, epoch, ref, pollAfterMs, now: nowText(clock) });
    },
    failed: async (epoch, code, message, cost = {}) => {
      const failure = { attemptKey, epoch, code, message, ...costIn(cost) };
      await handle({ type: 'RecordFailure', ...failure, now: nowText(clock) });
    },
    unknown: async (epoch, pollAfterMs) => {
      await handle({ type: 'RecordUnknown', attemptKey, epoch, pollAfterMs, now: nowText(clock) });
    },
  };
};

const costIn = ({ providerCost }: Told): Told => (providerCost === undefined ? {} : { providerCost });
