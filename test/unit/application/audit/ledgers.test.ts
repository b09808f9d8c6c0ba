/** Many ledgers in little memory: however few are followed in one walk, the audit says the same. */
import test from 'ava';
import type { LedgerEvent } from '../../../../events/ledger.ts';
import { eventTypes } from '../../../../events/registry.ts';
import { createFindings, type Finding, type Findings } from '../../../../src/application/audit/findings.ts';
import { scanLog } from '../../../../src/application/audit/scan-log.ts';
import type { ReplayDeps } from '../../../../src/application/log/check-chain.ts';
import type { DomainEvent } from '../../../../src/kernel/event.ts';
import { GENESIS } from '../../../../src/schema/event-codec.ts';
import { auditLedgers } from '../../../support/audit/audit-ledgers.ts';
import { debit, grant, hold, refund, release, work } from '../../../support/ledger/ledger-world.ts';
import { createProjectionWorld } from '../../../support/read-models/projection-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';

/** A log with these events, each to its stream in turn. */
const logOf = async (t: Scope, events: readonly (readonly [stream: string, event: DomainEvent])[]) => {
  const world = createProjectionWorld(t, eventTypes);
  for (const [stream, event] of events) await world.append(stream, event);
  const deps: ReplayDeps = { eventStore: world.store, feed: world.feed, codec: world.codec };
  return { world, deps };
};

const spent = [{ lot: 'paid:never', amount: 3 }];

/** 10 granted, 7 held, 3 debited and 1 of its part back, 3 released, 2 refunded. */
const { log: entries } = work([grant(), hold([4, 3]), debit('req_0', 3), release(['req_1']), refund(2, spent)]);

/** Ledgers that begin one after another and go on side by side. */
const interleaved = (ledgers: number, change = (_: number, event: LedgerEvent): LedgerEvent => event) =>
  Array.from({ length: ledgers + entries.length }, (_, step) =>
    Array.from({ length: ledgers }, (_, ledger) => {
      const event = entries[step - ledger];
      return event === undefined ? [] : [[`ledger-ws_${ledger}`, change(ledger, event)] as const];
    }).flat(),
  ).flat();

const LEDGERS = 7;

/** These ledgers have no jobs, so nothing of them is settled. */
const ofLedgers = ({ list }: Findings): readonly Finding[] => list().filter(({ check }) => check !== 'settlement');

test('totals are those of the entries, in one walk and in many', async (t) => {
  const { world, deps } = await logOf(t, interleaved(LEDGERS));
  const each = { ledgers: 1, entries: 5, granted: 10, held: 7, debited: 3, released: 4, refunded: 2, expired: 0 };
  const due = Object.fromEntries(Object.entries(each).map(([name, amount]) => [name, amount * LEDGERS]));
  for (const ledgersMax of [1, 2, 3, LEDGERS, 100]) {
    t.deepEqual(await auditLedgers(deps, { ledgersMax }), { findings: [], totals: due as never }, `${ledgersMax}`);
    const findings = createFindings(9);
    const totals = await scanLog(deps, findings, { until: await world.feed.head(), ledgersMax });
    t.like(totals, { ...due, balances: { paid: 9 * LEDGERS, bonus: 0, held: 0 } } as never);
    t.is(totals.events, 5 * LEDGERS);
    t.is(totals.streams, LEDGERS);
    t.deepEqual(ofLedgers(findings), []);
  }
});

test('a bad entry is named, in whichever walk, and the other ledgers are followed to their ends', async (t) => {
  const bad = (ledger: number, event: LedgerEvent): LedgerEvent =>
    ledger === 4 && event.type === 'LedgerDebited' ? { ...event, data: { ...event.data, amount: 4 } } : event;
  const { deps } = await logOf(t, interleaved(LEDGERS, bad));
  for (const ledgersMax of [1, 3, 100]) {
    const { findings, totals } = await auditLedgers(deps, { ledgersMax });
    t.is(findings.length, 1);
    t.like(findings[0], {
      check: 'ledger',
      what: 'bad_entry',
      stream: 'ledger-ws_4',
      revision: 2,
      type: 'LedgerDebited',
    });
    t.is(totals.entries, 5 * (LEDGERS - 1) + 2);
  }
});

test('a debit that is refunded beyond its amount is found without a memory of every debit', async (t) => {
  const again = entries.at(-1) as Extract<LedgerEvent, { readonly type: 'LedgerRefunded' }>;
  const balances = { ...again.data.balances, paid: again.data.balances.paid + 2 };
  const events = [...entries, { ...again, data: { ...again.data, entryId: 'ent_c', balances } }];
  const { world, deps } = await logOf(
    t,
    events.map((event) => ['ledger-ws_1', event]),
  );
  const { findings } = await auditLedgers(deps);
  t.like(findings[0], { what: 'bad_entry', revision: 5, type: 'LedgerRefunded' });
  t.regex(findings[0]?.problem ?? '', /more is refunded/);

  // One that is appended while the audit runs is for the next one.
  const until = (await world.store.head('ledger-ws_1'))?.position ?? '';
  const before = createFindings(9);
  let head = '';
  for await (const batch of world.feed.read('')) head = batch.events.at(-2)?.position ?? '';
  await scanLog(deps, before, { until: head });
  t.deepEqual(ofLedgers(before), []);
  await scanLog(deps, before, { until });
  t.is(ofLedgers(before).length, 1);
});

test('an empty log has nothing to say', async (t) => {
  const { deps } = await logOf(t, []);
  t.deepEqual((await auditLedgers(deps)).totals.entries, 0);
  t.is((await scanLog(deps, createFindings(1), { until: '' })).events, 0);
});

test('damage ends the audit of ledgers alone, and is named', async (t) => {
  const { deps } = await logOf(t, interleaved(2));
  let count = 0;
  const verify: ReplayDeps['codec']['verify'] = (hash, stored) => {
    count += 1;
    return deps.codec.verify(count === 4 ? GENESIS : hash, stored);
  };
  const { findings } = await auditLedgers({ ...deps, codec: { ...deps.codec, verify } });
  t.like(findings[0], { check: 'chain', what: 'changed' });
  t.is(findings.length, 1);
});
