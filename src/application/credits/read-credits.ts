/** Credits that a workspace owns and holds, and the entries of its ledger, oldest first. */
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import {
  creditSummary,
  type CreditSummaryDocument,
  creditSummaryProjection,
} from '../../../projections/credit-summary.ts';
import { laterOf, type Position, START } from '../../kernel/position.ts';
import type { Caller } from '../calls/caller.ts';
import { type Body, refused, type Refused, type Result } from '../calls/result.ts';
import { behind, type Freshness, listRead, positionFor, type Read } from '../reading/answers.ts';
import { cannotTell } from '../reading/read-document.ts';
import { isFresh } from '../reading/changes.ts';
import type { ReadSide } from '../reading/read-side.ts';
import {
  ledgerEntriesProjection,
  type LedgerEntryDocument,
  ledgerEntryView,
  personOf,
} from '../../../projections/ledger-entries.ts';
import { msFrom } from '../../kernel/time.ts';
import { type List, type PageInput, readList } from '../reading/read-list.ts';

type Balances = Pick<CreditSummaryDocument, 'paid' | 'bonus' | 'held'>;
type Summary = { readonly balances: Balances; readonly position: Position };

export const createCreditSummary =
  (side: ReadSide) =>
  async ({ workspaceId, ...caller }: Caller, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const wanted = positionFor(side, { workspaceId, ...caller }, fresh);
    const found = await fromReadModel(side, workspaceId, wanted);
    if (found === 'unknown') return behind;
    const { balances, position } = found ?? (await fromLedger(side, workspaceId));
    // All workspaces have this address: a revision of the ledger would be the tag of other balances, too.
    return listRead(creditSummary(balances), laterOf(position, fresh.atLeast ?? START));
  };

const fromReadModel = async (
  side: ReadSide,
  workspaceId: string,
  wanted: Position,
): Promise<Summary | undefined | 'unknown'> => {
  try {
    const freshness = await isFresh(side, creditSummaryProjection, { owner: workspaceId, position: wanted });
    if (freshness !== 'fresh') return freshness === 'unknown' ? 'unknown' : undefined;
    const collection = side.readModels.collection(creditSummaryProjection.name);
    const asOf = side.readModels.position(creditSummaryProjection.name, workspaceId);
    const found = await side.parsed.get<CreditSummaryDocument>(collection, workspaceId, workspaceId, asOf);
    return found === undefined ? undefined : { balances: found.body, position: found.position };
  } catch (error) {
    if (cannotTell(error)) return undefined;
    throw error;
  }
};

/** The state of the ledger is in memory anyway, for spending. */
const fromLedger = async ({ commands }: ReadSide, workspaceId: string): Promise<Summary> => {
  const { state, position } = await commands.read(ledgerDecider, ledgerStream(workspaceId));
  return { balances: state.balances, position };
};

type Order = Pick<List<LedgerEntryDocument>, 'index' | 'equals' | 'from' | 'keyOf'>;

/** RFC 3339 UTC with milliseconds. `since` is part of the window, `until` is where it ends. */
type Window = { readonly since: string | null; readonly until: string | null };

type Filter = { readonly since?: string; readonly until?: string; readonly kind?: LedgerEntryDocument['kind'] };

export const createLedgerEntries =
  (side: ReadSide) =>
  async (
    caller: Caller,
    { since, until, kind }: Filter,
    page: PageInput,
    fresh: Freshness,
  ): Promise<Result<Read<Body>>> => {
    const window = windowOf(since, until);
    if ('code' in window) return window;
    const byTime = window.since !== null || window.until !== null;
    const list = {
      name: byTime ? 'entries-by-time' : 'entries',
      projection: ledgerEntriesProjection,
      owner: caller.workspaceId,
      position: positionFor(side, caller, fresh),
      descending: false,
      keep: (entry: LedgerEntryDocument) => (kind === undefined || entry.kind === kind) && isWithin(window, entry),
      ...(byTime ? orderByTime(window) : orderByPosition(kind)),
    };
    return readList(side, list, page, async (entries) => {
      const names = await side.people.namesOf(entries.flatMap(({ body }) => personOf(body) ?? []));
      return { ok: true, entries: entries.map(({ body }) => ledgerEntryView(body, names)) };
    });
  };

const orderByPosition = (kind: string | undefined): Order => ({
  ...(kind === undefined ? { index: 'byPosition' } : { index: 'byKind', equals: [kind] }),
  keyOf: ({ position }) => position,
});

/** Clocks of several processes differ: entries of a window of time are in the order of their times. */
const orderByTime = ({ since, until }: Window): Order => ({
  index: 'byTime',
  from: (after) => {
    const start = after?.slice(0, TIME_CHARS) ?? since;
    return { ...(start === null ? {} : { atLeast: start }), ...(until === null ? {} : { atMost: until }) };
  },
  keyOf: ({ at, position }) => `${at} ${position}`,
});

const TIME_CHARS = '2026-01-01T00:00:00.000Z'.length;

const isWithin = ({ since, until }: Window, { at }: LedgerEntryDocument): boolean =>
  (since === null || at >= since) && (until === null || at < until);

const windowOf = (since: string | undefined, until: string | undefined): Window | Refused => {
  const window = {
    since: since === undefined ? null : msFrom(since),
    until: until === undefined ? null : msFrom(until),
  };
  if (window.since !== undefined && window.until !== undefined) return { since: window.since, until: window.until };
  const wrong = (['since', 'until'] as const).filter((name) => window[name] === undefined);
  const details = wrong.map((name) => ({ pointer: `/${name}`, message: 'must be RFC 3339' }));
  return refused('validation_failed', `${wrong.join(' and ')} must be an RFC 3339 time`, details);
};
