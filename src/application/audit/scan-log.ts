/**
 * One walk over the log, or a few where it has more ledgers than memory should hold: every chain, every ledger, every
 * settlement. Damage is reported and skipped, so that the rest is checked all the same.
 */
import { ledgerStream } from '../../../commands/ledger/decider.ts';
import type { Balances } from '../../../events/ledger.ts';
import { sha256 } from '../../kernel/canonical-json.ts';
import { categoryOf } from '../../kernel/event.ts';
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { workspaceIn } from '../../schema/stored-metadata.ts';
import { createChainCheck, type ReplayDeps } from '../log/check-chain.ts';
import { createGapCheck, createSealing, type Pledge } from '../log/log-order.ts';
import { damageOf, type Findings } from './findings.ts';
import { auditRefunds, createLedgerBooks, type LedgerBooks, type LedgerTotals, noTotals } from './ledger-books.ts';
import { createSettlements, type Owed, SETTLED_BY, type Settlements } from './settlements.ts';
import { eventsUntil } from './walk.ts';

export type ScanTotals = LedgerTotals & {
  events: number;
  streams: number;
  /** One hash over all of it, to be kept elsewhere: the same log has the same one for ever. */
  hash: string;
  /** Credits owned and held by all workspaces, from their ledgers. */
  balances: Balances;
  owed: Owed;
};

export type ScanDeps = Omit<ReplayDeps, 'feed'> & { readonly feed: Pick<EventFeed, 'read' | 'isNext'> };

export type ScanOptions = {
  /** Inclusive: later events are for the next audit. */
  readonly until: Position;
  readonly ledgersMax?: number;
  /** Pledges about the log; none unless stated. */
  readonly pledges?: readonly Pledge[];
  /** Shown every event of the first walk, sound or not. */
  readonly look?: (stored: StoredEvent) => Promise<void> | undefined;
  readonly onProgress?: (events: number) => void;
};

/** Everything up to `until`. Faults: those of the stores; `corrupt` when the storage itself cannot be read. */
export const scanLog = async (deps: ScanDeps, findings: Findings, options: ScanOptions): Promise<ScanTotals> => {
  const { until, ledgersMax = limits.auditLedgersMax, pledges = [], look, onProgress } = options;
  const totals: ScanTotals = {
    events: 0,
    streams: 0,
    hash: '',
    ...noTotals(),
    balances: { paid: 0, bonus: 0, held: 0 },
    owed: { parts: 0, credits: 0, accepted: 0 },
  };
  const inspection = createInspection(deps, findings, pledges);

  const first = (stored: StoredEvent): Promise<void> | undefined => {
    totals.events += 1;
    if (stored.revision === 0) totals.streams += 1;
    const pending = inspection.take(stored);
    return pending === undefined ? look?.(stored) : pending.then(() => look?.(stored));
  };

  for (let from: Position | undefined = START; from !== undefined;) {
    const pass = createPass(deps, findings, totals, ledgersMax);
    const isFirst: boolean = from === START;
    const walk = eventsUntil(deps.feed, from, until, isFirst ? {} : MONEY);
    for await (const events of walk) {
      for (const stored of events) {
        const pending = isFirst ? first(stored) : undefined;
        if (pending !== undefined) await pending;
        pass.take(stored);
      }
      onProgress?.(totals.events);
    }
    if (isFirst) totals.hash = inspection.hash();
    from = await pass.end(until);
  }
  return totals;
};

const MONEY = { categories: ['ledger', 'job'] };

type Inspection = {
  readonly take: (stored: StoredEvent) => Promise<void> | undefined;
  /** Of every event up to the last one taken. */
  readonly hash: () => string;
};

/**
 * Order and chains, event by event. Of each stream that is damaged the first bad event is named, and the stream is
 * given up.
 */
const createInspection = (deps: ScanDeps, findings: Findings, pledges: readonly Pledge[]): Inspection => {
  const follows = createGapCheck(deps.feed, START);
  const check = createChainCheck(deps);
  const sealing = createSealing(START, undefined, pledges);
  const damaged = new Set<string>();

  const blame = (error: unknown, stream?: string): undefined => {
    if (!isFault(error, 'corrupt')) throw error;
    findings.add(damageOf(error));
    if (stream !== undefined) damaged.add(stream);
    return undefined;
  };

  const inOrder = (stored: StoredEvent, check: (stored: StoredEvent) => void): undefined => {
    try {
      check(stored);
      return undefined;
    } catch (error) {
      return blame(error);
    }
  };

  const chained = (stored: StoredEvent): Promise<void> | undefined => {
    // A report of more damaged streams is of no use, and the list stays bounded.
    if (damaged.has(stored.stream) || damaged.size >= limits.auditFindingsMax) return undefined;
    try {
      return check(stored)?.catch((error: unknown) => blame(error, stored.stream));
    } catch (error) {
      return blame(error, stored.stream);
    }
  };

  const take = (stored: StoredEvent): void => sealing.take(stored);
  const sealed = (stored: StoredEvent): undefined => inOrder(stored, take);

  return {
    take: (stored) => {
      inOrder(stored, follows);
      const pending = chained(stored);
      // An event that was changed is named before the seal that it breaks.
      return pending === undefined ? sealed(stored) : pending.then(() => sealed(stored));
    },
    hash: () => {
      const { digest = '', tail = '' } = sealing.seal() ?? {};
      return sha256(`${digest}${tail}`);
    },
  };
};

type Pass = {
  readonly take: (stored: StoredEvent) => void;
  /** Adds up, and says where another pass is to begin. */
  readonly end: (until: Position) => Promise<Position | undefined>;
};

/** Ledgers and settlements of as many workspaces as one walk takes. */
const createPass = (deps: ScanDeps, findings: Findings, totals: ScanTotals, ledgersMax: number): Pass => {
  const books = createLedgerBooks(findings, totals, ledgersMax);
  const isOurs = (workspaceId: string): boolean => books.has(ledgerStream(workspaceId));
  const settlements = createSettlements(findings, isOurs, ({ metadata }: StoredEvent) => workspaceIn(metadata));

  const read = (stored: StoredEvent): void => {
    const isEntry = categoryOf(stored.stream) === 'ledger';
    if (!isEntry && !SETTLED_BY.has(stored.type)) return;
    const event = deps.codec.decodeData(stored);
    if (isEntry) books.take(event, stored);
    const isInPass = !isEntry || books.has(stored.stream);
    if (isInPass && SETTLED_BY.has(stored.type)) settlements.take(event, stored);
  };

  return {
    take: (stored) => {
      try {
        read(stored);
      } catch (error) {
        if (!isFault(error, 'corrupt')) throw error;
        findings.add(damageOf(error));
      }
    },
    end: async (until) => {
      await auditRefunds(deps, books, findings, until);
      addUp(totals, books, settlements);
      return books.postponed();
    },
  };
};

const addUp = (totals: ScanTotals, books: LedgerBooks, settlements: Settlements<StoredEvent>): void => {
  const { paid, bonus, held } = books.balances();
  totals.balances.paid += paid;
  totals.balances.bonus += bonus;
  totals.balances.held += held;
  const { parts, credits, accepted } = settlements.owed();
  totals.owed.parts += parts;
  totals.owed.credits += credits;
  totals.owed.accepted += accepted;
};
