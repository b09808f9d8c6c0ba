/** The beats of members in `read.sqlite`. */
import type { MemberStore } from '../../ports/member-store.ts';
import { rows } from './database.ts';
import type { ReadDatabase } from './read-database.ts';

export const createMemberStore = ({ database, transact }: ReadDatabase): MemberStore => {
  const count = rows(
    database,
    'INSERT INTO members VALUES (?, ?, 1) ON CONFLICT ("group", member) DO UPDATE SET beat = beat + 1',
  );
  const select = rows<[member: string, beat: number]>(database, 'SELECT member, beat FROM members WHERE "group" = ?');
  const remove = rows(database, 'DELETE FROM members WHERE "group" = ? AND member = ? AND beat = coalesce(?, beat)');
  return Object.freeze({
    beat: async (group: string, member: string) =>
      transact(() => {
        count.run(group, member);
        return new Map(select.all(group));
      }),
    remove: async (group: string, member: string, beat?: number) =>
      transact(() => void remove.run(group, member, beat ?? null)),
  });
};
