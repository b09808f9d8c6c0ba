/** Read models: projectors, rebuilds, and what is read of them. */
import { MiB, MINUTE, SECOND } from './units.ts';

export const readModelLimits = {
  projectionBatchEventsMax: 2_000,
  projectionCacheDocumentsMax: 2_000,
  /** Read models under load are stored this often, or as soon as a request waits for them. */
  projectionStoreEveryMs: 50,
  /** Or when so many documents have changed. */
  projectionFoldDocumentsMax: 2_000,
  /**
   * A rebuild writes after so many events, or so many documents that they have changed. It folds on meanwhile, until
   * so many of these writes are on their way to the store: one of several waits for the file to take the WAL.
   */
  rebuildWriteEventsMax: 5_000,
  rebuildWriteDocumentsMax: 1_250,
  rebuildStoresAheadMax: 2,
  /** Documents kept between writes: few, as most documents of a rebuild are finished by then. */
  rebuildCacheDocumentsMax: 100,
  rebuildBatchEventsMax: 500,
  /** Events that a rebuild or an audit decodes at once: so many are in memory together. */
  rebuildStepEventsMax: 100,
  /** Waits after a read model could not be written; the last one repeats. */
  projectionBackoffMs: [50, 200, 1 * SECOND, 5 * SECOND],
  /** How often a process looks how far read models have come that another process writes, while a reader waits. */
  readModelPollMs: 50,
  /** How long until a document store that did not answer at the start is asked again. */
  readModelsOpenRetryMs: 1 * SECOND,
  /** Parts that a read model can be cut into, by owner. */
  projectorShardsMax: 64,
  /** Into how many they are cut beside MongoDB, unless PROJECTOR_SHARDS says otherwise. */
  projectorShardsServers: 8,
  /** Documents that one part keeps in memory at least. */
  projectionCacheDocumentsMin: 128,
  /** How long another process may leave events unfolded before this one takes its read models over. */
  projectionTakeoverMs: 5 * SECOND,
  /**
   * How often a process looks whether a read model was rebuilt elsewhere; and how far others have come, while no reader
   * waits.
   */
  readModelDirectoryPollMs: 1 * SECOND,
  /** How long a collection stays after a rebuilt one has taken its place, for processes that still read it. */
  retiredCollectionMs: 10 * SECOND,

  // Reads, lists, and answers that wait or stream.
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
