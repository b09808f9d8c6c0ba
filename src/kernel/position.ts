/**
 * Places in the log. A revision counts the events of one stream from 0. A position orders all events of the log. It is
 * opaque, sorts as text, and starts with the log epoch (four hex digits) that a confirmed restore raises.
 */

declare const brand: unique symbol;

/** Index of an event in its stream, from 0. */
export type Revision = number;

/** The revision that an append expects: no stream at all, or exactly this last revision. Never "any". */
export type ExpectedRevision = 'none' | Revision;

/** Opaque, comparable as text with `<` and `>`; only the adapter that made it knows its inside. */
export type Position = string & { readonly [brand]?: 'position' };

/** Sorts before every position: the start of the log. */
export const START: Position = '';

/** The revision that the first of `count` appended events gets. */
export const firstRevisionAfter = (expected: ExpectedRevision): Revision => (expected === 'none' ? 0 : expected + 1);

/** Whether a stream at one revision has all events that it had at another. */
export const reaches = (revision: ExpectedRevision, other: ExpectedRevision): boolean =>
  firstRevisionAfter(revision) >= firstRevisionAfter(other);

/** The later of two positions. */
export const laterOf = (a: Position, b: Position): Position => (a > b ? a : b);

/** The log epoch that a position is of; 0 at the start of the log. */
export const epochOf = (position: Position): number =>
  position === START ? 0 : Number.parseInt(position.slice(0, EPOCH_DIGITS), 16);

/** Sorts after every position of earlier epochs, and before every position of this one. */
export const epochStart = (epoch: number): Position => `${epoch.toString(16).padStart(EPOCH_DIGITS, '0')}-`;

const EPOCH_DIGITS = 4;
