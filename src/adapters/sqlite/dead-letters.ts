/** Messages that a group gave up on. Their ids follow from group, topic and position: a second burial is the first. */
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Position } from '../../kernel/position.ts';
import type { Clock } from '../../ports/basics.ts';
import type { DeadLetter, MessageLog } from '../../ports/message-log.ts';
import { rows } from './database.ts';
import type { ReadDatabase } from './read-database.ts';

/** A dead letter that someone wants handed over again, and where in the feed its event is found. */
export type Redriven = {
  readonly id: string;
  readonly key: string;
  readonly position: Position;
  readonly before: Position;
};

/** A letter but for its id and its date; `before` is a place in the feed from which its event is met. */
type Burial = Omit<DeadLetter, 'id' | 'at'> & { readonly consumer: string; readonly before: Position };

export type DeadLetters = Pick<MessageLog, 'deadLetters' | 'redrive'> & {
  readonly bury: (burial: Burial) => Promise<void>;
  /** Takes a letter away: its message was handled at last. */
  readonly unbury: (id: string) => Promise<void>;
  /** Takes back that a letter was redriven: its message cannot be handed over. */
  readonly restore: (id: string) => Promise<void>;
  /** The first of those to be handed over again, as many as one consumer takes at once. */
  readonly redriven: (consumer: string) => Promise<readonly Redriven[]>;
};

type Row = readonly [
  number: number,
  id: string,
  topic: string,
  group: string,
  key: string,
  position: Position,
  reason: string,
  attempts: number,
  at: string,
];

export const createDeadLetters = ({ database, transact, reading }: ReadDatabase, clock: Clock): DeadLetters => {
  const insert = rows(
    database,
    `INSERT INTO dead_letters (id, consumer, topic, "group", key, position, before, reason, attempts, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
     SET reason = excluded.reason, attempts = excluded.attempts, at = excluded.at, redriven = 0`,
  );
  const remove = rows(database, 'DELETE FROM dead_letters WHERE id = ?');
  const mark = rows(database, 'UPDATE dead_letters SET redriven = 1 WHERE id = ? AND redriven = 0');
  const unmark = rows(database, 'UPDATE dead_letters SET redriven = 0 WHERE id = ?');
  const page = rows<Row>(
    database,
    `SELECT number, id, topic, "group", key, position, reason, attempts, at FROM dead_letters
     WHERE redriven = 0 AND number > ? ORDER BY number LIMIT ?`,
  );
  const selectRedriven = rows<[id: string, key: string, position: Position, before: Position]>(
    database,
    'SELECT id, key, position, before FROM dead_letters WHERE consumer = ? AND redriven = 1 ORDER BY number LIMIT ?',
  );

  return {
    bury: async ({ consumer, group, topic, key, position, before, reason, attempts }) =>
      transact(() => {
        const at = new Date(clock.now()).toISOString();
        const id = `${consumer}/${position}`;
        insert.run(id, consumer, topic, group, key, position, before, reason, attempts, at);
      }),
    unbury: async (id) => transact(() => void remove.run(id)),
    restore: async (id) => transact(() => void unmark.run(id)),
    redriven: async (consumer) =>
      reading(() =>
        selectRedriven
          .all(consumer, limits.messageReadAheadMax)
          .map(([id, key, position, before]) => ({ id, key, position, before })),
      ),
    deadLetters: async (limit, after) => {
      const found = await reading(() => page.all(after === undefined ? 0 : Number(after), limit + 1));
      const last = found.length > limit ? found[limit - 1] : undefined;
      return { letters: found.slice(0, limit).map(toLetter), next: last === undefined ? null : String(last[0]) };
    },
    redrive: async (id) =>
      transact(() => {
        if (mark.run(id).changes === 0) return new Fault('not_found', `there is no dead letter ${id}`);
        return undefined;
      }),
  };
};

const toLetter = ([, id, topic, group, key, position, reason, attempts, at]: Row): DeadLetter => ({
  id,
  topic,
  group,
  key,
  position,
  reason,
  attempts,
  at,
});
