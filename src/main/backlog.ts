/** The backlog, measured on request: events for read models, steps for the supervisor, dead letters. */
import { projections } from '../../projections/registry.ts';
import { duePages } from '../application/reactions/supervise.ts';
import { inTime } from '../kernel/in-time.ts';
import { limits } from '../kernel/limits.ts';
import type { Position } from '../kernel/position.ts';
import type { EventFeed } from '../ports/event-feed.ts';
import type { Core } from './core.ts';

/** Null where that cannot be told now. */
export type Backlog = {
  /** Steps that are due, by their kind. */
  readonly openWork: readonly { readonly kind: string; readonly due: number }[] | null;
  readonly deadLetters: number | null;
};

/**
 * Each count ends at its bound, so that a look costs little when much waits. Each is made by itself and within
 * `limits.readyPingMs`, as each asks another store. Where one is unknown its gauge is NaN: a gauge keeps its last
 * value, which is not known to be true any more.
 */
export const createBacklogMeasure = (core: Core) => {
  const { background, metrics } = core.system;
  /** Kinds that were there once; they go back to zero, as a gauge keeps its last value. */
  const kinds = new Set<string>();
  const known = async <T>(counting: Promise<T>): Promise<T | null> =>
    inTime(background, limits.readyPingMs, counting, null);
  return async (): Promise<Backlog> => {
    const [lag, due, letters] = await Promise.all([
      known(countLag(core)),
      known(countOpenWork(core)),
      known(core.stores.messages.deadLetters(limits.deadLettersListedMax)),
    ]);
    for (const { name: projection } of projections) {
      metrics.gauge('pi_projection_lag_events', lag?.get(projection) ?? Number.NaN, { projection });
    }
    for (const kind of due?.keys() ?? []) kinds.add(kind);
    for (const kind of kinds) metrics.gauge('pi_open_work', due === null ? Number.NaN : (due.get(kind) ?? 0), { kind });
    const deadLetters = letters?.letters.length ?? null;
    metrics.gauge('pi_dead_letters', deadLetters ?? Number.NaN);
    return { openWork: due && [...due].map(([kind, count]) => ({ kind, due: count })), deadLetters };
  };
};

/** Events behind each read model. */
const countLag = async ({ readModels, stores }: Core): Promise<ReadonlyMap<string, number>> => {
  // Read models move together: most of them are at the same position.
  const behind = new Map<Position, number>();
  const lag = new Map<string, number>();
  for (const { name } of projections) {
    const position = readModels.position(name);
    const events = behind.get(position) ?? (await countAfter(stores.feed, position));
    behind.set(position, events);
    lag.set(name, events);
  }
  return lag;
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

/** Due steps of each kind. */
const countOpenWork = async ({ readModels, stores, system }: Core): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  let left = limits.backlogCountedMax;
  const collection = (): string => readModels.collection('open-work');
  for await (const { documents } of duePages({ documents: stores.documents, clock: system.clock, collection })) {
    for (const { body } of documents.slice(0, left)) counts.set(body.kind, (counts.get(body.kind) ?? 0) + 1);
    left -= documents.length;
    if (left <= 0) break;
  }
  return counts;
};
