/** The turns of the event loop, and the pauses of V8, as `/metrics` tells them. */
import { watchTurns } from '../adapters/system/watch-turns.ts';
import type { TurnWatch } from '../adapters/system/watch-turns.ts';
import type { Metrics } from '../ports/basics.ts';

export const measureTurns = (metrics: Metrics): TurnWatch => {
  let longestMs = 0;
  return watchTurns({
    turn: (ms) => {
      metrics.observe('pi_turn_seconds', ms / 1_000);
      if (ms <= longestMs) return;
      longestMs = ms;
      metrics.gauge('pi_turn_longest_seconds', ms / 1_000);
    },
    pause: (ms) => metrics.observe('pi_gc_pause_seconds', ms / 1_000),
  });
};
