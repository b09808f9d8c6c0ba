/**
 * A log with one long ledger: holds of four parts, each given back by itself. Decided as entries always are; debits
 * would have to name pictures of jobs, which the audit looks for.
 */
import { createEventCodec, GENESIS } from '../../../src/schema/event-codec.ts';
import type { EncodedEvent, EventStore } from '../../../src/ports/event-store.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import type { LedgerCommand } from '../../../commands/ledger/decider.ts';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import { idOfNumber } from './frame-events.ts';

const WORKSPACE = 'ws_01234567890123456789012345';
const PARTS = 4;
const APPEND_EVENTS = 256;

const idOf = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(26, '0')}`;

/** Appends at least so many entries, and answers how many events that were. */
export const writeLedger = async (store: EventStore, entries: number): Promise<number> => {
  const codec = createEventCodec();
  const stream = ledgerStream(WORKSPACE);
  const now = '2026-01-01T00:00:00.000Z';
  const metadata = { workspaceId: WORKSPACE, actor: 'system:settle', correlationId: idOf('c', 0), at: now };
  let state = ledgerDecider.initial;
  let revision = -1;
  let previousHash = GENESIS;
  let waiting: EncodedEvent[] = [];

  const flush = async (): Promise<void> => {
    const before = revision - waiting.length;
    if (waiting.length > 0) await store.append(stream, before < 0 ? 'none' : before, waiting);
    waiting = [];
  };

  const command = async (command: LedgerCommand): Promise<void> => {
    const decision = ledgerDecider.decide(command, state, revision < 0 ? 'none' : revision);
    if (decision.kind === 'refused') throw new Error(JSON.stringify(decision.refusal));
    for (const event of decision.events) {
      revision += 1;
      const place = { stream, revision, id: idOfNumber(revision), metadata, previousHash };
      const { encoded, recorded } = codec.encode(event, place);
      state = ledgerDecider.evolve(state, recorded);
      previousHash = recorded.hash;
      waiting.push(encoded);
    }
    if (waiting.length >= APPEND_EVENTS) await flush();
  };

  const grant = { entryId: idOf('ent', 0), pool: 'paid', amount: 1_000_000_000, expiresAt: null, note: '' } as const;
  await command({ type: 'GrantCredits', ...grant, trial: false, now });
  for (let n = 1; state.entries < entries; n += 1) {
    const holdId = idOf('hld', n);
    const parts = Array.from({ length: PARTS }, (_, part) => ({ partId: idOf('req', part), amount: 12 }));
    const entryId = idOf('ent', n * 10);
    await command({ type: 'HoldCredits', entryId, holdId, ownerId: idOf('job', n), n: 1, parts, now });
    for (const [part, { partId }] of parts.entries()) {
      const release = { entryId: idOf('ent', n * 10 + part + 1), holdId, partIds: [partId], reason: 'start_lost' };
      await command({ type: 'ReleaseParts', ...release, now });
    }
  }
  await flush();
  return revision + 1;
};
