/** Messages that a group gave up on. Their ids follow from group, topic and position: a second burial is the first. */
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Position } from '../../kernel/position.ts';
import type { Clock } from '../../ports/basics.ts';
import type { DeadLetter, MessageLog } from '../../ports/message-log.ts';
import { rows } from './database.ts';
import type { ReadDatabase } from './read-database.ts';
import { type Done, once } from './read-work.ts';

/** A dead letter to retry, and the place of its event in the feed. */
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

const INSERT = `INSERT INTO dead_letters (id, consumer, topic, "group", key, position, before, reason, attempts, at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
  SET reason = excluded.reason, attempts = excluded.attempts, at = excluded.at, redriven = 0`;
const REMOVE = 'DELETE FROM dead_letters WHERE id = ?';
const MARK = 'UPDATE dead_letters SET redriven = 1 WHERE id = ? AND redriven = 0 RETURNING id';
const UNMARK = 'UPDATE dead_letters SET redriven = 0 WHERE id = ?';

export const createDeadLetters = ({ database, write, reading }: ReadDatabase, clock: Clock): DeadLetters => {
  const page = rows<Row>(
    database,
    `SELECT number, id, topic, "group", key, position, reason, attempts, at FROM dead_letters
     WHERE redriven = 0 AND number > ? ORDER BY number LIMIT ?`,
  );
  const selectRedriven = rows<[id: string, key: string, position: Position, before: Position]>(
    database,
    'SELECT id, key, position, before FROM dead_letters WHERE consumer = ? AND redriven = 1 ORDER BY number LIMIT ?',
  );

  const run = async (...statement: Parameters<typeof once>): Promise<Done> =>
    write({ kind: 'write', statements: [once(...statement)] });

  return {
    bury: async ({ consumer, group, topic, key, position, before, reason, attempts }) => {
      const at = new Date(clock.now()).toISOString();
      const id = `${consumer}/${position}`;
      await run(INSERT, id, consumer, topic, group, key, position, before, reason, attempts, at);
    },
    unbury: async (id) => void (await run(REMOVE, id)),
    restore: async (id) => void (await run(UNMARK, id)),
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
    redrive: async (id) => {
      const { rows: marked } = await run(MARK, id);
      if (marked.length === 0) throw new Fault('not_found', `there is no dead letter ${id}`);
    },
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
