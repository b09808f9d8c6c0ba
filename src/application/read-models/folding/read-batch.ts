/** The events of a batch that read models take: each is decoded once for all of them. */
import { categoryOf, type RecordedEvent } from '../../../kernel/event.ts';
import { ownerKey } from '../../../kernel/shard.ts';
import type { Turns } from '../../../ports/basics.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import type { EventCodec } from '../../../schema/event-codec.ts';
import { workspaceIn } from '../../../schema/stored-metadata.ts';
import type { HeldReadModel } from './hold-read-model.ts';
import { Fault } from '../../../kernel/faults.ts';
import type { Position } from '../../../kernel/position.ts';
import type { FeedBatch } from '../../../ports/event-feed.ts';

/** `key`: of its workspace, where anything is cut by it. */
export type Read = { readonly category: string; readonly key: number | undefined; readonly event: RecordedEvent };

type ReadDeps = {
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly turns: Turns;
  /** The read model needs an event that cannot be decoded. */
  readonly broken: (model: HeldReadModel, error: Error) => void;
};

/**
 * Decodes the events that one of the read models takes: of cut ones, most may be for other processes. Read models that
 * need an event which cannot be decoded are broken; the others ignore it.
 */
export const readEvents = async (
  { codec, turns, broken }: ReadDeps,
  models: readonly HeldReadModel[],
  events: readonly StoredEvent[],
): Promise<readonly Read[]> => {
  const isCut = models.some(({ shard }) => shard !== undefined);
  const read: Read[] = [];
  for (const stored of events) {
    const category = categoryOf(stored.stream);
    const key = isCut ? workspaceKeyOf(stored) : undefined;
    const takers = models.filter((model) => model.takes(category, key));
    if (takers.length === 0) continue;
    try {
      read.push({ category, key, event: codec.decode(stored) });
    } catch (error) {
      for (const model of takers) broken(model, error as Error);
    }
    const rest = turns.due();
    if (rest !== undefined) await rest;
  }
  return read;
};

/** The events that a read model takes and has not folded yet. */
export const newsFor = (model: HeldReadModel, events: readonly Read[]): readonly RecordedEvent[] => {
  const position = model.position();
  return events
    .filter(({ category, key, event }) => model.takes(category, key) && event.position > position)
    .map(({ event }) => event);
};

const workspaceKeyOf = ({ metadata }: StoredEvent): number | undefined => {
  const workspaceId = workspaceIn(metadata);
  return workspaceId === undefined ? undefined : ownerKey(workspaceId);
};

/**
 * Events are folded in the order of the log or not at all: a feed that shows them otherwise is not believed. Checks
 * that a batch goes on after `position`, and that each event is behind the one before it. None of them is past
 * `through`. Fault `unavailable`: events folded since the last store must be folded again.
 */
export const assertInOrder = (position: Position, { events, through }: FeedBatch): void => {
  let last = position;
  for (const event of events) {
    if (event.position <= last) throw outOfOrder(event.position, last);
    last = event.position;
  }
  if (through < last) throw outOfOrder(through, last);
};

const outOfOrder = (position: Position, last: Position): Fault =>
  new Fault('unavailable', `the feed shows ${position} after ${last}`, { detail: { position, last } });
