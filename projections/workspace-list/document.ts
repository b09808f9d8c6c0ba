/** A workspace in the list of one of its members. */

export type WorkspaceListDocument = {
  readonly workspaceId: string;
  readonly name: string;
  readonly role: 'owner' | 'member';
  readonly personal: boolean;
  readonly createdAt: string;
  /** Sorts the list by when the user joined each. */
  readonly joinedPosition: string;
};
