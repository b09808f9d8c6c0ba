/**
 * The log as whoever verifies it is to read it: without gaps, and as it was sealed. The seal moves on with the mark of
 * what was verified, in the same write.
 */
import { START } from '../../kernel/position.ts';
import type { Position } from '../../kernel/position.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed, FeedOptions } from '../../ports/event-feed.ts';
import { VERIFIED } from '../verify-log.ts';
import { createGapCheck, createSealing } from './log-order.ts';
import type { Seal, Sealing } from './log-order.ts';

const COLLECTION = 'log-seal@1';
const ID = 'log';

/** The newest seal; undefined before the whole log was verified for the first time. */
export const readSeal = async (documents: Pick<DocumentStore, 'declare' | 'get'>): Promise<Seal | undefined> => {
  await documents.declare({ name: COLLECTION, indexes: {} });
  return (await documents.get<Seal>(COLLECTION, ID))?.body;
};

export type SealedLog = {
  readonly feed: Pick<EventFeed, 'read' | 'head'>;
  readonly documents: Pick<DocumentStore, 'checkpoint' | 'write'>;
  /** Where the mark stands, as far as this process has seen it. */
  readonly verifiedTo: () => Position;
};

/**
 * For one verifier, which reads one stretch after another. `batchMax`: events that it is given at once; `pause`: waited
 * for after each batch.
 */
export const createSealedLog = (
  feed: Pick<EventFeed, 'read' | 'head' | 'isNext'>,
  documents: DocumentStore,
  batchMax: number,
  pause?: () => Promise<void>,
): SealedLog => {
  let sealing: Sealing | undefined;
  let verifiedTo: Position = START;

  const read = async function* (from: Position, options: FeedOptions = {}) {
    const check = createGapCheck(feed, from);
    const here = createSealing(from, await readSeal(documents));
    sealing = here;
    for await (const batch of feed.read(from, { ...options, batchMax })) {
      batch.events.forEach(check);
      try {
        yield batch;
      } finally {
        // After each event was checked by itself, so that one that was changed is named rather than the broken seal.
        for (const stored of batch.events) here.take(stored);
      }
      await pause?.();
    }
  };

  const checkpoint: DocumentStore['checkpoint'] = async (name) => {
    const found = await documents.checkpoint(name);
    if (name === VERIFIED && found !== undefined && found.position > verifiedTo) verifiedTo = found.position;
    return found;
  };

  const write: DocumentStore['write'] = async (writes, mark) => {
    const seal = sealing?.seal();
    const isSealed = mark?.name === VERIFIED && seal?.position === mark.position;
    const sealed = { collection: COLLECTION, id: ID, owner: 'system', position: seal?.position ?? START, body: seal };
    await documents.write(isSealed ? [...writes, sealed] : writes, mark);
    if (mark?.name === VERIFIED && mark.position > verifiedTo) verifiedTo = mark.position;
  };

  return Object.freeze({
    feed: { read, head: async () => feed.head() },
    documents: { checkpoint, write },
    verifiedTo: () => verifiedTo,
  });
};
