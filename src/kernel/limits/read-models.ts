/** Projectors, rebuilds, and waits for read models. */
import { SECOND } from './units.ts';

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
} as const;
