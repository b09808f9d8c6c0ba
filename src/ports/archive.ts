/** Many files as one. */

export type ArchiveEntry = {
  /** Its path in the archive. */
  readonly name: string;
  /** Its bytes, read when its turn has come: one entry is in memory at a time. */
  readonly read: () => Promise<Uint8Array>;
};

/**
 * The bytes of a zip with these entries, in their order and as they are: the same entries make the same bytes. Faults
 * come at a chunk, and are those of the entries.
 */
export type WriteArchive = (entries: readonly ArchiveEntry[]) => AsyncIterable<Uint8Array>;
