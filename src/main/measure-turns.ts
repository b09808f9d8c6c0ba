/** The turns of the event loop, and the pauses of V8, as `/metrics` tells them. */
import { type TurnWatch, watchTurns } from '../adapters/system/watch-turns.ts';
import type { Metrics } from '../ports/basics.ts';

export const measureTurns = (metrics: Metrics): TurnWatch => {
  const longest = { pi_turn_longest_seconds: 0, pi_turn_longest_computed_seconds: 0 };
  const keepLongest = (name: keyof typeof longest, ms: number): void => {
    if (ms <= longest[name]) return;
    longest[name] = ms;
    metrics.gauge(name, ms / 1_000);
  };
  return watchTurns({
    turn: (ms, computedMs) => {
      metrics.observe('pi_turn_seconds', ms / 1_000);
      keepLongest('pi_turn_longest_seconds', ms);
      keepLongest('pi_turn_longest_computed_seconds', computedMs);
    },
    pause: (ms) => metrics.observe('pi_gc_pause_seconds', ms / 1_000),
  });
};
