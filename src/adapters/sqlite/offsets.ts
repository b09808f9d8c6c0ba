/** How far a group has come in each partition of a topic. */
import type { Position } from '../../kernel/position.ts';
import { START } from '../../kernel/position.ts';
import { rows } from './database.ts';
import type { ReadDatabase } from './read-database.ts';

/** One consumer's partition and how far it has come. */
export type Offset = { readonly consumer: string; readonly partition: number; readonly position: Position };

export type Offsets = {
  load(consumer: string, partition: number): Promise<Position>;
  /** Never moves an offset back: what one member has done is done, whoever owns the partition now. */
  save(offsets: readonly Offset[]): Promise<void>;
};

export const createOffsets = ({ database, transact, reading }: ReadDatabase): Offsets => {
  const select = rows<[Position]>(database, 'SELECT position FROM offsets WHERE consumer = ? AND partition = ?');
  const upsert = rows(
    database,
    `INSERT INTO offsets VALUES (?, ?, ?) ON CONFLICT (consumer, partition)
     DO UPDATE SET position = excluded.position WHERE excluded.position > position`,
  );
  return {
    load: async (consumer, partition) => reading(() => select.get(consumer, partition)?.[0] ?? START),
    save: async (offsets) =>
      transact(() => {
        for (const { consumer, partition, position } of offsets) upsert.run(consumer, partition, position);
      }),
  };
};
