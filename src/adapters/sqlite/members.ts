/**
 * Who else consumes for the same group, seen through a table in which every member counts up a beat.
 *
 * Nobody compares clocks: a member counts as alive while its beat changes, by the time that passes here between two
 * changes. Whoever has just started cannot tell a living member from the rows that a crashed process left, so it owns
 * nothing for two beats if there are others; a row that appears after that is a member that has just started. Rows of
 * the silent are removed; who was only held up has a new one at its next beat.
 */
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';
import { rows } from './database.ts';
import type { ReadDatabase } from './read-database.ts';

export type Members = {
  /** Counts up this process's beat for a consumer. Returns the members alive, or undefined while it cannot tell. */
  beat(consumer: string): Promise<readonly string[] | undefined>;
  leave(consumer: string): Promise<void>;
};

type Sighting = { beat: number; changedAt: number; moved: boolean };
type Watch = { beats: number; readonly others: Map<string, Sighting> };

/** Beats that a new member watches the others before it takes a share. */
const SETTLE_BEATS = 2;

export const createMembers = ({ database, transact }: ReadDatabase, clock: Clock, self: string): Members => {
  const upsert = rows(
    database,
    'INSERT INTO members VALUES (?, ?, 1) ON CONFLICT (consumer, member) DO UPDATE SET beat = beat + 1',
  );
  const select = rows<[member: string, beat: number]>(database, 'SELECT member, beat FROM members WHERE consumer = ?');
  const remove = rows(database, 'DELETE FROM members WHERE consumer = ? AND member = ?');
  const bury = rows(database, 'DELETE FROM members WHERE consumer = ? AND member = ? AND beat = ?');
  const watches = new Map<string, Watch>();

  const watchOf = (consumer: string): Watch => {
    const watch = watches.get(consumer) ?? { beats: 0, others: new Map<string, Sighting>() };
    watches.set(consumer, watch);
    return watch;
  };

  const see = (watch: Watch, found: readonly (readonly [string, number])[]): void => {
    const now = clock.monotonic();
    for (const [member, beat] of found) {
      if (member === self) continue;
      const seen = watch.others.get(member);
      if (seen === undefined) watch.others.set(member, { beat, changedAt: now, moved: watch.beats > SETTLE_BEATS });
      else if (seen.beat !== beat) Object.assign(seen, { beat, changedAt: now, moved: true });
    }
    const present = new Set(found.map(([member]) => member));
    for (const member of watch.others.keys()) if (!present.has(member)) watch.others.delete(member);
  };

  const isSilent = ({ changedAt }: Sighting): boolean => clock.monotonic() - changedAt >= limits.memberSilenceMaxMs;

  const buryTheSilent = async (consumer: string, { others }: Watch): Promise<void> => {
    const silent = [...others].filter(([, seen]) => isSilent(seen));
    if (silent.length === 0) return;
    await transact(() => {
      for (const [member, { beat }] of silent) bury.run(consumer, member, beat);
    });
  };

  return {
    beat: async (consumer) => {
      const found = await transact(() => {
        upsert.run(consumer, self);
        return select.all(consumer);
      });
      const watch = watchOf(consumer);
      watch.beats += 1;
      see(watch, found);
      await buryTheSilent(consumer, watch);
      const alone = found.length === 1;
      if (alone) watch.beats = SETTLE_BEATS + 1;
      if (watch.beats <= SETTLE_BEATS) return undefined;
      const others = [...watch.others].filter(([, seen]) => seen.moved && !isSilent(seen));
      return [self, ...others.map(([member]) => member)];
    },
    leave: async (consumer) => {
      watches.delete(consumer);
      await transact(() => void remove.run(consumer, self));
    },
  };
};
