/** Entries of a ledger that its state no longer knows: read back from its end, in turns. */
import type { LedgerEvent } from '../../../events/ledger.ts';
import { ledgerStream } from '../../../commands/ledger/decider.ts';
import type { Revision } from '../../kernel/position.ts';
import type { Ground } from '../application.ts';

export type PastEntriesDeps = Pick<Ground, 'eventStore' | 'codec' | 'turns'>;

/** Events of those types, the newest first; the other ones are not decoded. */
export async function* pastEntries<T extends LedgerEvent['type']>(
  { eventStore, codec, turns }: PastEntriesDeps,
  workspaceId: string,
  types: readonly T[],
): AsyncGenerator<{ readonly revision: Revision; readonly event?: Extract<LedgerEvent, { readonly type: T }> }> {
  const wanted: readonly string[] = types;
  for await (const stored of eventStore.readStream(ledgerStream(workspaceId), { direction: 'backwards' })) {
    const { revision, type } = stored;
    yield wanted.includes(type) ? { revision, event: codec.decodeOnce(stored) as never } : { revision };
    const rest = turns.due();
    if (rest !== undefined) await rest;
  }
}

/** Whether the ledger has made this grant, however many entries ago. */
export const hasGrant = async (deps: PastEntriesDeps, workspaceId: string, entryId: string): Promise<boolean> => {
  for await (const { event } of pastEntries(deps, workspaceId, ['CreditsGranted'])) {
    if (event?.data.entryId === entryId) return true;
  }
  return false;
};
