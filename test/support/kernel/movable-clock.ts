/** A wall clock of a real service that a test moves on by hand; sleeps and the monotonic clock are as ever. */
import type { Core } from '../../../src/main/core.ts';

export const movableClock = () => {
  let ahead = 0;
  return Object.freeze({
    doctor: (core: Core): Core => {
      const clock = { ...core.system.clock, now: () => core.system.clock.now() + ahead };
      return { ...core, system: { ...core.system, clock }, services: { ...core.services, clock } };
    },
    move: (ms: number): void => {
      ahead += ms;
    },
  });
};
