import test from 'ava';
import { creditSummary, creditSummaryProjection } from '../../../projections/credit-summary.ts';
import {
  ledgerEntriesProjection,
  type LedgerEntryDocument,
  ledgerEntryView,
} from '../../../projections/ledger-entries.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { projectionSpec } from '../../spec/projection-spec.ts';
import { at } from '../../support/jobs/builders.ts';
import { createHistory, markAt, positionOf } from '../../support/log/history.ts';
import { foldDocuments } from '../../support/read-models/fold-documents.ts';
import { day, debit, expire, grant, hold, refund, release, work } from '../../support/ledger/ledger-world.ts';

const STREAM = 'ledger-ws_1';

/** 3 bonus credits until day 2 and 10 paid ones; 12 of them held in three parts. */
const story = [
  grant({ entryId: 'ent_1', pool: 'bonus', amount: 3, expiresAt: day(2), note: 'welcome' }),
  grant({ entryId: 'ent_2' }),
  hold([4, 4, 4], { entryId: 'ent_3' }),
  debit('req_0', 2, { entryId: 'ent_4' }),
  release(['req_1'], { entryId: 'ent_5' }),
  expire(day(3)),
];
const { log } = work(story);

const entry = (
  n: number,
  rest: Pick<LedgerEntryDocument, 'entryId' | 'kind' | 'amounts' | 'balanceAfter'> & Partial<LedgerEntryDocument>,
) => ({
  owner: 'ws_1',
  body: {
    position: positionOf(n),
    revision: n,
    jobId: null,
    holdId: null,
    requirementIds: [],
    attemptKeys: [],
    providerCosts: [],
    ownKeys: [],
    refundedEntryId: null,
    note: null,
    hash: markAt(STREAM, n).hash,
    at: at(0),
    actor: 'user:ann',
    ...rest,
  },
});

test('every entry says what it did to each balance', (t) => {
  const about = { jobId: 'job_1', holdId: 'hld_1' };
  projectionSpec(t, ledgerEntriesProjection)
    .given(createHistory().on(STREAM, ...log))
    .then({
      'ledger-ws_1:0': entry(0, {
        entryId: 'ent_1',
        kind: 'grant',
        note: 'welcome',
        amounts: { paid: 0, bonus: 3, held: 0 },
        balanceAfter: { paid: 0, bonus: 3, held: 0 },
      }),
      'ledger-ws_1:1': entry(1, {
        entryId: 'ent_2',
        kind: 'grant',
        note: '',
        amounts: { paid: 10, bonus: 0, held: 0 },
        balanceAfter: { paid: 10, bonus: 3, held: 0 },
      }),
      'ledger-ws_1:2': entry(2, {
        ...about,
        entryId: 'ent_3',
        kind: 'hold',
        requirementIds: ['req_0', 'req_1', 'req_2'],
        amounts: { paid: 0, bonus: 0, held: 12 },
        balanceAfter: { paid: 10, bonus: 3, held: 12 },
      }),
      // Bonus goes first: two of the three that the first part holds.
      'ledger-ws_1:3': entry(3, {
        ...about,
        entryId: 'ent_4',
        kind: 'debit',
        requirementIds: ['req_0'],
        attemptKeys: ['att_1'],
        amounts: { paid: 0, bonus: -2, held: -4 },
        balanceAfter: { paid: 10, bonus: 1, held: 8 },
      }),
      'ledger-ws_1:4': entry(4, {
        ...about,
        entryId: 'ent_5',
        kind: 'release',
        requirementIds: ['req_1'],
        note: 'failed',
        amounts: { paid: 0, bonus: 0, held: -4 },
        balanceAfter: { paid: 10, bonus: 1, held: 4 },
      }),
      'ledger-ws_1:5': entry(5, {
        entryId: 'ent_x-1',
        kind: 'expiry',
        amounts: { paid: 0, bonus: -1, held: 0 },
        balanceAfter: { paid: 10, bonus: 0, held: 4 },
      }),
    });
});

test('an entry is listed with what it has', (t) => {
  const view = (n: number): unknown => {
    let found: unknown;
    projectionSpec(t, ledgerEntriesProjection)
      .given(createHistory().on(STREAM, ...log))
      .thenAbout(`ledger-ws_1:${n}`, (body) => (found = ledgerEntryView(body, new Map([['ann', 'Ann Smith']]))));
    return found;
  };
  const common = { at: at(0), actor: 'user:ann', actorName: 'Ann Smith' };
  t.deepEqual(view(3), {
    ...common,
    entryId: 'ent_4',
    position: positionOf(3),
    kind: 'debit',
    amounts: { paid: 0, bonus: -2, held: -4 },
    jobId: 'job_1',
    requirementId: 'req_0',
    attemptKeys: ['att_1'],
    balanceAfter: { paid: 10, bonus: 1, held: 8 },
    hash: markAt(STREAM, 3).hash,
  });
  t.deepEqual(view(0), {
    ...common,
    entryId: 'ent_1',
    position: positionOf(0),
    kind: 'grant',
    note: 'welcome',
    amounts: { paid: 0, bonus: 3, held: 0 },
    balanceAfter: { paid: 0, bonus: 3, held: 0 },
    hash: markAt(STREAM, 0).hash,
  });
  t.false('note' in (view(1) as object), 'a grant without a note');
});

test('the summary is what the last entry says', (t) => {
  const { given } = projectionSpec(t, creditSummaryProjection);
  const body = { workspaceId: 'ws_1', paid: 10, bonus: 0, held: 4, updatedAt: at(0), mark: markAt(STREAM, 5) };
  given(createHistory().on(STREAM, ...log)).then({ ws_1: { body } });
  t.deepEqual(creditSummary(body), {
    ok: true,
    credits: { paid: 10, bonus: 0, total: 10, held: 4, available: 6 },
  });
  t.deepEqual(creditSummary(undefined).credits, { paid: 0, bonus: 0, total: 0, held: 0, available: 0 });
});

test('the end of a period is no entry, and moves the mark of the summary alone', (t) => {
  const grants = Array.from({ length: limits.ledgerPeriodEvents }, (_, n) => grant({ entryId: `ent_${n}`, amount: 1 }));
  const { log: closed } = work(grants);
  t.is(closed.at(-1)?.type, 'LedgerPeriodClosed');
  const history = createHistory().on(STREAM, ...closed);
  projectionSpec(t, creditSummaryProjection)
    .given(history)
    .thenAbout('ws_1', ({ paid, mark }) => t.deepEqual({ paid, mark }, { paid: 1_000, mark: markAt(STREAM, 1_000) }));
  const last = history.events.slice(-1);
  t.deepEqual(last.flatMap(ledgerEntriesProjection.touches), []);
});

test('a refund names the debit that it gives back', (t) => {
  const { log: refunded } = work([
    ...story.slice(0, 4),
    refund(1, [{ lot: `bonus:${day(2)}`, amount: 2 }], { refundedEntryId: 'ent_4', reason: 'sorry' }),
  ]);
  projectionSpec(t, ledgerEntriesProjection)
    .given(createHistory().on(STREAM, ...refunded))
    .thenAbout('ledger-ws_1:4', ({ kind, amounts, refundedEntryId, note }) => {
      t.deepEqual(
        { kind, amounts, refundedEntryId, note },
        {
          kind: 'refund',
          amounts: { paid: 0, bonus: 1, held: 0 },
          refundedEntryId: 'ent_4',
          note: 'sorry',
        },
      );
    });
});

test('an entry is of one event: a read model that says so of more is found', (t) => {
  const events = createHistory().on(STREAM, ...log).events;
  t.true(ledgerEntriesProjection.ofOneEvent);
  t.notThrows(() => foldDocuments(ledgerEntriesProjection, events));
  t.throws(() => foldDocuments({ ...creditSummaryProjection, ofOneEvent: true }, events), { message: /of one event/ });
});
