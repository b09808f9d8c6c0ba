/**
 * The hashes of a Merkle tree (RFC 9162, section 2.1), as lower-case hex. A leaf and a node begin with different bytes,
 * so none is taken for the other.
 */
import { sha256 } from './canonical-json.ts';

export const leafHash = (text: string): string => sha256(`\u0000${text}`);

export const nodeHash = (left: string, right: string): string => sha256(Buffer.from(`01${left}${right}`, 'hex'));

/** The hash of the leaves from `start` to before `end`. */
export type RangeHash = (start: number, end: number) => string;

/** The most leaves that the left part of a tree of so many has: the largest power of two below. */
export const leftLeaves = (leaves: number): number => 2 ** Math.floor(Math.log2(leaves - 1));

/** The hashes that lead from a leaf to the root of the leaves from `start` to before `end`. */
export const inclusionPath = (range: RangeHash, leaf: number, start: number, end: number): readonly string[] => {
  if (end - start === 1) return [];
  const middle = start + leftLeaves(end - start);
  return leaf < middle
    ? [...inclusionPath(range, leaf, start, middle), range(middle, end)]
    : [...inclusionPath(range, leaf, middle, end), range(start, middle)];
};

/** The hashes that lead from the root of the first `size` leaves to that of the first `end`. `size`: from 1. */
export const consistencyPath = (range: RangeHash, size: number, end: number): readonly string[] =>
  between(range, size, 0, end, true);

const between = (range: RangeHash, size: number, start: number, end: number, isOld: boolean): readonly string[] => {
  if (size === end) return isOld ? [] : [range(start, end)];
  const middle = start + leftLeaves(end - start);
  return size <= middle
    ? [...between(range, size, start, middle, isOld), range(middle, end)]
    : [...between(range, size, middle, end, false), range(start, middle)];
};
