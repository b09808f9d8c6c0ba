/**
 * Pictures that the scorer fails on. A scorer may be too busy, or its thread may have ended for another picture, so it
 * is asked again. The retries are bounded: one picture that no scorer survives must not keep its job from its end.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { BrokenInvariant, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Evidence } from '../../ports/frame-scorer.ts';

/** There will never be a verdict on an attempt. */
export class NoVerdict extends Error {
  readonly code: 'asset_lost' | 'score_failed' | 'content_lost';

  constructor(code: NoVerdict['code'], message: string, options: { readonly cause: unknown }) {
    super(message, options);
    this.name = 'NoVerdict';
    this.code = code;
  }
}

export type ScoreDoubts = {
  /**
   * The scorer's verdict. Its fault while a retry may help; `NoVerdict` once it has failed `scoreFailuresMax` times.
   */
  score(attemptKey: string, ask: () => Promise<Evidence>): Promise<Evidence>;
};

export const createScoreDoubts = (): ScoreDoubts => {
  const failures = createBoundedMap<string, number>(limits.scoresDoubtedMax);
  return Object.freeze({
    score: async (attemptKey: string, ask: () => Promise<Evidence>) => {
      try {
        const evidence = await ask();
        failures.delete(attemptKey);
        return evidence;
      } catch (cause) {
        if (cause instanceof BrokenInvariant || isFault(cause, 'cancelled')) throw cause;
        const failed = (failures.get(attemptKey) ?? 0) + 1;
        failures.set(attemptKey, failed);
        if (failed < limits.scoreFailuresMax) throw cause;
        failures.delete(attemptKey);
        throw new NoVerdict('score_failed', `the scorer failed ${failed} times on the picture`, { cause });
      }
    },
  });
};
