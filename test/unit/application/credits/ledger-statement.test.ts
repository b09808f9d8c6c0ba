import test, { type ExecutionContext } from 'ava';
import type { LedgerStatement } from '../../../../projections/ledger-months.ts';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import { createLedgerStatement } from '../../../../src/application/credits/read-ledger.ts';
import { statementTable } from '../../../../src/http/answers/statement-table.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { answered, bodyOf, FRESH, refusalOf } from '../../../support/application/answered.ts';
import { generate, produce } from '../../../support/application/production.ts';
import { givenWorld, type Process } from '../../../support/application/world.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { COSTLY, spendWithCosts } from '../../../support/ledger/spend-with-costs.ts';

const MONTHS = ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04'] as const;
const DAY = 24 * 60 * 60 * 1_000;

type Balances = LedgerStatement['opening'];
type Entry = { readonly kind: string; readonly amounts: Balances; readonly balanceAfter: Balances };
type Ask = (month: string) => Promise<LedgerStatement>;

const statements =
  ({ ground }: Process, caller: Caller): Ask =>
  async (month) =>
    (await bodyOf(createLedgerStatement(ground)(caller, month, FRESH)))['statement'] as LedgerStatement;

const entriesOf = async ({ application }: Process, caller: Caller, month: string): Promise<readonly Entry[]> => {
  const page = { limit: limits.ledgerPageSizeMax, cursor: null };
  const [year = 0, number = 0] = month.split('-').map(Number);
  const until = new Date(Date.UTC(year, number)).toISOString();
  const filter = { since: `${month}-01T00:00:00.000Z`, until };
  return (await bodyOf(application.ledgerEntries(caller, filter, page, FRESH)))['entries'] as never;
};

/** The statements, of one month after the other, say what the listed entries say. */
const law = async (process: Process, caller: Caller, ask: Ask): Promise<readonly string[]> => {
  const wrong: string[] = [];
  let closing: Balances = { paid: 0, bonus: 0, held: 0 };
  for (const month of MONTHS) {
    const statement = await ask(month);
    const entries = await entriesOf(process, caller, month);
    const check = (what: string, found: unknown, expected: unknown): void => {
      if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push(`${month}: ${what}`);
    };
    check('opening', statement.opening, closing);
    check('entries', statement.entries, entries.length);
    for (const { kind, entries: count, ...sums } of statement.totals) {
      const own = entries.filter((entry) => entry.kind === kind);
      check(`${kind} entries`, count, own.length);
      for (const pool of ['paid', 'bonus', 'held'] as const) {
        const sum = own.reduce((all, { amounts }) => all + amounts[pool], 0);
        check(`${kind} ${pool}`, sums[pool], sum);
      }
    }
    const { paid, bonus, held } = entries.at(-1)?.balanceAfter ?? closing;
    check('closing', statement.closing, { paid, bonus, held });
    closing = { paid, bonus, held };
  }
  return wrong;
};

/** Grants, paid work and an expiry over the months January to March. */
const givenMonths = async (t: ExecutionContext) => {
  const { world, process, application, services, ann } = await givenWorld(t);
  const grant = async (amount: number, days?: number) => {
    const expiresAt = new Date(world.time.clock.now() + (days ?? 0) * DAY).toISOString();
    const input = { pool: 'paid', amount, ...(days === undefined ? {} : { expiresAt }) } as const;
    await answered(application.grantCredits(ann, ann.workspaceId, input, null));
  };
  await grant(7, 20);
  const production = await produce(process, ann, 3);
  const jobId = await generate(process, production);
  for (let step = 0; step < 6; step += 1)
    await drawJob(services, jobId, ({ index }) => (index === 0 ? 'fail' : 'pass'), 1);
  await world.time.advance(31 * DAY);
  await grant(5);
  await world.time.advance(31 * DAY);
  await generate(process, await produce(process, ann, 1));
  return { world, process, ann };
};

test('months follow one another, and say what their entries say', async (t) => {
  const { process, ann } = await givenMonths(t);
  const ask = statements(process, ann);
  t.deepEqual(await law(process, ann, ask), []);
  const kinds = new Set(
    (await Promise.all(MONTHS.map(ask))).flatMap(({ totals }) =>
      totals.filter((one) => one.entries > 0).map(({ kind }) => kind),
    ),
  );
  t.deepEqual([...kinds].toSorted(), ['debit', 'expiry', 'grant', 'hold']);

  // Sabotage: a statement without its expired credits, and one that opens with nothing.
  const without: Ask = async (month) => {
    const { totals, ...rest } = await ask(month);
    return { ...rest, totals: totals.map((one) => (one.kind === 'expiry' ? { ...one, entries: 0, paid: 0 } : one)) };
  };
  t.regex((await law(process, ann, without)).join(), /expiry paid/);
  const empty: Ask = async (month) => ({ ...(await ask(month)), opening: { paid: 0, bonus: 0, held: 0 } });
  t.regex((await law(process, ann, empty)).join(), /opening/);
});

test('a statement names the end of the chain that it counts, also in a process that has just started', async (t) => {
  const { world, process, ann } = await givenMonths(t);
  const before = await statements(process, ann)('2026-02');
  const events = (await world.events()).filter(({ stream }) => stream === `ledger-${ann.workspaceId}`);
  t.is(before.asOf?.revision, events.length - 1);
  t.true(events.at(-1)?.metadata.includes(String(before.asOf?.hash)));
  t.deepEqual(await statements(await world.start({ projector: false }), ann)('2026-02'), before);
  await answered(process.application.grantCredits(ann, ann.workspaceId, { pool: 'paid', amount: 1 }, null));
  t.is((await statements(process, ann)('2026-02')).asOf?.revision, events.length);
});

test('a workspace without credits has statements of nothing, and a position to come has none', async (t) => {
  const { process, ann } = await givenWorld(t, { trialCredits: 0 });
  const statement = await statements(process, ann)('2026-01');
  t.like(statement, { entries: 0, asOf: null, closing: { paid: 0, bonus: 0, held: 0 } });
  const later = createLedgerStatement(process.ground)(ann, '2026-01', { atLeast: 'ffff-9' });
  t.is(await refusalOf(later), 'read_model_behind');
});

test('a month has the sums of what providers told as their costs, by kind of entry and currency', async (t) => {
  const { world, process, ann } = await givenWorld(t);
  await spendWithCosts(process, ann);
  await world.time.advance(31 * DAY);
  await spendWithCosts(process, ann, 'second');
  const costsOf = async (month: string) =>
    (await statements(process, ann)(month)).totals.flatMap(({ kind, providerCosts }) =>
      providerCosts === undefined ? [] : [[kind, providerCosts]],
    );
  t.deepEqual(await costsOf('2026-01'), COSTLY);
  t.deepEqual(await costsOf('2026-02'), COSTLY, 'the sums of one month are none of another');
  t.deepEqual(await costsOf('2026-03'), []);
  const table = statementTable(
    (await bodyOf(createLedgerStatement(process.ground)(ann, '2026-01', FRESH)))['statement'] as never,
  );
  const lines = table.split('\r\n').map((line) => line.split(','));
  const cells = lines.filter(([, , , , , , costs]) => costs !== '').map(([, line, , , , , costs]) => [line, costs]);
  t.deepEqual(cells, [
    ['line', 'provider_costs'],
    ['release', '3 JPY'],
    ['debit', '3 JPY;0.3 USD'],
    [undefined, undefined],
  ]);
  t.deepEqual(new Set(lines.slice(0, -1).map((cellsOf) => cellsOf.length)), new Set([7]));
});
