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
    const { revision, hash } = markOf(event);
    return {
      entryId: event.data.entryId,
      position: event.position,
      revision,
      jobId: null,
      holdId: null,
      requirementIds: [],
      attemptKeys: [],
      providerCosts: [],
      ownKeys: [],
      refundedEntryId: null,
      note: null,
      ...particularsOf(event),
      balanceAfter: event.data.balances,
      hash,
      at: event.metadata.at,
      actor: event.metadata.actor,
    };
  },
});
