/**
 * The log as a verifier reads it: without gaps, and as it was sealed. The seal moves on with the verified mark, in the
 * same write.
 */
import { isDamagedDocument } from '../../kernel/damaged-document.ts';
import { Fault } from '../../kernel/faults.ts';
import { isObject } from '../../kernel/json.ts';
import { epochOf, type Position, START } from '../../kernel/position.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed, FeedOptions } from '../../ports/event-feed.ts';
import type { Signature, Signer } from '../../ports/signer.ts';
import type { Epoch } from './log-epochs.ts';
import { createGapCheck, createSealing, type Pledge, pledgeOf, type Seal, type Sealing } from './log-order.ts';
import { VERIFIED } from './verify-log.ts';

const COLLECTION = 'log-seal@2';
const ID = 'log';

type SignedSeal = Seal & { readonly signature: Signature };

const textOf = (seal: Seal): string => {
  const { position, hash } = pledgeOf(seal);
  return `seal\n${position}\n${seal.events}\n${seal.tailEvents}\n${hash}`;
};

/**
 * The newest seal; undefined before the whole log was verified for the first time. Fault `corrupt` (`detail.reason`
 * `seal_unsigned`): the one that is there was not made with this key, or cannot be read any more.
 */
export const readSeal = async (
  documents: Pick<DocumentStore, 'declare' | 'get'>,
  signer: Pick<Signer, 'holds' | 'keyId'>,
): Promise<Seal | undefined> => {
  await documents.declare({ name: COLLECTION, indexes: {} });
  const found = await storedSeal(documents);
  if (found === undefined) return undefined;
  const { signature, ...seal } = found;
  if (!isSignature(signature)) throw unsigned('is damaged');
  if (signer.holds(textOf(seal), signature)) return seal;
  const [theirs, ours] = [signature.keyId, signer.keyId];
  const who = theirs === ours ? 'is forged' : `is signed with the key ${theirs}, and the key here is ${ours}`;
  throw unsigned(who, { theirs, ours });
};

type StoredSeal = Seal & { readonly signature?: unknown };

const storedSeal = async (documents: Pick<DocumentStore, 'get'>): Promise<StoredSeal | undefined> => {
  try {
    return (await documents.get<StoredSeal>(COLLECTION, ID))?.body;
  } catch (error) {
    throw isDamagedDocument(error) ? unsigned('is damaged') : error;
  }
};

const isSignature = (value: unknown): value is Signature =>
  isObject(value) && typeof value['keyId'] === 'string' && typeof value['value'] === 'string';

const unsigned = (problem: string, keys: Fault['detail'] = {}): Fault =>
  new Fault('corrupt', `the seal of the log, kept with the read models, ${problem}`, {
    detail: { reason: 'seal_unsigned', ...keys },
  });

/** The pledge for the order of the log: a new epoch voids the seals of earlier ones. */
export const sealWithin = (seal: Seal | undefined, epoch: Epoch | undefined): Seal | undefined =>
  seal !== undefined && epoch !== undefined && epochOf(seal.position) < epochOf(epoch.position) ? undefined : seal;

export const pledgesOf = (seal: Seal | undefined, epoch: Epoch | undefined): readonly Pledge[] => [
  ...(seal === undefined ? [] : [pledgeOf(seal)]),
  ...(epoch === undefined ? [] : [epoch.before]),
];

export type SealedLog = {
  readonly feed: Pick<EventFeed, 'read' | 'head'>;
  readonly documents: Pick<DocumentStore, 'checkpoint' | 'write'>;
  /** The verified mark, as far as this process has seen it. */
  readonly verifiedTo: () => Position;
  /** Over all that was read last, if that was sealed from its beginning on. */
  readonly seal: () => Seal | undefined;
};

export type SealedLogDeps = {
  readonly feed: Pick<EventFeed, 'read' | 'head' | 'isNext'>;
  readonly documents: DocumentStore;
  readonly signer: Signer;
  /** The newest epoch, of those that count; see `log-epochs.ts`. */
  readonly epoch: () => Promise<Epoch | undefined>;
  /** The last seal; the stored one unless stated. */
  readonly known?: () => Promise<Seal | undefined>;
  /** Events that a verifier is given at once. */
  readonly batchMax: number;
  /** Waited for after each batch. */
  readonly pause?: () => Promise<void>;
};

/** For one verifier, which reads one stretch after another. */
export const createSealedLog = (deps: SealedLogDeps): SealedLog => {
  const { feed, documents, signer, epoch, batchMax, pause } = deps;
  const { known = async () => readSeal(documents, signer) } = deps;
  let sealing: Sealing | undefined;
  let verifiedTo: Position = START;

  const read = async function* (from: Position, options: FeedOptions = {}) {
    const newest = await epoch();
    const seal = sealWithin(await known(), newest);
    const check = createGapCheck(feed, from);
    const here = createSealing(from, seal, pledgesOf(seal, newest));
    sealing = here;
    for await (const batch of feed.read(from, { ...options, batchMax })) {
      batch.events.forEach(check);
      try {
        yield batch;
      } finally {
        // After each event was checked by itself, so that one that was changed is named rather than the broken seal.
        for (const stored of batch.events) here.take(stored);
        here.reach(batch.through);
      }
      await pause?.();
    }
  };

  const checkpoint: DocumentStore['checkpoint'] = async (name) => {
    const found = await documents.checkpoint(name);
    if (name === VERIFIED && found !== undefined && found.position > verifiedTo) verifiedTo = found.position;
    return found;
  };

  const write: DocumentStore['write'] = async (writes, ...checkpoints) => {
    const mark = checkpoints.find(({ name }) => name === VERIFIED);
    const seal = sealing?.seal();
    const isOfMark = seal !== undefined && seal.position === mark?.position;
    const sealed = isOfMark ? [documentOf(seal, signer.sign(textOf(seal)))] : [];
    await documents.write([...writes, ...sealed], ...checkpoints);
    if (mark !== undefined && mark.position > verifiedTo) verifiedTo = mark.position;
  };

  return Object.freeze({
    feed: { read, head: async () => feed.head() },
    documents: { checkpoint, write },
    verifiedTo: () => verifiedTo,
    seal: () => sealing?.seal(),
  });
};

const documentOf = (seal: Seal, signature: Signature) => {
  const body: SignedSeal = { ...seal, signature };
  return { collection: COLLECTION, id: ID, owner: 'system', position: seal.position, body };
};
