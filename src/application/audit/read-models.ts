/**
 * Compares the read models with the log without a new fold. Each document of one stream must have the stream's last
 * revision and hash. Every created thing must have its document. Balances must be those of the ledger's entry. The
 * listed entries must be those of the ledgers, at the same places.
 *
 * It works beside a running service: events after a read model's position (`places.ts`) are counted alone.
 */
import type { Balances } from '../../../events/ledger.ts';
import { categoryOf, idOf } from '../../kernel/event.ts';
import { isFault } from '../../kernel/faults.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { StreamMark } from '../../kernel/projection.ts';
import type { StoredDocument } from '../../ports/document-store.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { claimedHash } from '../../schema/hash-chain.ts';
import { workspaceIn } from '../../schema/stored-metadata.ts';
import { auditEntries, createEntryTally } from './entries.ts';
import { type Findings, isWhole, placeOf } from './findings.ts';
import type { ReadModelDeps, ReadModelPlace } from './places.ts';
import { eventsFrom } from './walk.ts';

export type ReadModelAudit = {
  /** Shown every event of the log, in its order. */
  readonly look: (stored: StoredEvent) => Promise<void> | undefined;
  /** After the last one: looks at the documents, and answers how many there are. */
  readonly end: (onProgress?: (documents: number) => void) => Promise<number>;
  /** Of the events that were shown. */
  readonly behind: () => readonly Behind[];
};

/** A read model that is late, or has stopped: so many events of its categories are after its position. */
export type Behind = { readonly readModel: string; readonly events: number };

/** The event that makes a document, by the read model; in ledgers it is the first one, whatever it is. */
const MAKES: Readonly<Record<string, string>> = {
  DeliveryRequested: 'delivery-list',
  JobQueued: 'job',
  PlanPrepared: 'plan',
  ProjectCreated: 'project-list',
};

const BALANCES = 'credit-summary';
const ENTRIES = 'ledger-entries';

export const auditReadModels = (
  deps: ReadModelDeps,
  places: readonly ReadModelPlace[],
  findings: Findings,
): ReadModelAudit => {
  const byName = new Map(places.map((place) => [place.projection.name, place]));
  const tally = createEntryTally((owner) => byName.get(ENTRIES)?.reached(owner) ?? START);

  const lag = createLag(places);

  const look = (stored: StoredEvent): Promise<void> | undefined => {
    tally.take(stored);
    lag.take(stored);
    const made = stored.revision === 0 && stored.stream.startsWith('ledger-') ? BALANCES : MAKES[stored.type];
    const place = made === undefined ? undefined : byName.get(made);
    return place === undefined || stored.position > reachedFor(place, stored) ? undefined : mustBeThere(stored, place);
  };

  const mustBeThere = async (stored: StoredEvent, { projection, collection }: ReadModelPlace): Promise<void> => {
    const id = idOf(stored.stream);
    if ((await deps.documents.getText(collection, id)) !== undefined) return;
    const problem = `${projection.name} has no document ${id}`;
    const what = 'document_missing';
    findings.add({ check: 'read-model', what, problem, readModel: projection.name, id, ...placeOf(stored) });
  };

  return Object.freeze({
    look,
    behind: lag.behind,
    end: async (onProgress?: (documents: number) => void) => {
      let documents = 0;
      const whole = new Set<string>();
      for (const place of places) {
        const { name } = place.projection;
        const isRead = await isWhole(name, findings, async () => {
          for await (const document of deps.documents.scan<Marked>(place.collection)) {
            documents += 1;
            if (documents % PROGRESS_EVERY === 0) onProgress?.(documents);
            if (name === ENTRIES) tally.seen(document);
            else if (document.body.mark !== undefined) await auditMark(deps, place, document, findings);
          }
        });
        if (isRead) whole.add(name);
      }
      const entries = byName.get(ENTRIES);
      if (entries !== undefined && whole.has(ENTRIES) && !tally.agrees()) await auditEntries(deps, entries, findings);
      return documents;
    },
  });
};

/** Counts the events that each read model lacks. */
const createLag = (places: readonly ReadModelPlace[]) => {
  const lacks = new Map<string, number>();
  // In most logs all read models have reached the end, and no more is looked at.
  const all = places.flatMap(({ positions }) => positions).reduce((least, one) => (one < least ? one : least));
  return {
    take: (stored: StoredEvent): void => {
      if (stored.position <= all) return;
      const category = categoryOf(stored.stream);
      for (const place of places) {
        const { name, categories } = place.projection;
        if (!categories.includes(category) || stored.position <= reachedFor(place, stored)) continue;
        lacks.set(name, (lacks.get(name) ?? 0) + 1);
      }
    },
    behind: (): readonly Behind[] => [...lacks].map(([readModel, events]) => ({ readModel, events })),
  };
};

/** How far the documents are that belong to the workspace of an event. */
const reachedFor = ({ reached }: ReadModelPlace, { metadata }: StoredEvent): Position =>
  reached(workspaceIn(metadata) ?? '');

const PROGRESS_EVERY = 10_000;

type Marked = Partial<Balances> & { readonly mark?: StreamMark };

/** A document of one stream: its revision must have that very event, and no later one that it has passed by. */
const auditMark = async (
  deps: ReadModelDeps,
  { projection, reached }: ReadModelPlace,
  document: StoredDocument<Marked>,
  findings: Findings,
): Promise<void> => {
  const { id, body } = document;
  const { stream, revision, hash } = body.mark as StreamMark; // Chosen by the caller.
  const [at, next] = await eventsFrom(deps, stream, revision);
  const about = { check: 'read-model', readModel: projection.name, id } as const;
  if (at === undefined) {
    const problem = `it is at revision ${revision}, which the log does not have`;
    findings.add({ ...about, what: 'ahead_of_log', problem, stream, revision });
    return;
  }
  const bad = (what: string, problem: string, event = at): void =>
    findings.add({ ...about, what, problem, ...placeOf(event) });
  if (claimedHash(at.metadata) !== hash)
    return bad('other_history', 'it was made of another event than the log has here');
  if (next !== undefined && next.position <= reached(document.owner)) {
    return bad('behind_log', `it is at revision ${revision} and should have moved on`, next);
  }
  const hasOneStream = projection.categories.length === 1;
  if (hasOneStream ? document.position !== at.position : document.position < at.position) {
    return bad('misplaced', `it says that it is at ${document.position}`);
  }
  if (projection.name === BALANCES) auditBalances(deps, document, at, bad);
  return undefined;
};

const auditBalances = (
  { codec }: ReadModelDeps,
  { body }: StoredDocument<Marked>,
  entry: StoredEvent,
  bad: (what: string, problem: string) => void,
): void => {
  try {
    const { balances } = codec.decodeData(entry).data as { readonly balances: Balances };
    if (body.paid === balances.paid && body.bonus === balances.bonus && body.held === balances.held) return;
    const [said, due] = [body as Balances, balances].map(
      ({ paid, bonus, held }) => `${paid} paid, ${bonus} bonus, ${held} held`,
    );
    bad('other_balances', `it says ${said}; the ledger says ${due}`);
  } catch (error) {
    // An entry that cannot be read is a finding of the log's own.
    if (!isFault(error, 'corrupt')) throw error;
  }
};
