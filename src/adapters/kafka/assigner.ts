/**
 * Assigns partitions to the members of a group: partitions of one number go together across topics. So a retried
 * message reaches the member that has the other messages of its key.
 */
import { AssignerProtocol, type GroupMember, type GroupMemberAssignment, type PartitionAssigner } from 'kafkajs';

/** Members in the order of their ids take turns over the numbers. */
export const shareOut = (
  members: readonly Pick<GroupMember, 'memberId'>[],
  partitions: Readonly<Record<string, readonly number[]>>,
): ReadonlyMap<string, Record<string, number[]>> => {
  const ids = members.map(({ memberId }) => memberId).toSorted();
  const shares = new Map<string, Record<string, number[]>>(ids.map((id) => [id, {}]));
  for (const [topic, numbers] of Object.entries(partitions)) {
    for (const number of numbers) {
      const share = shares.get(ids[number % ids.length] ?? '');
      if (share !== undefined) (share[topic] ??= []).push(number);
    }
  }
  return shares;
};

/**
 * `joining` is called right before this member asks to join, also when it joins anew. From then on until the group
 * assigns its share, nothing is surely its own.
 */
export const createAssigner =
  (joining: () => void): PartitionAssigner =>
  ({ cluster }) => ({
    name: 'pi-by-number',
    version: 0,
    assign: async ({ members, topics }): Promise<GroupMemberAssignment[]> => {
      const numbersOf = (topic: string): number[] =>
        cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId);
      const shares = shareOut(members, Object.fromEntries(topics.map((topic) => [topic, numbersOf(topic)])));
      return [...shares].map(([memberId, assignment]) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({ version: 0, assignment, userData: NO_DATA }),
      }));
    },
    protocol: ({ topics }) => {
      joining();
      const metadata = AssignerProtocol.MemberMetadata.encode({ version: 0, topics, userData: NO_DATA });
      return { name: 'pi-by-number', metadata };
    },
  });

const NO_DATA = Buffer.alloc(0);
