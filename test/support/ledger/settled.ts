/** The settlement of jobs and ledgers, as the audit sees a log. */
import { createFindings, type Finding } from '../../../src/application/audit/findings.ts';
import { createSettlements, type Owed, SETTLED_BY } from '../../../src/application/audit/settlements.ts';
import type { RecordedEvent } from '../../../src/kernel/event.ts';

export type Settled = { readonly findings: readonly Finding[]; readonly owed: Owed };

/** The findings of the settlement on a log, and the steps that are still due at its end. */
export const settle = (
  events: readonly RecordedEvent[],
  isOurs: (workspaceId: string) => boolean = () => true,
): Settled => {
  const findings = createFindings(100);
  const settlements = createSettlements(findings, isOurs, ({ metadata }: RecordedEvent) => metadata.workspaceId);
  for (const event of events) {
    if (SETTLED_BY.has(event.type)) settlements.take(event, event);
  }
  return { findings: findings.list(), owed: settlements.owed() };
};
