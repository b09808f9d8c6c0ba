/**
 * When a provider may be given more work. Its limits are for all processes together: each dispatcher has a share by the
 * members of their group, so the sum of all shares is the limit. A share that has grown counts after a whole window.
 * The members that lost it may have used it within that window. A process that cannot tell the members begins nothing.
 */
import { limits } from '../../kernel/limits.ts';
import type { Clock, Timers } from '../../ports/basics.ts';
import type { Pace } from '../../ports/engine.ts';

export type PaceLimits = {
  /** Submissions in any window of a minute; null for no limit. */
  readonly perMinute: number | null;
  /** Works under way at once; null for no limit. */
  readonly concurrency: number | null;
};

export type RemotePace = Pace & {
  /** The provider works on it by itself. */
  submitted(ref: string): void;
  /** It does so no more. */
  over(ref: string): void;
  /** The works of this process that the provider may still work on, oldest first. */
  underWay(): readonly string[];
  /** The provider has asked for a rest. */
  rest(ms: number): void;
};

export type PaceDeps = { readonly clock: Pick<Clock, 'monotonic'>; readonly timers: Pick<Timers, 'sleep'> };

type Told = { readonly at: number; readonly members: number; readonly rank: number };

export const createPace = ({ clock, timers }: PaceDeps, { perMinute, concurrency }: PaceLimits): RemotePace => {
  const isShared = perMinute !== null || concurrency !== null;
  /** Work by its name, and since when. */
  const works = new Map<string, number>();
  let begun: number[] = [];
  let calls = 0;
  let restUntil = 0;
  let toldAt = -Infinity;
  /** The changes of the members, oldest first; the last one holds. */
  const told: Told[] = [];

  const ofShare = (limit: number, { members, rank }: Told): number =>
    Math.floor(limit / members) + (rank < limit % members ? 1 : 0);

  /** The least share of the last window. */
  const shareOf = (limit: number | null, now: number): number => {
    if (limit === null) return Infinity;
    if (now - toldAt > limits.memberSilenceMaxMs) return 0;
    return Math.min(...told.map((one) => ofShare(limit, one)));
  };

  const forgetOld = (now: number): void => {
    begun = begun.filter((at) => now - at < limits.paceWindowMs);
    // The members at the beginning of the window still count.
    while ((told[1]?.at ?? Infinity) <= now - limits.paceWindowMs) told.shift();
    for (const [ref, since] of works) if (now - since >= limits.submittedMaxMs) works.delete(ref);
  };

  return Object.freeze({
    isShared,
    share: (rank: number, members: number) => {
      const now = clock.monotonic();
      toldAt = now;
      const last = told.at(-1);
      if (last?.rank === rank && last.members === members) return;
      // One that joins others has had no share until now.
      if (last === undefined && members > 1) told.push({ at: now, members: Infinity, rank: Infinity });
      told.push({ at: now, members, rank });
    },
    take: () => {
      const now = clock.monotonic();
      forgetOld(now);
      const isOpen =
        now >= restUntil && calls + works.size < shareOf(concurrency, now) && begun.length < shareOf(perMinute, now);
      if (!isOpen) return false;
      calls += 1;
      if (perMinute !== null) begun.push(now);
      return true;
    },
    give: () => {
      calls -= 1;
    },
    again: async () => timers.sleep(limits.paceAgainMs),
    submitted: (ref: string) => {
      if (concurrency !== null) works.set(ref, clock.monotonic());
    },
    over: (ref: string) => {
      works.delete(ref);
    },
    underWay: () => [...works.keys()],
    rest: (ms: number) => {
      restUntil = Math.max(restUntil, clock.monotonic() + Math.min(ms, limits.paceRestMsMax));
    },
  });
};
