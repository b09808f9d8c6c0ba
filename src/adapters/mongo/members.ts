/** The beats of members, a document each. */
import { limits } from '../../kernel/limits.ts';
import type { MemberStore } from '../../ports/member-store.ts';
import { MEMBERS } from './collection-spec.ts';
import type { Connection } from './connection.ts';
import { readOptions } from './read-documents.ts';

type StoredMember = {
  readonly _id: string;
  readonly group: string;
  readonly member: string;
  readonly beat: number;
};

export const createMemberStore = ({ db, call }: Connection): MemberStore => {
  const members = db.collection<StoredMember>(MEMBERS);
  return Object.freeze({
    beat: async (group: string, member: string) =>
      call(limits.mongoReadMaxMs, async (session) => {
        const named = { $setOnInsert: { group, member }, $inc: { beat: 1 } };
        await members.updateOne({ _id: idOf(group, member) }, named, { upsert: true, session });
        const found = await members.find({ group }, readOptions(session)).toArray();
        return new Map(found.map((one) => [one.member, one.beat]));
      }),
    remove: async (group: string, member: string, beat?: number) =>
      call(limits.mongoReadMaxMs, async (session) => {
        const still = beat === undefined ? {} : { beat };
        await members.deleteOne({ _id: idOf(group, member), ...still }, { session });
      }),
  });
};

const idOf = (group: string, member: string): string => JSON.stringify([group, member]);
