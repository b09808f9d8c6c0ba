/** Read model `ledger-entries`: one document per entry of every ledger. Events that move no credits are no entries. */
import { markOf } from '../../src/kernel/projection.ts';
import { isEntry, type LedgerEvent } from '../../events/ledger.ts';
import { defineProjection, NONE } from '../common/define.ts';
import type { LedgerEntryDocument } from './document.ts';
import { particularsOf } from './particulars.ts';

export const ledgerEntriesProjection = defineProjection<LedgerEntryDocument, LedgerEvent>({
  name: 'ledger-entries',
  version: 3,
  indexes: { byPosition: ['position'], byKind: ['kind', 'position'], byTime: ['at', 'position'] },
  categories: ['ledger'],
  ofOneEvent: true,
  // Callers may choose the entry ids of grants: an id is unique only within its ledger.
  touches: (event) => (isEntry(event) ? [`${event.stream}:${event.revision}`] : NONE),
  evolve: (document, event) => {
    if (!isEntry(event)) return document;
    const own = particularsOf(event);
    const { hash, revision } = markOf(event);
    // In canonical order: a store that writes it in that order copies nothing.
    return {
      actor: event.metadata.actor,
      amounts: own.amounts,
      at: event.metadata.at,
      attemptKeys: own.attemptKeys ?? [],
      balanceAfter: event.data.balances,
      entryId: event.data.entryId,
      hash,
      holdId: own.holdId ?? null,
      jobId: own.jobId ?? null,
      kind: own.kind,
      note: own.note ?? null,
      ownKeys: own.ownKeys ?? [],
      position: event.position,
      providerCosts: own.providerCosts ?? [],
      refundedEntryId: own.refundedEntryId ?? null,
      requirementIds: own.requirementIds ?? [],
      revision,
    };
  },
});
