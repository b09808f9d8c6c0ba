/**
 * A Merkle tree over the log: a leaf for each event, which is the head that a chain had right after it. It only grows,
 * so a later tree proves that it begins with an earlier one.
 *
 * A process makes it of the log when it is first asked for, and then goes on. Of each full tile it keeps the hashes
 * from the tile's root upwards, and where it begins: a byte for an event. The leaves of a tile are read again for a
 * proof. Nothing is stored, so nothing can differ from the log.
 */
import { limits } from '../../kernel/limits.ts';
import { leafHash, leftLeaves, nodeHash, type RangeHash } from '../../kernel/merkle.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { Turns } from '../../ports/basics.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { claimedHash } from '../../schema/hash-chain.ts';

const TILE = 2 ** limits.treeTileHeight;

export type LogTree = {
  /** Takes all events up to the end of the log. Callers at the same time share the reading. */
  grow(): Promise<void>;
  /** Events so far, and the position of the last one. */
  end(): { readonly size: number; readonly position: Position };
  /** Hashes of ranges of leaves; the leaves of the tiles around `leaves` are read for it. */
  ranges(leaves: readonly number[]): Promise<RangeHash>;
  /** The index of the event at a position that the tree has. */
  indexOf(position: Position): Promise<number>;
};

type Deps = { readonly feed: Pick<EventFeed, 'read'>; readonly turns: Turns };

export const createLogTree = ({ feed, turns }: Deps): LogTree => {
  /** By height above a tile's root, the hashes of full subtrees. */
  const levels: string[][] = [];
  /** By tile: the position that its first event follows. */
  const starts: Position[] = [START];
  let open: string[] = [];
  let position = START;
  let growing: Promise<void> | undefined;

  const take = (stored: StoredEvent): void => {
    open.push(leafOf(stored));
    ({ position } = stored);
    if (open.length < TILE) return;
    starts.push(position);
    let hash = rootOf(open);
    open = [];
    for (let level = 0; ; level += 1) {
      const row = (levels[level] ??= []);
      row.push(hash);
      if (row.length % 2 === 1) return;
      hash = nodeHash(row.at(-2) ?? '', hash);
    }
  };

  const readOn = async (): Promise<void> => {
    for await (const { events } of feed.read(position, { batchMax: limits.verifyBatchEventsMax })) {
      for (const stored of events) {
        take(stored);
        const rest = turns.due();
        if (rest !== undefined) await rest;
      }
    }
  };

  const eventsOf = async (tile: number): Promise<readonly StoredEvent[]> => {
    const found: StoredEvent[] = [];
    for await (const { events } of feed.read(starts[tile] ?? START, { batchMax: TILE })) {
      found.push(...events);
      if (found.length >= TILE) break;
    }
    return found.slice(0, TILE);
  };

  const size = (): number => (starts.length - 1) * TILE + open.length;

  const ranges = async (leaves: readonly number[]): Promise<RangeHash> => {
    const now = starts.length - 1;
    const known = new Map<number, readonly string[]>([[now, open.slice()]]);
    for (const tile of new Set(leaves.map((leaf) => Math.floor(leaf / TILE)))) {
      if (tile < now) known.set(tile, (await eventsOf(tile)).map(leafOf));
    }
    const range: RangeHash = (start, end) => {
      const leafCount = end - start;
      const level = Math.log2(leafCount) - limits.treeTileHeight;
      if (level >= 0 && Number.isInteger(level) && start % leafCount === 0) {
        return levels[level]?.[start / leafCount] ?? '';
      }
      if (leafCount === 1) return known.get(Math.floor(start / TILE))?.[start % TILE] ?? '';
      const middle = start + leftLeaves(leafCount);
      return nodeHash(range(start, middle), range(middle, end));
    };
    return range;
  };

  return Object.freeze({
    grow: async () => (growing ??= readOn().finally(() => (growing = undefined))),
    end: () => ({ size: size(), position }),
    ranges,
    indexOf: async (wanted: Position) => {
      let tile = starts.findLastIndex((start) => start < wanted);
      tile = Math.max(tile, 0);
      const within = (await eventsOf(tile)).findIndex((stored) => stored.position === wanted);
      return tile * TILE + within;
    },
  });
};

/** A chain's head after an event: where it is in the log, and the hash of its stream up to it. */
const leafOf = ({ position, stream, revision, metadata }: StoredEvent): string =>
  leafHash(`${position}\n${stream}\n${revision}\n${claimedHash(metadata)}`);

const rootOf = (leaves: readonly string[]): string => {
  let row = leaves;
  while (row.length > 1) {
    row = Array.from({ length: row.length / 2 }, (_, at) => nodeHash(row[2 * at] ?? '', row[2 * at + 1] ?? ''));
  }
  return row[0] ?? '';
};
