/** How far a group has come in each partition of a topic. */
import { type Position, START } from '../../kernel/position.ts';
import type { Logger } from '../../ports/basics.ts';
import { rows } from './database.ts';
import { isPosition } from './log-positions.ts';
import type { ReadDatabase } from './read-database.ts';

/** One consumer's partition and how far it has come. */
export type Offset = { readonly consumer: string; readonly partition: number; readonly position: Position };

export type Offsets = {
  /** The start for an offset that is not within the log, up to its `head`: damage, which is logged and forgotten. */
  load(consumer: string, partition: number, head: Position): Promise<Position>;
  /** Never moves an offset back: work done by an earlier owner of the partition stays done. */
  save(offsets: readonly Offset[]): Promise<void>;
};

const MOVE = `INSERT INTO offsets VALUES (?, ?, ?) ON CONFLICT (consumer, partition)
  DO UPDATE SET position = excluded.position WHERE excluded.position > position`;

const FORGET = 'DELETE FROM offsets WHERE consumer = ? AND partition = ? AND position = ?';

export const createOffsets = ({ database, write, reading }: ReadDatabase, logger: Logger): Offsets => {
  const select = rows<[Position]>(database, 'SELECT position FROM offsets WHERE consumer = ? AND partition = ?');
  return {
    load: async (consumer, partition, head) => {
      const position = await reading(() => select.get(consumer, partition)?.[0] ?? START);
      if (position === START || (isPosition(position) && position <= head)) return position;
      logger.error(
        { consumer, partition },
        'a stored offset is not within the log; its messages are handed over again',
      );
      await write({ kind: 'write', statements: [{ sql: FORGET, rows: [[consumer, partition, position]] }] });
      return START;
    },
    save: async (offsets) => {
      const moved = offsets.map(({ consumer, partition, position }) => [consumer, partition, position]);
      await write({ kind: 'write', statements: [{ sql: MOVE, rows: moved }] });
    },
  };
};
