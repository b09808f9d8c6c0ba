/**
 * Folds events into the documents of one read model, in memory. Each document is read at most once and written at most
 * once for all events of a batch.
 */
import { createBoundedMap } from '../../../kernel/bounded-map.ts';
import type { RecordedEvent } from '../../../kernel/event.ts';
import { assert } from '../../../kernel/faults.ts';
import { type Position, START } from '../../../kernel/position.ts';
import type { Projection } from '../../../kernel/projection.ts';
import { foldStep } from '../../../kernel/unfoldable.ts';
import type { Turns } from '../../../ports/basics.ts';
import type { DocumentStore, DocumentWrite } from '../../../ports/document-store.ts';

/** A document or the place of one; `body` is undefined before it is made and after it is deleted. */
type Entry = { body: unknown; owner: string; position: Position };

export type ProjectionFold = {
  /**
   * Reads the documents that events will touch, all at once. So folding them, in however many steps, reads nothing
   * more. Throws as `fold`.
   */
  prepare(events: readonly RecordedEvent[]): Promise<void>;
  /**
   * Folds events, in log order, into the batch. An event that a document has seen (by the document's position) passes
   * it by. Throws Unfoldable when the projection itself throws, else the store's fault.
   */
  fold(events: readonly RecordedEvent[]): Promise<void>;
  /** The documents that this batch has changed. One that an event left as it was keeps its position. */
  writes(): readonly DocumentWrite[];
  /** How many documents the batch has changed. */
  size(): number;
  /** Ends the batch: its writes are in the store. */
  stored(): void;
  /**
   * Ends the batch while its writes are still on their way to the store: later events meet its documents all the same.
   * Batches are stored in the order in which they were handed over, with all events folded that were prepared.
   */
  handOver(): HandedOver;
  /** Ends the batch: its writes may not be in the store. */
  discard(): void;
};

export type HandedOver = {
  readonly writes: readonly DocumentWrite[];
  /** They are in the store. */
  readonly stored: () => void;
};

export type ProjectionFoldDeps = {
  readonly documents: Pick<DocumentStore, 'getMany'>;
  readonly projection: Projection;
  readonly collection: string;
  /** Documents kept in memory between batches. */
  readonly documentsMax: number;
  /** Owners whose documents are folded; all owners unless stated. */
  readonly owns?: (owner: string) => boolean;
  /** Asked between two events; left out by tools, which serve no clients meanwhile. */
  readonly turns?: Turns;
};

export const createProjectionFold = (deps: ProjectionFoldDeps): ProjectionFold => {
  const { documents, projection, collection, owns, turns } = deps;
  const { touches, owner, evolve, ofOneEvent } = projection;
  /** As they are in the store. */
  const known = createBoundedMap<string, Readonly<Entry>>(deps.documentsMax);
  /** As they are after the events of this batch. */
  let batch = new Map<string, Entry>();
  /** As they were at the end of each batch on its way to the store, the first one first. */
  const leaving: ReadonlyMap<string, Readonly<Entry>>[] = [];
  let changed = new Set<string>();
  /** Ids that the unfolded events of this batch touch. */
  let expected = new Map<RecordedEvent, readonly string[]>();

  const attempt = <T>(event: RecordedEvent, step: () => T): T => foldStep(projection, event, step);

  const touchedBy = (event: RecordedEvent): readonly string[] => {
    const ids = touches(event);
    return owns === undefined ? ids : ids.filter((id) => owns(owner(event, id)));
  };

  /** Brings the documents into the batch that are neither there nor known. */
  const load = async (ids: ReadonlySet<string>): Promise<void> => {
    const found = await documents.getMany(collection, [...ids]);
    let index = 0;
    for (const id of ids) {
      const document = found[index];
      batch.set(id, document === undefined ? { body: undefined, owner: '', position: START } : { ...document });
      index += 1;
    }
  };

  const isHere = (id: string): boolean => {
    if (batch.has(id)) return true;
    if (ofOneEvent === true) {
      batch.set(id, { body: undefined, owner: '', position: START });
      return true;
    }
    const entry = leaving.findLast((handed) => handed.has(id))?.get(id) ?? known.get(id);
    if (entry !== undefined) batch.set(id, { ...entry });
    return entry !== undefined;
  };

  const apply = (event: RecordedEvent, id: string): void => {
    const entry = batch.get(id);
    if (entry === undefined || entry.position >= event.position) return;
    const body = evolve(entry.body, event, id);
    if (body === entry.body) return;
    entry.body = body;
    entry.owner = owner(event, id);
    entry.position = event.position;
    changed.add(id);
  };

  const prepare = async (events: readonly RecordedEvent[]): Promise<void> => {
    const fresh = new Map<RecordedEvent, readonly string[]>();
    const missing = new Set<string>();
    for (const event of events) {
      if (expected.has(event)) continue;
      const ids = attempt(event, () => touchedBy(event));
      fresh.set(event, ids);
      for (const id of ids) if (!isHere(id)) missing.add(id);
      const rest = turns?.due();
      if (rest !== undefined) await rest;
    }
    if (missing.size > 0) await load(missing);
    // Only now: unread documents cannot be folded.
    for (const [event, ids] of fresh) expected.set(event, ids);
  };

  const fold = async (events: readonly RecordedEvent[]): Promise<void> => {
    await prepare(events);
    for (const event of events) {
      const ids = expected.get(event) ?? [];
      expected.delete(event);
      if (ids.length > 0) attempt(event, () => ids.forEach((id) => apply(event, id)));
      const rest = turns?.due();
      if (rest !== undefined) await rest;
    }
  };

  const writes = (): DocumentWrite[] =>
    [...changed].map((id) => {
      const { body, owner, position } = batch.get(id) as Entry; // The batch has the changed ones.
      return { collection, id, owner, position, body };
    });

  const keep = (ended: ReadonlyMap<string, Readonly<Entry>>): void => {
    if (ofOneEvent !== true) for (const [id, entry] of ended) known.set(id, entry);
  };

  const end = (): void => {
    batch = new Map();
    changed = new Set();
    expected = new Map();
  };

  return Object.freeze({
    prepare,
    fold,
    writes,
    size: () => changed.size,
    stored: () => {
      keep(batch);
      end();
    },
    handOver: () => {
      assert(expected.size === 0, 'a batch is handed over whole');
      const handed = batch;
      const changes = writes();
      end();
      leaving.push(handed);
      const stored = (): void => {
        assert(leaving.shift() === handed, 'batches are stored in their order');
        keep(handed);
      };
      return { writes: changes, stored };
    },
    discard: () => {
      leaving.length = 0;
      end();
    },
  });
};
