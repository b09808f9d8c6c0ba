import { Readable } from 'node:stream';
import {
  createLedgerCheckpoint,
  createLedgerExport,
  createLedgerStatement,
} from '../../application/credits/read-ledger.ts';
import { createRefundEntry } from '../../application/credits/refund-entry.ts';
import { begun } from '../../kernel/begun.ts';
import type { Static } from '../../kernel/shape.ts';
import { statementTable } from '../answers/statement-table.ts';
import { declared } from '../contract/operations/registry.ts';
import type { ledgerStatement } from '../contract/shapes/ledger.ts';
import { asRefusal } from '../errors/refusal.ts';
import { plain, readReply, route, type Route, stored } from './route.ts';

const TABLE = declared.getLedgerStatement.tableAs?.type ?? '';

export const ledgerRoutes: readonly Route[] = [
  route(
    declared.getLedgerStatement,
    createLedgerStatement,
    (read, { presentRead }) =>
      async ({ caller, query, fresh }, context) => {
        const found = await read(caller, query.month, fresh);
        if (found.kind === 'refused') return asRefusal(found);
        const { value, position } = found.value;
        context.vary('Accept');
        if (context.accepts('application/json', TABLE) === TABLE) {
          const { statement } = value as Static<typeof ledgerStatement>;
          return { status: 200, body: statementTable(statement), contentType: TABLE, position };
        }
        return readReply(context, presentRead(found.value, caller.workspaceId, null), position);
      },
  ),
  route(declared.exportLedger, createLedgerExport, (exported) => async ({ caller, fresh }, { method }) => {
    const found = await exported(caller, fresh);
    if (found.kind === 'refused') return asRefusal(found);
    const { content, position } = found.value;
    // A fault of the first chunk is still a refusal; HEAD reads none.
    const body = method === 'HEAD' ? [] : (await begun(content)).whole;
    const [contentType = ''] = declared.exportLedger.bytesOf ?? [];
    return { status: 200, body: Readable.from(body, { highWaterMark: 1 }), contentType, position };
  }),
  stored(declared.refundEntry, createRefundEntry, async (refund, { caller, body, idempotency }) =>
    refund(caller, body, idempotency),
  ),
  plain(declared.getLedgerCheckpoint, createLedgerCheckpoint, async (checkpoint, { caller, query }) =>
    checkpoint(caller, query.since ?? null),
  ),
];
