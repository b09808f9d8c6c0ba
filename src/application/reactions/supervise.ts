/**
 * Supervision of overdue steps. `open-work` names every stream that owes a next step and when it is due. The supervisor
 * carries due steps on by the same functions that the consumers run. Nothing scans all jobs, and a message that was
 * lost or given up strands nothing.
 */
import type { LaneWork, OpenWorkDocument } from '../../../projections/open-work/document.ts';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts';
import { createAheadWatch } from './ahead-watch.ts';

export type OwedWork = StoredDocument<OpenWorkDocument>;

export type SuperviseDeps = {
  readonly documents: Pick<DocumentStore, 'query'>;
  /** The collection of `open-work`, which a rebuild may have put in another's place. */
  readonly collection: () => string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly carryOn: (work: OwedWork) => Promise<CarriedOn>;
};

/** `waits`: for something that ends by itself, and soon; `not_ours`: it is not for this process's roles. */
export type CarriedOn = 'done' | 'not_ours' | { readonly againAfterMs: number };

/**
 * Runs until the signal aborts, then waits for steps under way. A pass starts due steps and does not wait for them: a
 * step that hangs, on an engine say, holds up nothing else. Faults are met again in a later pass; those of a store that
 * is away are logged at the first pass that meets them.
 */
export const supervise = async (deps: SuperviseDeps, signal: AbortSignal): Promise<void> => {
  const steps = createSteps(deps);
  const startDue = createPass(deps, steps);
  const ahead = createAheadWatch(deps);
  let aheadAt = deps.clock.monotonic();
  let failed = false;
  while (!signal.aborted) {
    try {
      await startDue(signal);
      if (deps.clock.monotonic() >= aheadAt) {
        for (const work of await ahead()) steps.start(work);
        aheadAt = deps.clock.monotonic() + limits.superviseAheadEveryMs;
      }
      failed = false;
    } catch (error) {
      if (!failed && !signal.aborted) deps.logger.warn({ error }, 'passes of the supervisor fail');
      failed = true;
    }
    await deps.timers.sleep(limits.superviseEveryMs, signal).catch(() => undefined);
  }
  await steps.ended();
};

/**
 * A pass starts everything that is due now, in the order of its due time. Where it met more than there are places for,
 * the next pass begins there and comes round: steps that are due again do not keep the places from those behind them.
 */
const createPass = (deps: SuperviseDeps, steps: Steps) => {
  let from: string | undefined;
  return async (signal: AbortSignal): Promise<void> => {
    let full: { readonly after: string | undefined } | undefined;
    for await (const { after, documents } of pagesOfDue(deps, from)) {
      for (const work of documents) if (steps.start(work) === 'no_place') full ??= { after };
      if (signal.aborted) break;
    }
    from = full?.after;
  };
};

type DuePage = { readonly after: string | undefined; readonly documents: readonly OwedWork[] };

/** All pages of due work, from a cursor to the end, and then those before it. */
async function* pagesOfDue(deps: DueDeps, from: string | undefined): AsyncIterable<DuePage> {
  let first: string | undefined;
  for (const begin of from === undefined ? [from] : [from, undefined]) {
    for await (const page of duePages(deps, begin)) {
      yield page;
      if (begin !== from && page.documents.some(({ id }) => id === first)) return;
      first ??= page.documents[0]?.id;
    }
  }
}

type DueDeps = Pick<SuperviseDeps, 'documents' | 'collection' | 'clock'>;

/** Pages of work that is due now, in the order of its due time, from a cursor on. */
export async function* duePages({ documents, collection, clock }: DueDeps, from?: string): AsyncIterable<DuePage> {
  let after = from;
  do {
    const page = await documents.query<OpenWorkDocument>({
      collection: collection(),
      index: 'byDue',
      atMost: new Date(clock.now()).toISOString(),
      limit: limits.openWorkPageMax,
      ...(after === undefined ? {} : { after }),
    });
    yield { after, documents: page.documents };
    after = page.next ?? undefined;
  } while (after !== undefined);
}

type Steps = {
  /** Unless it is under way, was tried a moment ago, or too much else of its kind is under way: it has no place. */
  start(work: OwedWork): 'no_place' | void;
  ended(): Promise<void>;
};

const createSteps = ({ carryOn, clock, logger }: SuperviseDeps): Steps => {
  const pacer = createPacer(clock);
  const running = new Map<string, Promise<void>>();
  /** How many are under way, by their shares. */
  const counts = new Map<string, number>();

  const run = async (work: OwedWork): Promise<void> => {
    try {
      const carried = await carryOn(work);
      if (typeof carried === 'object') pacer.waits(stepOf(work), carried.againAfterMs);
    } catch (error) {
      const { kind } = work.body;
      if (isFault(error, 'cancelled')) return;
      logger.warn({ work: work.id, kind, workspaceId: work.owner, error }, 'owed work could not be carried on');
    }
  };

  const isFull = (work: OwedWork): boolean => sharesOf(work).some(([key, max]) => (counts.get(key) ?? 0) >= max);

  const count = (work: OwedWork, by: 1 | -1): void => {
    for (const [key] of sharesOf(work)) {
      const next = (counts.get(key) ?? 0) + by;
      if (next === 0) counts.delete(key);
      else counts.set(key, next);
    }
  };

  return {
    start: (work) => {
      const step = stepOf(work);
      if (running.has(work.id) || !pacer.isDue(step)) return undefined;
      if (isFull(work)) return 'no_place';
      pacer.tried(step);
      count(work, 1);
      const ended = (): void => {
        count(work, -1);
        running.delete(work.id);
      };
      running.set(work.id, run(work).finally(ended));
      return undefined;
    },
    ended: async () => {
      await Promise.all(running.values());
    },
  };
};

/** The shares that a step takes of, with their sizes: of its kind, of its workspace, and of a receiver there. */
const sharesOf = ({ owner, body }: OwedWork): readonly (readonly [string, number])[] => [
  [body.kind, limits.superviseInFlightMax],
  [`${body.kind} ${owner}`, limits.superviseInFlightPerWorkspaceMax],
  ...(body.subject === 'lane'
    ? [[`${body.kind} ${owner} ${receiverOf(body)}`, limits.deliveriesInFlightPerHostMax] as const]
    : []),
];

/** All emails go to one mail server. */
const receiverOf = ({ host }: LaneWork): string => (host === null ? 'mail' : `host ${host}`);

/** One step of one document: the next one is not held back by tries at this one. */
const stepOf = ({ id, body }: OwedWork): string => `${id} ${body.kind} ${body.dueAt}`;

/** The read model lags, and some work cannot be done yet: the same step is not tried in every pass. */
export type Pacer = {
  isDue(id: string): boolean;
  tried(id: string): void;
  /** A tried step waits for a thing that ends soon: it is retried without longer and longer waits. */
  waits(id: string, ms: number): void;
};

const createPacer = (clock: Pick<Clock, 'monotonic'>): Pacer => {
  const tries = createBoundedMap<string, { readonly at: number; readonly waitMs: number }>(
    limits.openWorkRememberedMax,
  );
  return Object.freeze({
    isDue: (id: string) => {
      const last = tries.get(id);
      return last === undefined || clock.monotonic() >= last.at + last.waitMs;
    },
    tried: (id: string) => {
      const now = clock.monotonic();
      const last = tries.get(id);
      // Long quiet since the last try: this is another step of the same stream.
      const isNew = last === undefined || now > last.at + 2 * last.waitMs;
      const waitMs = isNew ? limits.openWorkRetryMinMs : Math.min(last.waitMs * 2, limits.openWorkRetryMaxMs);
      tries.set(id, { at: now, waitMs });
    },
    waits: (id: string, waitMs: number) => {
      if (tries.get(id) !== undefined) tries.set(id, { at: clock.monotonic(), waitMs });
    },
  });
};
