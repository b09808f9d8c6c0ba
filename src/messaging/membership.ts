/**
 * Which members of a group are alive, seen through a store in which each counts up a beat (decision 0009).
 *
 * No process compares clocks: a member counts as alive while its beat changes, by the time in which this process has
 * looked. A process that has just started cannot tell a living member from one that crashed. So it knows nothing for
 * two beats, unless it is alone. A member that appears after the first look has just started. Silent members are
 * removed; one that was only held up is back with its next beat.
 */
import { limits } from '../kernel/limits.ts';
import type { Clock } from '../ports/basics.ts';
import type { MemberStore } from '../ports/member-store.ts';

export type Membership = {
  /** Counts up this member's beat. The members alive, itself first; undefined while it cannot tell. */
  beat(): Promise<readonly string[] | undefined>;
  /** Tells the others at once. May be repeated. */
  leave(): Promise<void>;
};

export type MembershipDeps = {
  readonly store: MemberStore;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly group: string;
  /** Names this process, unlike any other. */
  readonly member: string;
};

export const createMembership = ({ store, clock, group, member: self }: MembershipDeps): Membership => {
  const watch = createWatch(self);
  let joined = false;
  return Object.freeze({
    beat: async () => {
      joined = true;
      const { alive, silent } = watch.see(await store.beat(group, self), clock.monotonic());
      for (const [member, beat] of silent) await store.remove(group, member, beat);
      return alive;
    },
    leave: async () => {
      if (joined) await store.remove(group, self);
      joined = false;
    },
  });
};

export type Seen = {
  readonly alive: readonly string[] | undefined;
  /** Those that were silent for too long, with their last beat. */
  readonly silent: readonly (readonly [member: string, beat: number])[];
};

type Sighting = { beat: number; silentMs: number; moved: boolean };

/** Looks before a new member says anything, if there are others. */
const LOOKS_MIN = 3;

/** The conclusions of one member from the beats, look by look. `now` is monotonic ms. */
const createWatch = (self: string) => {
  const others = new Map<string, Sighting>();
  let looks = 0;
  let lookedAt = 0;

  const note = (member: string, beat: number, passedMs: number): void => {
    const seen = others.get(member);
    if (seen === undefined) others.set(member, { beat, silentMs: 0, moved: looks > 0 });
    else if (seen.beat === beat) seen.silentMs += passedMs;
    else Object.assign(seen, { beat, silentMs: 0, moved: true });
  };

  return Object.freeze({
    see: (beats: ReadonlyMap<string, number>, now: number): Seen => {
      // Time counts while this process looks: after a pause, or an outage of the store, each has another chance.
      const passedMs = Math.min(now - lookedAt, 2 * limits.memberBeatMs);
      lookedAt = now;
      for (const member of others.keys()) if (!beats.has(member)) others.delete(member);
      for (const [member, beat] of beats) if (member !== self) note(member, beat, passedMs);
      looks = others.size === 0 ? LOOKS_MIN : looks + 1;
      const { silent = [], heard = [] } = Object.groupBy(others, ([, { silentMs }]) =>
        silentMs >= limits.memberSilenceMaxMs ? 'silent' : 'heard',
      );
      const alive = heard.flatMap(([member, { moved }]) => (moved ? [member] : []));
      return {
        alive: looks < LOOKS_MIN ? undefined : [self, ...alive],
        silent: silent.map(([member, { beat }]) => [member, beat]),
      };
    },
  });
};
