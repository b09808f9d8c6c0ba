/** Statements of a ledger, and their proof. */
import { array, integer, namedObject, nullable, optional, string } from '../../../kernel/shape.ts';
import { limits } from '../../../kernel/limits.ts';
import { idOf, providerCosts, text, workspaceId, yes } from './common.ts';
import { creditsOfWorkspace, entryKind } from './credits.ts';

const amount = (example: number) => integer({ minimum: 0, examples: [example] });
export const signature = text(
  'eyJhbGciOiJFZERTQSJ9..c2lnbmVk',
  'a JWS with detached content (RFC 7515, appendix F) over the canonical JSON (RFC 8785) of the member before it',
);
const change = (example: number) => integer({ examples: [example] });

const balances = namedObject('StatementBalances', { paid: change(0), bonus: change(491), held: change(0) });

const total = namedObject(
  'StatementTotal',
  {
    kind: entryKind,
    entries: amount(1),
    paid: change(0),
    bonus: change(500),
    held: change(0),
    providerCosts: optional(providerCosts),
  },
  { description: 'The entries of one kind, and the sums of their changes' },
);

export const ledgerStatement = namedObject('LedgerStatement', {
  ok: yes,
  statement: namedObject('Statement', {
    workspaceId,
    month: text('2026-11', 'UTC'),
    opening: balances,
    totals: array(total),
    closing: balances,
    entries: amount(1),
    asOf: nullable(
      namedObject('LedgerHead', {
        revision: integer({ minimum: 0, examples: [6], description: 'of the event in the ledger, from 0' }),
        hash: text('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'of the chain up to it'),
      }),
    ),
  }),
  signature,
});

export const keySet = namedObject('KeySet', {
  keys: array(
    namedObject('PublicKey', {
      kty: text('OKP'),
      crv: text('Ed25519'),
      x: text('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
      kid: text('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'),
      alg: text('EdDSA'),
      use: text('sig'),
    }),
  ),
});

const refundOf = {
  amount: integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [1] }),
  reason: string({ minLength: 1, maxLength: limits.refundReasonCharsMax, examples: ['the wrong letter'] }),
};

export const refundRequest = namedObject('RefundRequest', {
  entryId: string({ minLength: 1, maxLength: limits.ledgerIdCharsMax, examples: ['ent_4e1xq0v6d8mz2r9t7b5c3n1hja'] }),
  ...refundOf,
});

export const refundMade = namedObject('RefundMade', {
  ok: yes,
  refund: namedObject('Refund', { entryId: idOf('ent'), refundedEntryId: idOf('ent'), ...refundOf }),
  credits: creditsOfWorkspace,
});

export const hashText = text('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08');
export const path = array(hashText, { description: 'hashes of the tree, from the leaf upwards (RFC 9162)' });

export const checkpoint = namedObject('LogCheckpoint', {
  epoch: integer({ minimum: 0, examples: [0] }),
  position: string({ description: 'of the last event of the log', examples: ['0000-000000000042'] }),
  size: integer({ minimum: 0, description: 'events of the log', examples: [42] }),
  root: { ...hashText, description: 'of the tree over the heads that all chains had after each event' },
  at: text('2026-11-20T09:30:00.000Z'),
});

export const ledgerCheckpoint = namedObject('LedgerCheckpoint', {
  ok: yes,
  checkpoint,
  signature,
  ledger: nullable(
    namedObject('LedgerInLog', {
      stream: text('ledger-ws_4e1xq0v6d8mz2r9t7b5c3n1hja'),
      revision: amount(6),
      position: text('0000-000000000042'),
      hash: hashText,
      index: amount(41),
      proof: path,
    }),
  ),
  consistency: nullable(namedObject('LogGrowth', { size: amount(12), root: hashText, proof: path })),
});
