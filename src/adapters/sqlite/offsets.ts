/** How far a group has come in each partition of a topic. */
import { type Position, START } from '../../kernel/position.ts';
import { rows } from './database.ts';
import type { ReadDatabase } from './read-database.ts';

/** One consumer's partition and how far it has come. */
export type Offset = { readonly consumer: string; readonly partition: number; readonly position: Position };

export type Offsets = {
  load(consumer: string, partition: number): Promise<Position>;
  /** Never moves an offset back: work done by an earlier owner of the partition stays done. */
  save(offsets: readonly Offset[]): Promise<void>;
};

const MOVE = `INSERT INTO offsets VALUES (?, ?, ?) ON CONFLICT (consumer, partition)
  DO UPDATE SET position = excluded.position WHERE excluded.position > position`;

export const createOffsets = ({ database, write, reading }: ReadDatabase): Offsets => {
  const select = rows<[Position]>(database, 'SELECT position FROM offsets WHERE consumer = ? AND partition = ?');
  return {
    load: async (consumer, partition) => reading(() => select.get(consumer, partition)?.[0] ?? START),
    save: async (offsets) => {
      const moved = offsets.map(({ consumer, partition, position }) => [consumer, partition, position]);
      await write({ kind: 'write', statements: [{ sql: MOVE, rows: moved }] });
    },
  };
};
