import type { Refusal } from '../../src/kernel/decider.ts';

export type WorkspaceRefusal = Refusal<
  /** There is no such workspace. */
  | 'workspace_unknown'
  /** The id belongs to a workspace of another owner or kind. */
  | 'workspace_exists'
  | 'workspace_deleted'
  /** Its removal has begun: its members and keys do not change any more. */
  | 'workspace_ending'
  /** Only an owner may. */
  | 'forbidden'
  /** A personal workspace, and its owner in it, stay; no other user joins it. */
  | 'workspace_protected'
  /** The workspace would be left without an owner. */
  | 'last_owner'
  /** detail: `members`. */
  | 'too_many_members'
>;
