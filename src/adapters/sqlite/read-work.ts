/** Writes of `read.sqlite`, in values, so that a thread can make all of them. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { limits } from '../../kernel/limits.ts';
import type { CollectionDefinition } from '../../ports/document-store.ts';
import { type Rows, rows } from './database.ts';
import { declareTable } from './document-table.ts';

type Row = readonly SQLOutputValue[];

/** A statement, run once for each row of values. */
export type Statement = { readonly sql: string; readonly rows: readonly (readonly SQLInputValue[])[] };

export const once = (sql: string, ...values: readonly SQLInputValue[]): Statement => ({ sql, rows: [values] });

export type Work =
  | {
      readonly kind: 'write';
      readonly statements: readonly Statement[];
      /** A query: if it gives a row for any of its rows of values, nothing is written. */
      readonly unless?: Statement;
      /** The bytes that it writes, about, where they are many. */
      readonly bytes?: number;
    }
  | { readonly kind: 'declare'; readonly definition: CollectionDefinition };

export type Done = {
  /** The row that `unless` gave. */
  readonly refusedBy: Row | undefined;
  /** The result of the last statement, from the last time that it ran. */
  readonly rows: readonly Row[];
};

/** Does such work over a connection, inside a transaction of the caller's. */
export const workOn = (database: DatabaseSync): ((work: Work) => Done) => {
  const prepared = new Map<string, Rows<Row>>();

  const statementOf = (sql: string): Rows<Row> => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    // Collections that were rebuilt leave theirs behind.
    if (prepared.size >= limits.statementsKeptMax) prepared.clear();
    const made = rows<Row>(database, sql);
    prepared.set(sql, made);
    return made;
  };

  return (work) => {
    if (work.kind === 'declare') {
      declareTable(database, work.definition);
      return { refusedBy: undefined, rows: [] };
    }
    const { unless, statements } = work;
    const refusals = unless?.rows.map((values) => statementOf(unless.sql).get(...values));
    const refusedBy = refusals?.find((row) => row !== undefined);
    if (refusedBy !== undefined) return { refusedBy, rows: [] };
    let last: readonly Row[] = [];
    for (const statement of statements) {
      const one = statementOf(statement.sql);
      for (const values of statement.rows) last = one.all(...values);
    }
    return { refusedBy, rows: last };
  };
};
