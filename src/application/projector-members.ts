/**
 * Which projectors are alive, seen through a collection of seats: each process takes one and counts up its beat there.
 *
 * Nobody compares clocks (decision 0009): a member counts as alive while its beat changes, by the time in which this
 * process has looked. Whoever has just started cannot tell a living member from what a crash left, so it knows nothing
 * for two beats if there are others; a seat that is taken after that is a member that has just started. Seats of the
 * dead are taken again, so that their number has a bound.
 *
 * Two processes may take one seat at a moment: the position guard of the store lets one of them write, and the other
 * finds out when it reads it back.
 */
import { limits } from '../kernel/limits.ts';
import { shardOf } from '../kernel/shard.ts';
import type { Clock } from '../ports/basics.ts';
import type { DocumentStore } from '../ports/document-store.ts';

export type ProjectorMembers = {
  /** Counts up this process's beat. The members alive, itself among them; undefined while it cannot tell. */
  beat(): Promise<readonly string[] | undefined>;
  /** Frees the seat at once. */
  leave(): Promise<void>;
};

export type MembersDeps = {
  readonly documents: Pick<DocumentStore, 'declare' | 'get' | 'scan' | 'write'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Names this process, unlike any other. */
  readonly member: string;
};

type Seat = { readonly beat: number; readonly member: string | null };
type Seats = ReadonlyMap<string, Seat>;
type Sighting = { beat: number; silentMs: number; moved: boolean };

const COLLECTION = 'projectors@1';

/** Beats that a new member watches the others before it takes a share. */
const SETTLE_BEATS = 2;

export const createProjectorMembers = ({ documents, clock, member: self }: MembersDeps): ProjectorMembers => {
  const sightings = new Map<string, Sighting>();
  let declared = false;
  let seat: string | undefined;
  let beats = 0;
  let lookedAt = clock.monotonic();

  const look = async (): Promise<Seats> => {
    if (!declared) await documents.declare({ name: COLLECTION, indexes: {} });
    declared = true;
    const seats = new Map<string, Seat>();
    for await (const { id, body } of documents.scan<Seat>(COLLECTION)) seats.set(id, body);
    return seats;
  };

  const isAlive = (member: string): boolean => {
    const seen = sightings.get(member);
    return seen !== undefined && seen.moved && seen.silentMs < limits.memberSilenceMaxMs;
  };

  /** Time counts while this process looks: after a pause, or an outage of the store, everyone gets another chance. */
  const see = (seats: Seats): readonly string[] => {
    const now = clock.monotonic();
    const passed = Math.min(now - lookedAt, 2 * limits.memberBeatMs);
    lookedAt = now;
    const present = new Set<string>();
    for (const { member, beat } of seats.values()) {
      if (member === null || member === self) continue;
      present.add(member);
      const seen = sightings.get(member);
      if (seen === undefined) sightings.set(member, { beat, silentMs: 0, moved: beats > SETTLE_BEATS });
      else if (seen.beat === beat) seen.silentMs += passed;
      else Object.assign(seen, { beat, silentMs: 0, moved: true });
    }
    for (const member of sightings.keys()) if (!present.has(member)) sightings.delete(member);
    return [...present];
  };

  const isFree = (taken: Seat | undefined): boolean =>
    taken === undefined ||
    taken.member === null ||
    taken.member === self ||
    (beats > SETTLE_BEATS && (sightings.get(taken.member)?.silentMs ?? 0) >= limits.memberSilenceMaxMs);

  const sit = async (id: string, before: Seat | undefined): Promise<boolean> => {
    const body: Seat = { beat: (before?.beat ?? 0) + 1, member: self };
    await write(id, body);
    return (await documents.get<Seat>(COLLECTION, id))?.body.member === self;
  };

  const write = async (id: string, body: Seat): Promise<void> =>
    documents.write([{ collection: COLLECTION, id, owner: 'system', position: positionOf(body), body }]);

  /** Beginning somewhere else than the others who look for one now. */
  const findSeat = async (seats: Seats): Promise<string | undefined> => {
    const first = shardOf(self, limits.projectorSeatsMax);
    for (let i = 0; i < limits.projectorSeatsMax; i += 1) {
      const id = String((first + i) % limits.projectorSeatsMax).padStart(2, '0');
      if (isFree(seats.get(id)) && (await sit(id, seats.get(id)))) return id;
    }
    return undefined;
  };

  const beat = async (): Promise<readonly string[] | undefined> => {
    const seats = await look();
    const others = see(seats);
    // Whoever was silent for long may find another one in its seat.
    const own = seat === undefined ? undefined : seats.get(seat);
    if (seat === undefined || own?.member !== self || !(await sit(seat, own))) seat = await findSeat(seats);
    beats = others.length === 0 ? SETTLE_BEATS + 1 : beats + 1;
    if (seat === undefined || beats <= SETTLE_BEATS) return undefined;
    return [self, ...others.filter(isAlive)];
  };

  return Object.freeze({
    beat,
    leave: async () => {
      if (seat === undefined) return;
      const own = (await documents.get<Seat>(COLLECTION, seat))?.body;
      if (own?.member === self) await write(seat, { beat: own.beat + 1, member: null });
      seat = undefined;
    },
  });
};

/** Of two writes of the same beat, the first one stays. */
const positionOf = ({ beat }: Seat): string => String(beat).padStart(12, '0');
