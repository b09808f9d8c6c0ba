/** The calls of auditors: statements of a ledger, and their proof. */
import { integer, object, optional, string } from '../../../kernel/shape.ts';
import { declaring } from '../operation.ts';
import { keySet, ledgerCheckpoint, ledgerStatement, refundMade, refundRequest } from '../shapes/ledger.ts';

const declare = declaring('credits');

export const getLedgerStatement = declare({
  method: 'GET',
  path: '/api/v1/ledger/statement',
  summary: 'The statement of one month: opening and closing balances, and totals by kind and pool',
  description:
    'The entries of a month are those whose own time is in it, UTC, as `ledger/entries` lists them. The totals lead ' +
    'from the opening balances to the closing ones. `providerCosts` are sums of entries by currency. ' +
    '`Accept: text/csv` asks for the same as a table; its cell of costs is like `12 JPY;0.05 USD`. ' +
    'The first statement of a long ledger reads all of it.',
  authority: 'Read',
  query: object({
    month: string({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', description: 'UTC', examples: ['2026-11'] }),
  }),
  answers: { 200: ledgerStatement },
  tableAs: {
    type: 'text/csv',
    example:
      'month,line,entries,paid,bonus,held,provider_costs\r\n' +
      '2026-11,opening,,0,0,0,\r\n2026-11,debit,1,0,-7,-7,0.04 USD\r\n',
  },
  extension: true,
});

export const exportLedger = declare({
  method: 'GET',
  path: '/api/v1/ledger/export',
  summary: 'The whole ledger as it is stored, with its chain of hashes and a signed end',
  description:
    'Lines of JSON: a first one with `workspaceId` and `stream`, then every event with the texts of its `data` and ' +
    '`metadata`, then one with a signed `end`. The metadata begins with the hash of the chain up to this event. ' +
    'An export without its end is not whole.',
  authority: 'Read',
  answers: { 200: string({ description: 'Lines of JSON' }) },
  bytesOf: ['application/x-ndjson'],
  entityTag: false,
  extension: true,
});

export const getKeySet = declare({
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The key that the service signs its proofs with',
  description: 'Needs no token. Keep a copy elsewhere: it proves who signed a statement, export or checkpoint.',
  authority: null,
  answers: { 200: keySet },
  extension: true,
});

export const refundEntry = declare({
  method: 'POST',
  path: '/api/v1/ledger/refunds',
  summary: 'Give debited credits back',
  description:
    'Gives credits of one debit back to the pools and dates that they came from, in parts if need be, and never more ' +
    'than were debited. Credits whose date has passed expire at once. Under an Idempotency-Key a refund that is sent ' +
    'again is made once.',
  authority: 'Admin',
  body: refundRequest,
  idempotency: 'optional',
  answers: { 200: refundMade },
  extension: true,
});

export const getLedgerCheckpoint = declare({
  method: 'GET',
  path: '/api/v1/ledger/checkpoint',
  summary: 'A signed checkpoint of the log, with the head of the ledger in it',
  description:
    'The root of a Merkle tree with a leaf for each event of the log, and the proof that the end of the ledger ' +
    'is in it. Keep it elsewhere: a history that is rewritten later does not lead from it. With `since`, the `size` ' +
    'of an earlier checkpoint, the answer proves that the log has only grown.',
  authority: 'Read',
  query: object({ since: optional(integer({ minimum: 1, description: 'the size of an earlier checkpoint' })) }),
  answers: { 200: ledgerCheckpoint },
  entityTag: false,
  extension: true,
});
