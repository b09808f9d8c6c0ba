/** A picture of a provider is no draft of words: all of them pass. */
import type { FrameScorer } from '../../../src/ports/frame-scorer.ts';

export const kindScorer: FrameScorer = {
  name: 'kind',
  version: '1',
  score: async () =>
    Promise.resolve({
      scorer: 'kind',
      version: '1',
      verdict: 'pass',
      metrics: { charm: 1 },
      thresholds: { charm: { min: 1 } },
      failed: [],
      corrections: [],
      perceptualHash: '0123456789abcdef',
    }),
};
