/** The backlog, measured on request: events for read models, steps for the supervisor, dead letters. */
import type { OpenWorkDocument } from '../../projections/open-work/document.ts';
import { projections } from '../../projections/registry.ts';
import { nowText } from '../application/services/services.ts';
import { limits } from '../kernel/limits.ts';
import type { Position } from '../kernel/position.ts';
import type { EventFeed } from '../ports/event-feed.ts';
import type { Core } from './core.ts';

export type Backlog = {
  /** Steps that are due, by their kind. */
  readonly openWork: readonly { readonly kind: string; readonly due: number }[];
  readonly deadLetters: number;
};

/** Each count ends at its bound, so that a look costs little when much waits. Faults of the stores are thrown. */
export const createBacklogMeasure = (core: Core) => {
  const kinds = new Set<string>();
  return async (): Promise<Backlog> => {
    await measureLag(core);
    const openWork = await measureOpenWork(core, kinds);
    const { letters } = await core.stores.messages.deadLetters(limits.deadLettersListedMax);
    core.system.metrics.gauge('pi_dead_letters', letters.length);
    return { openWork, deadLetters: letters.length };
  };
};

const measureLag = async ({ readModels, stores, system }: Core): Promise<void> => {
  // Read models move together: most of them are at the same position.
  const behind = new Map<Position, number>();
  for (const { name: projection } of projections) {
    const position = readModels.position(projection);
    const events = behind.get(position) ?? (await countAfter(stores.feed, position));
    behind.set(position, events);
    system.metrics.gauge('pi_projection_lag_events', events, { projection });
  }
};

/** Events after a position; the count ends at `limits.backlogCountedMax`. */
export const countAfter = async (feed: Pick<EventFeed, 'read'>, position: Position): Promise<number> => {
  let count = 0;
  for await (const { events } of feed.read(position, { batchMax: limits.backlogCountedMax })) {
    count += events.length;
    if (count >= limits.backlogCountedMax) return limits.backlogCountedMax;
  }
  return count;
};

/** `kinds`: those that were there once; they go back to zero, as a gauge keeps its last value. */
const measureOpenWork = async (
  { readModels, stores, system }: Core,
  kinds: Set<string>,
): Promise<Backlog['openWork']> => {
  const counts = new Map<string, number>();
  let left = limits.backlogCountedMax;
  let after: string | undefined;
  do {
    const page = await stores.documents.query<OpenWorkDocument>({
      collection: readModels.collection('open-work'),
      index: 'byDue',
      atMost: nowText(system.clock),
      limit: Math.min(left, limits.openWorkPageMax),
      ...(after === undefined ? {} : { after }),
    });
    for (const { body } of page.documents) counts.set(body.kind, (counts.get(body.kind) ?? 0) + 1);
    left -= page.documents.length;
    after = page.next ?? undefined;
  } while (after !== undefined && left > 0);
  for (const kind of counts.keys()) kinds.add(kind);
  for (const kind of kinds) system.metrics.gauge('pi_open_work', counts.get(kind) ?? 0, { kind });
  return [...counts].map(([kind, due]) => ({ kind, due }));
};
