/** The beats of members in `read.sqlite`. */
import type { MemberStore } from '../../ports/member-store.ts';
import type { ReadDatabase } from './read-database.ts';
import { once } from './read-work.ts';

const COUNT = 'INSERT INTO members VALUES (?, ?, 1) ON CONFLICT ("group", member) DO UPDATE SET beat = beat + 1';
const SELECT = 'SELECT member, beat FROM members WHERE "group" = ?';
const REMOVE = 'DELETE FROM members WHERE "group" = ? AND member = ? AND beat = coalesce(?, beat)';

export const createMemberStore = ({ write }: Pick<ReadDatabase, 'write'>): MemberStore =>
  Object.freeze({
    beat: async (group: string, member: string) => {
      const { rows } = await write({ kind: 'write', statements: [once(COUNT, group, member), once(SELECT, group)] });
      return new Map(rows.map(([name, beat]) => [String(name), Number(beat)]));
    },
    remove: async (group: string, member: string, beat?: number) => {
      await write({ kind: 'write', statements: [once(REMOVE, group, member, beat ?? null)] });
    },
  });
