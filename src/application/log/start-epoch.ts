/**
 * A new log epoch: an operator confirms that the log goes on from its end, although others have seen more of it. A
 * restore is such a case. All later positions sort after all earlier ones, lost events included.
 *
 * The order of the steps makes it idempotent, and safe to interrupt anywhere:
 *
 * 1. The whole log is checked: a confirmed log is at least whole.
 * 2. A witness (`EPOCHS`) is set to the new epoch. Until the log is in it, every start refuses.
 * 3. The read models are folded anew, as they may hold documents of events that are gone.
 * 4. `LogEpochStarted` is appended, signed over the seal of the checked log. From here on the log is past every
 *    witness.
 * 5. It is sealed to its end, and the witness moves to the event: now both vouch for the epoch.
 */
import { logEpochStarted, type SystemEvent } from '../../../events/system.ts';
import { accept, type Decider, type Refusal } from '../../kernel/decider.ts';
import { EPOCH_STREAM } from '../../kernel/epochs.ts';
import { assert, Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { epochOf, epochStart, type Position, START } from '../../kernel/position.ts';
import type { Projection } from '../../kernel/projection.ts';
import type { Ids } from '../../ports/basics.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { Signer } from '../../ports/signer.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import { changeUntilDone, createReadModelDirectory } from '../read-models/freshness/read-model-directory.ts';
import { rebuildReadModels } from '../read-models/rebuild-projection.ts';
import type { CommandHandler } from './command-handler.ts';
import { epochText, EPOCHS, newestEpoch, requireKnown } from './log-epochs.ts';
import { pledgeOf, type Seal } from './log-order.ts';
import { createSealedLog, readSeal } from './sealed-log.ts';
import { isRewritten, VERIFIED, verifyLog, witnessesOf } from './verify-log.ts';

export type EpochDeps = {
  readonly eventStore: Pick<EventStore, 'head' | 'readStream'>;
  readonly feed: Pick<EventFeed, 'read' | 'head' | 'isNext'>;
  readonly documents: DocumentStore;
  readonly codec: Pick<EventCodec, 'decodeOnce' | 'verify'>;
  readonly commands: Pick<CommandHandler, 'handle'>;
  readonly ids: Pick<Ids, 'eventId'>;
  readonly signer: Signer;
  readonly projections: readonly Projection[];
  /** Where others have seen the log, beside the witnesses in the document store: the mark of a relay. */
  readonly sightings?: readonly Sighting[];
};

export type Sighting = { readonly witness: string; readonly seen: Position };

export type EpochOutlook = {
  /** Where the log ends now, and the epoch that it is in. */
  readonly head: Position;
  readonly epoch: number;
  /** Higher than every epoch that the log or a witness has seen. */
  readonly next: number;
  /** The witnesses that have seen more than there is. */
  readonly ahead: readonly Sighting[];
  /** Why neither seal nor epoch can be believed, as after the key was lost; null when there is nothing to say. */
  readonly doubt: string | null;
  /**
   * The log ends with the start of its epoch, and no witness has seen more or doubts it: another would change nothing.
   */
  readonly isFresh: boolean;
};

/** The outlook for the operator to confirm. Changes nothing. Faults: those of the stores. */
export const lookAtEpochs = async (deps: EpochDeps): Promise<EpochOutlook> => {
  const { eventStore, feed, documents, projections, sightings = [] } = deps;
  const names = [...(await witnessesOf(documents, projections)), EPOCHS];
  const seenBy = async (witness: string): Promise<Sighting> => ({
    witness,
    seen: (await documents.checkpoint(witness))?.position ?? START,
  });
  const all = [...(await Promise.all(names.map(seenBy))), ...sightings];
  const head = await feed.head();
  const epoch = epochOf(head);
  const taken = all.map(({ seen }) => (isOnlyBegun(seen) ? epochOf(seen) - 1 : epochOf(seen)));
  const ahead = all.filter(({ seen }) => seen > head);
  const last = await eventStore.head(EPOCH_STREAM);
  const next = Math.max(epoch, ...taken) + 1;
  const doubt = await doubtOf(deps);
  const isFresh = ahead.length === 0 && doubt === null && last !== undefined && (await isLast(feed, last.position));
  return { head, epoch, next, ahead, doubt, isFresh };
};

/** The doubts that would stop a start, in words. */
const doubtOf = async (deps: EpochDeps): Promise<string | null> => {
  try {
    await vouchedFor(deps);
    return null;
  } catch (error) {
    if (error instanceof Fault && isRewritten(error)) return error.message;
    throw error;
  }
};

/** The seal and the newest epoch, where they can be believed. Fault `corrupt` where they cannot. */
const vouchedFor = async (deps: EpochDeps): Promise<Seal | undefined> => {
  const seal = await readSeal(deps.documents, deps.signer);
  const epoch = await newestEpoch(deps);
  const hasSeenLog = (await deps.documents.checkpoint(VERIFIED)) !== undefined;
  if (epoch !== undefined) await requireKnown(deps.documents, epoch, hasSeenLog);
  return seal;
};

/** Whether the feed has nothing after it; on a server that others use, their events may come after it all the same. */
const isLast = async (feed: Pick<EventFeed, 'read'>, position: Position): Promise<boolean> => {
  for await (const { events } of feed.read(position, { batchMax: 1 })) if (events.length > 0) return false;
  return true;
};

/** Named by a run that was interrupted: no position of this epoch was ever given out. */
const isOnlyBegun = (seen: Position): boolean => seen !== START && seen === epochStart(epochOf(seen));

export type EpochStarted = {
  /** Of the event that begins the epoch. */
  readonly position: Position;
  readonly readModels: readonly string[];
};

export type EpochRequest = {
  /** At most 500 characters; for the log. */
  readonly reason: string;
  readonly actor: string;
  readonly onProgress?: (what: 'verified' | 'folded', events: number) => void;
};

/**
 * Begins the epoch that the outlook names. Safe beside a running service; one that starts meanwhile is refused. Of two
 * at once one goes on. Faults: `corrupt` (the log is damaged: nothing was changed), `conflict` (another process begins
 * the epoch, or rebuilds), those of the stores and of the command handler.
 */
export const startEpoch = async (
  deps: EpochDeps,
  { next, doubt }: Pick<EpochOutlook, 'next' | 'doubt'>,
  { reason, actor, onProgress }: EpochRequest,
): Promise<EpochStarted> => {
  const { eventStore, feed, documents, codec, commands, ids, projections, signer } = deps;
  // An untrusted record is confirmed anew, from the chains alone.
  let known = doubt === null ? await vouchedFor(deps) : undefined;
  const epoch = doubt === null ? await newestEpoch(deps) : undefined;
  const sealed = createSealedLog({
    ...deps,
    epoch: async () => Promise.resolve(epoch),
    known: async () => Promise.resolve(known),
    batchMax: limits.verifyBatchEventsMax,
  });
  const checked = { ...sealed, eventStore, codec };
  await verifyLog(checked, { onProgress: (events) => onProgress?.('verified', events) });
  known = sealed.seal();
  assert(known !== undefined, 'the events read from its start are sealed');
  await documents.write([], { name: EPOCHS, position: epochStart(next), fence: 0 });
  await leaveUnfinished(documents, projections);
  const holder = `start-epoch:${ids.eventId()}`;
  const rebuilt = await rebuildReadModels({ feed, documents, codec, holder }, projections, (events) =>
    onProgress?.('folded', events),
  );
  const what = { epoch: next, reason, before: pledgeOf(known) };
  const command = { type: 'StartLogEpoch', data: { ...what, signature: signer.sign(epochText(what)) } } as const;
  const context = { actor, correlationId: ids.eventId() };
  const { position } = await commands.handle(epochDecider, EPOCH_STREAM, command, context);
  const after = await verifyLog(checked, { from: known.position });
  await sealed.documents.write([], { name: VERIFIED, position: after.position, fence: 0 });
  await documents.write([], { name: EPOCHS, position, fence: 0 });
  return { position, readModels: rebuilt.map(({ readModel }) => readModel) };
};

/**
 * An interrupted rebuild would resume at its position, which may be past the end of the log. Its collection is retired,
 * not dropped: another process may still write there, and would go on in a new one of that name without its beginning.
 */
const leaveUnfinished = async (documents: DocumentStore, projections: readonly Projection[]): Promise<void> => {
  const directory = createReadModelDirectory(documents);
  for (const projection of projections) {
    const { building } = await directory.find(projection);
    if (building === null) continue;
    await changeUntilDone(directory, projection, (found) =>
      found.building === building ? { ...found, building: null, retired: [...found.retired, building] } : undefined,
    );
  }
};

type StartLogEpoch = { readonly type: 'StartLogEpoch'; readonly data: SystemEvent['data'] };

/** The epoch that the log is in, as the stores count it. */
type EpochState = { readonly epoch: number };

/** No aggregate: the log's own stream, which only operators write. */
const epochDecider: Decider<EpochState, StartLogEpoch, SystemEvent, Refusal> = {
  category: logEpochStarted.category,
  initial: { epoch: 0 },
  evolve: ({ epoch }, event) => ({ epoch: Math.max(epoch + 1, event.data.epoch) }),
  decide: ({ data }, state) => (data.epoch <= state.epoch ? accept() : accept(logEpochStarted(data))),
};
