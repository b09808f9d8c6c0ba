/**
 * Compares the listed entries with the ledgers: by number, and by a sum over hashes and places, which takes no memory
 * and no order. Only when these differ it goes one by one, to name the first wrong entry.
 */
import type { LedgerEntryDocument } from '../../../projections/ledger-entries.ts';
import { isEntryType } from '../../../events/ledger.ts';
import { categoryOf, idOf } from '../../kernel/event.ts';
import { laterOf, type Position, START } from '../../kernel/position.ts';
import type { StoredDocument } from '../../ports/document-store.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { claimedHash } from '../../schema/hash-chain.ts';
import { type Findings, placeOf } from './findings.ts';
import type { ReadModelDeps, ReadModelPlace } from './places.ts';
import { eventsFrom, eventsUntil } from './walk.ts';

type EntryTally = {
  /** Shown every event of the log. */
  readonly take: (stored: StoredEvent) => void;
  /** Shown every listed entry, in any order. */
  readonly seen: (document: StoredDocument) => void;
  readonly agrees: () => boolean;
};

/** Of everything up to where the entries of its workspace are. */
export const createEntryTally = (until: (owner: string) => Position): EntryTally => {
  const [due, found] = [
    { count: 0, sum: 0 },
    { count: 0, sum: 0 },
  ];
  const add = (tally: { count: number; sum: number }, id: string, hash: unknown, position: Position): void => {
    tally.count += 1;
    tally.sum = (tally.sum + fingerprint(String(hash), id, position)) % MODULUS;
  };
  return Object.freeze({
    take: (stored: StoredEvent) => {
      if (!isEntry(stored) || stored.position > until(idOf(stored.stream))) return;
      add(due, idOfEntry(stored), claimedHash(stored.metadata), stored.position);
    },
    seen: ({ id, owner, body, position }: StoredDocument) => {
      if (position <= until(owner)) add(found, id, (body as Partial<LedgerEntryDocument>).hash, position);
    },
    agrees: () => due.count === found.count && due.sum === found.sum,
  });
};

const MODULUS = 2 ** 48;

/** 32 bits of the hash, mixed with id and place: as good as random, so that two differences hardly cancel out. */
const fingerprint = (hash: string, id: string, position: Position): number =>
  mixedWith(mixedWith(Number.parseInt(hash.slice(0, 8), 16) | 0, id), position) >>> 0;

const mixedWith = (start: number, text: string): number => {
  let mixed = start;
  for (let i = 0; i < text.length; i += 1) mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193);
  return mixed;
};

const idOfEntry = ({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): string => `${stream}:${revision}`;

const isEntry = ({ stream, type }: StoredEvent): boolean => categoryOf(stream) === 'ledger' && isEntryType(type);

/** Looks for each listed entry in the log, then for each entry of the log in the list. Names the first bad one each. */
export const auditEntries = async (deps: ReadModelDeps, place: ReadModelPlace, findings: Findings): Promise<void> => {
  const about = { check: 'read-model', readModel: place.projection.name } as const;
  for await (const document of deps.documents.scan<LedgerEntryDocument>(place.collection)) {
    const [stream = '', revision = ''] = document.id.split(':');
    const [stored] = await eventsFrom(deps, stream, Number(revision));
    if (stored !== undefined && isEntry(stored)) {
      const { hash, position } = document.body;
      const claimed = claimedHash(stored.metadata);
      if (hash === claimed && position === stored.position && document.position === position) continue;
      const problem = 'it was made of another entry than the log has here';
      findings.add({ ...about, what: 'other_history', problem, id: document.id, ...placeOf(stored) });
    } else {
      const problem = 'it is listed, and no ledger has it';
      findings.add({ ...about, what: 'unknown_entry', problem, id: document.id, position: document.position });
    }
    break;
  }
  const last = place.positions.reduce(laterOf, START);
  for await (const events of eventsUntil(deps.feed, START, last, { categories: ['ledger'] })) {
    for (const stored of events) {
      const id = idOfEntry(stored);
      if (!isEntry(stored) || stored.position > place.reached(idOf(stored.stream))) continue;
      if ((await deps.documents.getText(place.collection, id)) !== undefined) continue;
      const problem = 'the ledger has it, and it is not listed';
      findings.add({ ...about, what: 'document_missing', problem, id, ...placeOf(stored) });
      return;
    }
  }
};
