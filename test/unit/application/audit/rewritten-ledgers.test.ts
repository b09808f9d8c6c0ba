/** A ledger rewritten with its chain of hashes is still found: by the sums, by the jobs, by the read models. */
import test from 'ava';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditReport } from '../../../../src/application/audit/audit.ts';
import { canonicalJson } from '../../../../src/kernel/canonical-json.ts';
import { auditFolder } from '../../../support/audit/audit-folder.ts';
import { sharedLivedFolder } from '../../../support/audit/shared-lived-folder.ts';
import {
  closeGaps,
  copyOf,
  dropRow,
  rechain,
  type Row,
  rowOf,
  rowsOf,
  setColumn,
  tamperWith,
} from '../../../support/audit/tamper.ts';

const folder = sharedLivedFolder(test);

type Balances = { paid: number; bonus: number; held: number };
type Entry = { balances: Balances; amount: number; debited: { lot: string; amount: number }[]; returned: object[] };

const rewrite = (database: DatabaseSync, row: Row, change: (data: Entry) => void): void => {
  const data = JSON.parse(row.data) as Entry;
  change(data);
  setColumn(database, row, 'data', canonicalJson(data));
};

/** Every entry from one on says these balances more. */
const shift = (database: DatabaseSync, { stream, revision }: Row, by: Partial<Balances>): void => {
  for (const row of rowsOf(database, 'stream = ? AND revision >= ?', stream, revision)) {
    rewrite(database, row, ({ balances }) => {
      balances.paid += by.paid ?? 0;
      balances.bonus += by.bonus ?? 0;
      balances.held += by.held ?? 0;
    });
  }
};

/** A debit of two attempts at a frame, from the bonus lots, as everything is here. */
const debitOf = (database: DatabaseSync): Row =>
  rowOf(database, "type = 'LedgerDebited' AND json_extract(data, '$.amount') > 1");

const kinds = ({ findings }: AuditReport): readonly string[] => findings.map(({ check, what }) => `${check} ${what}`);

test('an entry that was taken out is found by the balances of the next one', async (t) => {
  const copy = copyOf(t, folder);
  const { stream, revision } = tamperWith(copy, 'log', (database) => {
    const row = debitOf(database);
    dropRow(database, row);
    closeGaps(database);
    rechain(database, row.stream);
    return row;
  });
  const { findings } = await auditFolder(copy);
  t.like(
    findings.find(({ check }) => check === 'ledger'),
    { what: 'bad_entry', stream, revision },
  );
  t.false(
    findings.some(({ check }) => check === 'chain'),
    'the chain is what it would be',
  );
});

test('also when all balances after it are made to fit: the job that it paid for is final', async (t) => {
  const copy = copyOf(t, folder);
  tamperWith(copy, 'log', (database) => {
    const row = debitOf(database);
    const { debited, returned } = JSON.parse(row.data) as {
      debited: { amount: number }[];
      returned: { amount: number }[];
    };
    const spent = debited.reduce((sum, { amount }) => sum + amount, 0);
    const whole = spent + returned.reduce((sum, { amount }) => sum + amount, 0);
    shift(database, row, { bonus: spent, held: whole });
    dropRow(database, row);
    closeGaps(database);
    rechain(database, row.stream);
  });
  const report = await auditFolder(copy);
  t.false(kinds(report).includes('ledger bad_entry'), 'by itself the ledger adds up');
  t.true(kinds(report).includes('settlement final_unsettled'));
});

test('a debit of another amount than was charged is found', async (t) => {
  const copy = copyOf(t, folder);
  const { stream, revision } = tamperWith(copy, 'log', (database) => {
    const row = debitOf(database);
    rewrite(database, row, (data) => {
      const [first] = data.debited as [{ lot: string; amount: number }];
      data.amount -= 1;
      first.amount -= 1;
      const back = data.returned.find((one) => (one as { lot: string }).lot === first.lot) as
        | { amount: number }
        | undefined;
      if (back === undefined) data.returned.push({ lot: first.lot, amount: 1 });
      else back.amount += 1;
    });
    shift(database, row, { bonus: 1 });
    rechain(database, row.stream);
    return row;
  });
  const { findings } = await auditFolder(copy);
  t.deepEqual(
    findings.filter(({ check }) => check === 'ledger'),
    [],
  );
  t.like(
    findings.find(({ check }) => check === 'settlement'),
    { what: 'debited_otherwise', stream, revision },
  );
});

test('a charge that is lowered after it was paid is found at its debit', async (t) => {
  const copy = copyOf(t, folder);
  tamperWith(copy, 'log', (database) => {
    const row = rowOf(database, "type = 'FrameScored' AND json_extract(data, '$.creditsCharged') > 1");
    const data = JSON.parse(row.data) as { creditsCharged: number };
    setColumn(database, row, 'data', canonicalJson({ ...data, creditsCharged: 1 }));
    rechain(database, row.stream);
  });
  t.true(kinds(await auditFolder(copy)).includes('settlement debited_otherwise'));
});

test('credits that were never granted, in books that add up, are found by seal and read models', async (t) => {
  const copy = copyOf(t, folder);
  const { stream, revision } = tamperWith(copy, 'log', (database) => {
    const row = rowOf(database, "type = 'CreditsGranted' AND json_extract(data, '$.lot') = 'paid:never'");
    rewrite(database, row, (data) => (data.amount += 1_000));
    shift(database, row, { paid: 1_000 });
    rechain(database, row.stream);
    return row;
  });
  const { findings } = await auditFolder(copy);
  t.is(findings[0]?.what, 'resealed');
  t.deepEqual(
    findings.filter(({ check }) => check === 'ledger' || check === 'settlement'),
    [],
  );
  t.true(findings.some(({ what, readModel }) => what === 'other_history' && readModel === 'credit-summary'));
  t.like(
    findings.find(({ readModel }) => readModel === 'ledger-entries'),
    { what: 'other_history', stream },
  );
  t.true(revision > 0);
});
