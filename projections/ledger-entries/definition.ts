/** Read model `ledger-entries`: one document per entry of every ledger. The ends of periods are no entries. */
import { markOf } from '../../src/kernel/projection.ts';
import type { LedgerEvent } from '../../events/ledger.ts';
import { defineProjection, NONE } from '../common/define.ts';
import type { LedgerEntryDocument } from './document.ts';
import { particularsOf } from './particulars.ts';

export const ledgerEntriesProjection = defineProjection<LedgerEntryDocument, LedgerEvent>({
  name: 'ledger-entries',
  version: 1,
  indexes: { byPosition: ['position'], byKind: ['kind', 'position'], byTime: ['at', 'position'] },
  categories: ['ledger'],
  // Callers may choose the entry ids of grants: an id is unique only within its ledger.
  touches: (event) => (event.type === 'LedgerPeriodClosed' ? NONE : [`${event.stream}:${event.revision}`]),
  evolve: (document, event) => {
    if (event.type === 'LedgerPeriodClosed') return document;
    const { revision, hash } = markOf(event);
    return {
      entryId: event.data.entryId,
      position: event.position,
      revision,
      jobId: null,
      holdId: null,
      requirementIds: [],
      attemptKeys: [],
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
