/** The entries of a ledger, oldest first. */
import {
  ledgerEntriesProjection,
  type LedgerEntryDocument,
  ledgerEntryView,
  personOf,
} from '../../../projections/ledger-entries.ts';
import { msFrom } from '../../kernel/time.ts';
import type { Caller } from '../calls/caller.ts';
import { refused, type Refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { positionFor, type Freshness, type Read } from '../reading/answers.ts';
import { type List, type PageInput, readList } from '../reading/read-list.ts';
import type { ReadSide } from '../reading/read-side.ts';

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
