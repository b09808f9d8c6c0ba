/**
 * Commit positions of EventStoreDB as texts of one width, so that they sort as text: offsets in its log, unsigned
 * numbers of 64 bits. Written over gRPC an event's prepare position is the same.
 */

declare const brand: unique symbol;

/** 20 digits. */
export type Seq = string & { readonly [brand]?: 'seq' };

/** Before every event. */
export const NOTHING: Seq = '';

const DIGITS = 20;

/** The position that a server before 22.6 gives for events read from a stream. */
const UNTOLD = '18446744073709551615';

/** Undefined when the server does not tell. */
export const toSeq = (commit: string): Seq | undefined =>
  commit === UNTOLD ? undefined : commit.padStart(DIGITS, '0');

export const toCommit = (seq: Seq): string => seq.replace(/^0+(?=\d)/, '');

export const seqBefore = (seq: Seq): Seq => String(BigInt(seq) - 1n).padStart(DIGITS, '0');
