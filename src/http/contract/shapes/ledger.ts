/** Statements of a ledger, and their proof. */
import { array, integer, named, nullable, object, optional, string } from '../../../kernel/shape.ts';
import { limits } from '../../../kernel/limits.ts';
import { idOf, providerCosts, text, workspaceId, yes } from './common.ts';
import { creditsOfWorkspace, entryKind } from './credits.ts';

const amount = (example: number) => integer({ minimum: 0, examples: [example] });
export const signature = text(
  'eyJhbGciOiJFZERTQSJ9..c2lnbmVk',
  'a JWS with detached content (RFC 7515, appendix F) over the canonical JSON (RFC 8785) of the member before it',
);
const change = (example: number) => integer({ examples: [example] });

const balances = named('StatementBalances', object({ paid: change(0), bonus: change(491), held: change(0) }));

const total = named(
  'StatementTotal',
  object(
    {
      kind: entryKind,
      entries: amount(1),
      paid: change(0),
      bonus: change(500),
      held: change(0),
      providerCosts: optional(providerCosts),
    },
    { description: 'The entries of one kind, and the sums of their changes' },
  ),
);

export const ledgerStatement = named(
  'LedgerStatement',
  object({
    ok: yes,
    statement: named(
      'Statement',
      object({
        workspaceId,
        month: text('2026-11', 'UTC'),
        opening: balances,
        totals: array(total),
        closing: balances,
        entries: amount(1),
        asOf: nullable(
          named(
            'LedgerHead',
            object({
              revision: integer({ minimum: 0, examples: [6], description: 'of the event in the ledger, from 0' }),
              hash: text('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'of the chain up to it'),
            }),
          ),
        ),
      }),
    ),
    signature,
  }),
);

export const keySet = named(
  'KeySet',
  object({
    keys: array(
      named(
        'PublicKey',
        object({
          kty: text('OKP'),
          crv: text('Ed25519'),
          x: text('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
          kid: text('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'),
          alg: text('EdDSA'),
          use: text('sig'),
        }),
      ),
    ),
  }),
);

const refundOf = {
  amount: integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [1] }),
  reason: string({ minLength: 1, maxLength: limits.refundReasonCharsMax, examples: ['the wrong letter'] }),
};

export const refundRequest = named(
  'RefundRequest',
  object({
    entryId: string({ minLength: 1, maxLength: limits.ledgerIdCharsMax, examples: ['ent_4e1xq0v6d8mz2r9t7b5c3n1hja'] }),
    ...refundOf,
  }),
);

export const refundMade = named(
  'RefundMade',
  object({
    ok: yes,
    refund: named('Refund', object({ entryId: idOf('ent'), refundedEntryId: idOf('ent'), ...refundOf })),
    credits: creditsOfWorkspace,
  }),
);

export const hashText = text('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08');
export const path = array(hashText, { description: 'hashes of the tree, from the leaf upwards (RFC 9162)' });

export const checkpoint = named(
  'LogCheckpoint',
  object({
    epoch: integer({ minimum: 0, examples: [0] }),
    position: string({ description: 'of the last event of the log', examples: ['0000-000000000042'] }),
    size: integer({ minimum: 0, description: 'events of the log', examples: [42] }),
    root: { ...hashText, description: 'of the tree over the heads that all chains had after each event' },
    at: text('2026-11-20T09:30:00.000Z'),
  }),
);

export const ledgerCheckpoint = named(
  'LedgerCheckpoint',
  object({
    ok: yes,
    checkpoint,
    signature,
    ledger: nullable(
      named(
        'LedgerInLog',
        object({
          stream: text('ledger-ws_4e1xq0v6d8mz2r9t7b5c3n1hja'),
          revision: amount(6),
          position: text('0000-000000000042'),
          hash: hashText,
          index: amount(41),
          proof: path,
        }),
      ),
    ),
    consistency: nullable(named('LogGrowth', object({ size: amount(12), root: hashText, proof: path }))),
  }),
);
