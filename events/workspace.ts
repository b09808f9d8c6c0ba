/** The events of a workspace. */
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { limits } from '../src/kernel/limits.ts';
import { array, boolean, nullable, object, oneOf, optional, string } from '../src/kernel/shape.ts';
import { fingerprint, id, sealed, time } from './common.ts';

const event = eventsOf('workspace');

/** A workspace exists; its owner is its first member. The personal one has an id that follows from its owner. */
export const workspaceCreated = event('WorkspaceCreated', {
  name: string({ maxLength: 200 }),
  ownerKey: id,
  personal: boolean(),
  createdAt: time,
});

/**
 * A user may act in the workspace from here on, or has another role from here on. The event has the members that the
 * user's own list of workspaces shows: that list reads no other stream.
 */
export const memberAdded = event('MemberAdded', {
  userKey: id,
  role: oneOf(['owner', 'member']),
  workspace: object({ name: string({ maxLength: 200 }), personal: boolean(), createdAt: time }),
});

/** A user may no longer act in the workspace. */
export const memberRemoved = event('MemberRemoved', { userKey: id });

/**
 * An owner has decided that the workspace ends. Its members and keys stay as they are from here on, and nothing takes
 * it back. Absent from older logs.
 */
export const workspaceRemovalBegun = event('WorkspaceRemovalBegun', {
  begunBy: id,
  /** Paid credits may be left; absent where they may not. */
  forfeit: optional(boolean()),
});

/** The workspace is closed: it leaves the lists of all `memberKeys`. Its assets stay. */
export const workspaceDeleted = event('WorkspaceDeleted', {
  deletedBy: id,
  /** All its members, the owner included. */
  memberKeys: array(id, { minItems: 1, maxItems: 1_000 }),
});

/** A provider's name, e.g. `provider_c`. */
const provider = string({ pattern: '^provider_[a-z]$' });

/**
 * The workspace has a key of its own at a provider: in the place of another one, or the same key sealed again. The key
 * itself is sealed, and in the object store: a log can forget nothing.
 */
export const providerKeyKept = event('ProviderKeyKept', { provider, fingerprint, object: sealed });

/** Nothing is asked of the provider under that key from here on. */
export const providerKeyRemoved = event('ProviderKeyRemoved', { provider });

/** All that is known of a workspace so far: a cold start reads back to the last one of these. */
export const workspacePeriodClosed = event('WorkspacePeriodClosed', {
  name: string({ maxLength: 200 }),
  personal: boolean(),
  createdAt: time,
  creatorKey: id,
  /** Its removal has begun; absent where it has not. */
  ending: optional(boolean()),
  /** In the order of joining. */
  members: array(object({ userKey: id, role: oneOf(['owner', 'member']) }), {
    maxItems: limits.membersPerWorkspaceMax,
  }),
  /** `replaced`: the object of the key before; null for none, as the other two are without a key. */
  providerKeys: optional(
    array(
      object({
        provider,
        fingerprint: nullable(fingerprint),
        object: nullable(sealed),
        replaced: nullable(sealed),
      }),
      { minItems: 1, maxItems: 26 },
    ),
  ),
});

export const workspaceEvents = [
  workspaceCreated,
  memberAdded,
  memberRemoved,
  workspaceRemovalBegun,
  workspaceDeleted,
  providerKeyKept,
  providerKeyRemoved,
  workspacePeriodClosed,
] as const;
export type WorkspaceEvent = EventOf<(typeof workspaceEvents)[number]>;
