/** Queries by a declared index, as one SQL statement that is forced onto that index. */
import { decodePageCursor, encodePageCursor, membersAsked } from '../../kernel/document-index.ts';
import type { Query } from '../../ports/document-store.ts';
import { columnOf, type DocumentTable, indexName, type Key, keyOf, NULL_KEY } from './document-table.ts';

export type QueryStatement = {
  readonly sql: string;
  readonly parameters: readonly Key[];
  /** How many columns the statement gives after the document's own: the parts of a cursor. */
  readonly keys: number;
};

/**
 * Bounds are texts or numbers; null is inside no bound. The order is that of the members after the equal ones, then of
 * the id. So every document has a place of its own, and a page can start after any. An undeclared index is a bug
 * (BrokenInvariant); a cursor that no page of this query gave is fault `invalid`.
 */
export const queryStatement = (table: DocumentTable, query: Query): QueryStatement => {
  const { stated, order: members } = membersAsked(table.definition, query);
  const conditions = ['body IS NOT NULL'];
  const parameters: Key[] = [];
  const where = (condition: string, ...values: readonly Key[]): void => {
    conditions.push(condition);
    parameters.push(...values);
  };

  if (query.owner !== undefined) where('owner = ?', query.owner);
  stated.forEach((member, n) => where(`${columnOf(member)} = ?`, keyOf(query.equals?.[n])));
  const order = [...members.map(columnOf), 'id'];
  for (const { operator, value } of boundsOf(query)) where(`${order[0]} ${operator} ?`, value);
  const after = query.after === undefined ? undefined : decodePageCursor(query.after, order.length).map(keyOf);
  if (after !== undefined) {
    where(`(${order.join(', ')}) ${query.descending ? '<' : '>'} (${order.map(() => '?').join(', ')})`, ...after);
  }
  const direction = query.descending ? ' DESC' : '';
  const sql = `SELECT id, owner, position, body, ${order.join(', ')} FROM ${table.name}
    INDEXED BY ${indexName(table.definition.name, query.index, query.owner !== undefined)}
    WHERE ${conditions.join(' AND ')} ORDER BY ${order.map((column) => column + direction).join(', ')} LIMIT ?`;
  return { sql, parameters, keys: order.length };
};

type Bound = { readonly operator: '>=' | '<=' | '>' | '<'; readonly value: Key };

/** To SQLite every number is below every text, and '' is the first text. */
const boundsOf = ({ atLeast, atMost }: Query): readonly Bound[] => {
  const bounds: Bound[] = [];
  if (atLeast !== undefined) bounds.push({ operator: '>=', value: atLeast });
  else if (typeof atMost === 'string') bounds.push({ operator: '>=', value: '' });
  else if (atMost !== undefined) bounds.push({ operator: '>', value: NULL_KEY });
  if (atMost !== undefined) bounds.push({ operator: '<=', value: atMost });
  else if (typeof atLeast === 'number') bounds.push({ operator: '<', value: '' });
  return bounds;
};

/** Opaque to clients: where in the order a page ended. */
export const encodeCursor = (keys: readonly Key[]): string =>
  encodePageCursor(keys.map((key) => (key === NULL_KEY ? null : key)));
