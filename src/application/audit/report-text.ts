/** An audit in words. */
import type { AuditReport, AuditTotals } from './audit.ts';
import type { Finding } from './findings.ts';

export const reportText = ({ ok, findings, found, totals }: AuditReport): string =>
  [
    ok ? 'The log, the ledgers and the read models agree.' : `${found} ${found === 1 ? 'finding' : 'findings'}:`,
    ...findings.map(findingText),
    ...(found > findings.length ? [`  … and ${found - findings.length} more`] : []),
    ...(totals === null ? [] : ['', ...totalLines(totals)]),
  ].join('\n');

const findingText = (finding: Finding): string => {
  const { check, what, problem, stream, revision, position, type, readModel, id } = finding;
  const event = stream === undefined ? [] : [`${type ?? 'event'} at ${stream}, revision ${revision}`];
  const object = check === 'object' ? [`object ${id ?? ''}`] : [];
  const document = readModel === undefined ? [] : [`${readModel}${id === undefined ? '' : ` document ${id}`}`];
  const where = [...object, ...document, ...event, ...(position === undefined ? [] : [`position ${position}`])];
  return `  ${check} ${what}: ${problem}${where.length === 0 ? '' : `\n    ${where.join('; ')}`}`;
};

const totalLines = (totals: AuditTotals): readonly string[] => {
  const { paid, bonus, held } = totals.balances;
  const { parts, credits, accepted } = totals.owed;
  const rows: readonly (readonly [string, string])[] = [
    ['log', `${n(totals.events)} events in ${n(totals.streams)} streams, up to ${totals.head || 'its start'}`],
    ['its hash', totals.hash],
    ['ledgers', `${n(totals.ledgers)} with ${n(totals.entries)} entries`],
    ['granted', n(totals.granted)],
    ['held', n(totals.held)],
    ['debited', n(totals.debited)],
    ['released', n(totals.released)],
    ['refunded', n(totals.refunded)],
    ['expired', n(totals.expired)],
    ['balances', `${n(paid)} paid, ${n(bonus)} bonus, of which ${n(held)} held`],
    ['under way', `${n(parts)} open parts of ${n(credits)} credits, ${n(accepted)} of them accepted and to be debited`],
    ...(totals.objects === null ? [] : [['objects', `${n(totals.objects)} read and hashed`] as const]),
    ['read models', `${n(totals.documents)} documents${totals.full ? ', folded again from zero' : ''}`],
    ...totals.behind.map(
      ({ readModel, events }) => ['behind', `${readModel} lacks ${n(events)} of its events`] as const,
    ),
  ];
  return rows.map(([name, value]) => `${name.padEnd(12)}${value}`);
};

/** With separators: these numbers are read by people. */
const n = (amount: number): string => String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ',');
