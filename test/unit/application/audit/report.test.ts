/** The text for people, and its order. */
import test from 'ava';
import type { AuditReport } from '../../../../src/application/audit/audit.ts';
import { createFindings } from '../../../../src/application/audit/findings.ts';
import { reportText } from '../../../../src/application/audit/report-text.ts';

const totals: AuditReport['totals'] = {
  events: 1_234_567,
  streams: 12,
  hash: 'f'.repeat(64),
  ledgers: 2,
  entries: 1_000,
  granted: 1_500,
  held: 40,
  debited: 8,
  released: 30,
  refunded: 1,
  expired: 0,
  balances: { paid: 1_000, bonus: 493, held: 2 },
  owed: { parts: 1, credits: 2, accepted: 1 },
  head: '0000-000001234567',
  documents: 99,
  behind: [{ readModel: 'job', events: 1_234 }],
  objects: 7,
  full: true,
};

test('an audit without findings tells its totals', (t) => {
  const text = reportText({ ok: true, findings: [], found: 0, totals });
  t.regex(text, /^The log, the ledgers and the read models agree\.\n\n/);
  t.regex(text, /log +1,234,567 events in 12 streams, up to 0000-000001234567/);
  t.regex(text, /balances +1,000 paid, 493 bonus, of which 2 held/);
  t.regex(text, /99 documents, folded again from zero/);
  t.regex(text, /behind +job lacks 1,234 of its events/);
  t.regex(text, /objects +7 read and hashed/);
});

test('findings are told with their places; how many there are beyond those that are listed, too', (t) => {
  const findings = createFindings(1);
  findings.add({ check: 'read-model', what: 'document_missing', problem: 'gone', readModel: 'job', id: 'job_1' });
  const place = { stream: 'job-job_1', revision: 3, position: '5', type: 'JobStarted' };
  findings.add({ check: 'chain', what: 'changed', problem: 'it is another one', ...place });
  findings.add({ check: 'chain', what: 'changed', problem: 'late', ...place });
  const text = reportText({ ok: false, findings: findings.list(), found: findings.count(), totals: null });
  t.is(
    text,
    [
      '3 findings:',
      '  chain changed: it is another one',
      '    JobStarted at job-job_1, revision 3; position 5',
      '  read-model document_missing: gone',
      '    job document job_1',
      '  … and 1 more',
    ].join('\n'),
  );
});

test('the log comes before what is made of it, and in each the order is that of the log', (t) => {
  const findings = createFindings(9);
  const add = (check: 'storage' | 'chain' | 'ledger' | 'settlement' | 'read-model', position?: string): void =>
    findings.add({ check, what: 'x', problem: '', ...(position === undefined ? {} : { position }) });
  add('read-model', '1');
  add('settlement', '2');
  add('ledger', '3');
  add('chain', '9');
  add('storage');
  add('chain', '8');
  t.deepEqual(
    findings.list().map(({ check, position = '' }) => `${check}${position}`),
    ['chain8', 'chain9', 'storage', 'ledger3', 'settlement2', 'read-model1'],
  );
});
