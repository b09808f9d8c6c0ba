/** Reads, lists, and answers that wait or stream. */
import { MiB, MINUTE, SECOND } from './units.ts';

export const readingLimits = {
  /** Read-class requests may use a membership this old. */
  membershipAgeMaxMs: 1 * SECOND,
  /** How long a Read waits for a newer one, where this process has one: a silent log is as good as away. */
  recentLookMaxMs: 2 * SECOND,
  /** How old it may be while the log does not answer: a member removed elsewhere may read on for so long. */
  outageStateAgeMaxMs: 10 * MINUTE,
  /** How long a GET waits for the read model before it folds the streams. */
  freshWaitMs: 250,
  /** Events that a list may fold past the checkpoint before it answers `read_model_behind`. */
  listFoldEventsMax: 2_000,
  /** Documents that one page of a list may look at for the few that a filter leaves. */
  listScanDocumentsMax: 1_000,
  /** Characters of documents kept parsed in one process, for clients that poll them. */
  parsedDocumentsCharsMax: 16 * MiB,
  /** Documents that a process has folded from streams and keeps, to go on from there. */
  streamDocumentsMax: 256,
  /** Projects of which a process remembers the workspace, which never changes. */
  projectOwnersMax: 50_000,
  /** Users whose personal workspace a process knows to be complete. */
  usersKnownMax: 50_000,
  /** Code points of a person's name, as a token bears it. */
  nameOfPersonCharsMax: 120,
  /** People whose names a process has at hand. */
  namesKnownMax: 50_000,
  /** How old a name that is shown may be: one that was erased is gone everywhere after so long. */
  nameAgeMaxMs: 5 * SECOND,
  longPollMaxMs: 30 * SECOND,
  sseHeartbeatMs: 15 * SECOND,
  sseConnectionsMax: 500,
  /** Event streams and long polls of one workspace, so that one tenant cannot take all of them. */
  livePerWorkspaceMax: 50,
  /** A live answer looks again after this long, also when nothing woke it: another process may have written. */
  liveLookMs: 2 * SECOND,
  /** Between two looks: a busy workspace wakes its live answers far more often than a person can see. */
  liveLookMinMs: 100,
  /** Value of `Retry-After` on a 202. */
  pollAfterSeconds: 1,
  /** Presented job bodies kept as bytes, so that polls of an unmoved job cost no encoding. */
  presentedBytesMax: 64 * MiB,
  positionCharsMax: 100,
  cursorCharsMax: 500,
  pageSizeMax: 100,
  pageSizeDefault: 20,
  ledgerPageSizeMax: 1_000,
  /** Also the size of a page unless a client asks for less: the list of the spec has no pages. */
  workspacesPageSizeMax: 1_000,
  syncCallTimeoutMs: 120 * SECOND,
  /** How often a waiting call looks at its work: soon at first, then less. */
  syncPollMinMs: 5,
  syncPollMaxMs: 50,
} as const;
