/** Parts that count their calls in the metrics, otherwise unchanged. */
import type { SuperviseDeps } from '../application/reactions/supervise.ts';
import { isFault } from '../kernel/faults.ts';
import type { Metrics } from '../ports/basics.ts';
import type { FrameScorer } from '../ports/frame-scorer.ts';
import type { MessageLog } from '../ports/message-log.ts';
import type { System } from './system.ts';

type Measures = Pick<System, 'clock' | 'metrics'>;

const codeOf = (error: unknown): string => (isFault(error) ? error.code : 'failed');

/** For outcomes where it matters only whether something failed, or was broken off by a stop or by another's turn. */
const failureOf = (error: unknown): string => (isFault(error, 'cancelled') ? 'cancelled' : 'failed');

/** Runs it; tells its outcome and the seconds that it took, also when it throws. */
const measured = async <R>(
  clock: Measures['clock'],
  run: () => Promise<R>,
  tell: (seconds: number, result: { readonly value: R } | { readonly error: unknown }) => void,
): Promise<R> => {
  const begun = clock.monotonic();
  const seconds = (): number => (clock.monotonic() - begun) / 1_000;
  try {
    const value = await run();
    tell(seconds(), { value });
    return value;
  } catch (error) {
    tell(seconds(), { error });
    throw error;
  }
};

export const measuredScorer = (scorer: FrameScorer, { clock, metrics }: Measures): FrameScorer => ({
  ...scorer,
  score: async (request) =>
    measured(
      clock,
      async () => scorer.score(request),
      (seconds, result) => {
        const verdict = 'value' in result ? result.value.verdict : codeOf(result.error);
        metrics.count('pi_frames_scored_total', { verdict });
        metrics.observe('pi_score_seconds', seconds);
      },
    ),
});

const OUTCOMES = { done: 'done', park: 'parked' } as const;

export const measuredMessages = (messages: MessageLog, { clock, metrics }: Measures): MessageLog => ({
  ...messages,
  consume: async ({ handle, ...options }) => {
    const { group } = options;
    return messages.consume({
      ...options,
      handle: async (message, stillOwned) =>
        measured(
          clock,
          async () => handle(message, stillOwned),
          (seconds, result) => {
            const outcome = 'value' in result ? OUTCOMES[result.value.kind] : failureOf(result.error);
            metrics.count('pi_messages_total', { group, outcome });
            metrics.observe('pi_message_seconds', seconds, { group });
          },
        ),
    });
  },
});

type CarryOn = SuperviseDeps['carryOn'];

/** Work of other roles is not counted. */
export const measuredCarryOn =
  (carryOn: CarryOn, metrics: Metrics): CarryOn =>
  async (work) => {
    const { kind } = work.body;
    try {
      const carried = await carryOn(work);
      const outcome = typeof carried === 'object' ? 'waits' : carried;
      if (outcome !== 'not_ours') metrics.count('pi_supervised_total', { kind, outcome });
      return carried;
    } catch (error) {
      metrics.count('pi_supervised_total', { kind, outcome: failureOf(error) });
      throw error;
    }
  };
