/**
 * A log with one long ledger: holds of four parts, each given back by itself. Decided as entries always are; debits
 * would have to name pictures of jobs, which the audit looks for.
 */
import { createEventCodec, GENESIS } from '../../../src/schema/event-codec.ts';
import type { EncodedEvent, EventStore } from '../../../src/ports/event-store.ts';
import { type LedgerCommand, ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { idOfNumber } from './frame-events.ts';

const WORKSPACE = 'ws_01234567890123456789012345';
const PARTS = 4;
const APPEND_EVENTS = 256;

const idOf = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(26, '0')}`;

/** Appends at least so many entries, and answers how many events that were. */
export const writeLedger = async (store: EventStore, entries: number): Promise<number> => {
  const stream = ledgerStream(WORKSPACE);
  let revision = -1;
  let waiting: EncodedEvent[] = [];

  const flush = async (): Promise<void> => {
    const before = revision - waiting.length;
    if (waiting.length > 0) await store.append(stream, before < 0 ? 'none' : before, waiting);
    waiting = [];
  };

  for (const round of ledgerRounds(WORKSPACE)) {
    for (const event of round.events) {
      revision += 1;
      waiting.push(event);
    }
    if (waiting.length >= APPEND_EVENTS) await flush();
    if (round.entries >= entries) break;
  }
  await flush();
  return revision + 1;
};

type Round = { readonly events: readonly EncodedEvent[]; readonly entries: number };

/** The events of one ledger, for ever: a hold with its parts at a time. Beside them are the entries by then. */
export function* ledgerRounds(workspaceId: string): Generator<Round, never> {
  const codec = createEventCodec();
  const stream = ledgerStream(workspaceId);
  const now = '2026-01-01T00:00:00.000Z';
  const metadata = { workspaceId, actor: 'system:settle', correlationId: idOf('c', 0), at: now };
  let state = ledgerDecider.initial;
  let revision = -1;
  let previousHash = GENESIS;

  const command = (command: LedgerCommand): readonly EncodedEvent[] => {
    const decision = ledgerDecider.decide(command, state, revision < 0 ? 'none' : revision);
    if (decision.kind === 'refused') throw new Error(JSON.stringify(decision.refusal));
    return decision.events.map((event) => {
      revision += 1;
      // Not from zero: EventStoreDB knows no id that begins with eight of them.
      const place = { stream, revision, id: idOfNumber(revision + 1), metadata, previousHash };
      const { encoded, recorded } = codec.encode(event, place);
      state = ledgerDecider.evolve(state, recorded);
      previousHash = recorded.hash;
      return encoded;
    });
  };

  const grant = { entryId: idOf('ent', 0), pool: 'paid', amount: 1_000_000_000, expiresAt: null, note: '' } as const;
  const granted = command({ type: 'GrantCredits', ...grant, trial: false, now });
  yield { events: granted, entries: state.entries };
  for (let n = 1; ; n += 1) {
    const holdId = idOf('hld', n);
    const parts = Array.from({ length: PARTS }, (_, part) => ({ partId: idOf('req', part), amount: 12 }));
    const entryId = idOf('ent', n * 10);
    const held = command({ type: 'HoldCredits', entryId, holdId, ownerId: idOf('job', n), n: 1, parts, now });
    const released = parts.map(({ partId }, part) => {
      const release = { entryId: idOf('ent', n * 10 + part + 1), holdId, partIds: [partId], reason: 'start_lost' };
      return command({ type: 'ReleaseParts', ...release, now } as const);
    });
    yield { events: [...held, ...released.flat()], entries: state.entries };
  }
}
