/** Where the members of a group see each other: each counts up a beat of its own. See messaging/membership.ts. */

export type MemberStore = {
  /**
   * Counts up the beat of a member, from 1. Answers the beats of all members of the group, its own included. Fault
   * `unavailable`: it may have been counted.
   */
  beat(group: string, member: string): Promise<ReadonlyMap<string, number>>;
  /** Removes a member; if `beat` is given, only while its beat is that. Removes nothing that is not there. */
  remove(group: string, member: string, beat?: number): Promise<void>;
};
