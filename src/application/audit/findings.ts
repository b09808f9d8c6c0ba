/** The findings of an audit: each names one flaw and its place. */
import { isDamagedDocument } from '../../kernel/damaged-document.ts';
import type { Fault } from '../../kernel/faults.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { StoredEvent } from '../../ports/event-store.ts';

export type Check = 'storage' | 'chain' | 'witness' | 'period' | 'ledger' | 'settlement' | 'read-model' | 'object';

/** The place is of the first event that is bad, where an event is. */
export type Finding = Partial<Place> & {
  readonly check: Check;
  /** For machines, e.g. `changed`. */
  readonly what: string;
  /** For people: a sentence without the place. */
  readonly problem: string;
  /** The document that is bad, where a document is; of an object its key. */
  readonly readModel?: string;
  readonly id?: string;
};

export type Findings = {
  readonly add: (finding: Finding) => void;
  /** The log's own, of periods and ledgers, of settlements, then of read models; each in the order of the log. */
  readonly list: () => readonly Finding[];
  /** Of all that were found, also those that are not listed. */
  readonly count: () => number;
};

/**
 * Keeps the first `max` of each check. One damage may show in a million places: the first ones are of use, and its
 * effects must not crowd them out.
 */
export const createFindings = (max: number): Findings => {
  const kept: Finding[] = [];
  const counts = new Map<Check, number>();
  let count = 0;
  return Object.freeze({
    add: (finding: Finding) => {
      const before = counts.get(finding.check) ?? 0;
      counts.set(finding.check, before + 1);
      count += 1;
      if (before < max) kept.push(finding);
    },
    list: () => kept.toSorted(byRankAndPlace),
    count: () => count,
  });
};

/** A flaw of the log itself may be the cause of all later findings. */
const RANK: Readonly<Record<Check, number>> = {
  storage: 0,
  chain: 0,
  witness: 0,
  period: 1,
  ledger: 1,
  settlement: 2,
  'read-model': 3,
  object: 3,
};

/** Sorts after every position. */
const NOWHERE = '~';

const byRankAndPlace = (a: Finding, b: Finding): number => {
  const [left, right] = [a.position ?? NOWHERE, b.position ?? NOWHERE];
  return RANK[a.check] - RANK[b.check] || (left === right ? 0 : left < right ? -1 : 1);
};

/** The place of an event. */
export type Place = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'type'>;

/** It, as findings say it. */
export const placeOf = ({ stream, revision, position, type }: Place): Place => ({ stream, revision, position, type });

/** Whether the work has seen all documents of a read model; one that is damaged ends it, and is a finding. */
export const isWhole = async (readModel: string, findings: Findings, work: () => Promise<void>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isDamagedDocument(error)) throw error;
    const { id } = error.detail;
    const what = 'document_damaged';
    findings.add({ check: 'read-model', what, problem: error.message, readModel, id: String(id) });
    return false;
  }
};

/**
 * The finding for a fault `corrupt` of the chain, the codec or the storage; `after`: the last event that could be read.
 */
export const damageOf = (fault: Fault, after: Position = START): Finding => {
  const { reason, stream, revision, position, type } = fault.detail;
  const what = typeof reason === 'string' ? reason : 'damaged';
  if (typeof stream === 'string') {
    return { check: 'chain', what, problem: fault.message, stream, revision, position, type } as Finding;
  }
  const cause = fault.cause instanceof Error ? ` (${fault.cause.message})` : '';
  const where = after === START ? {} : { position: after };
  return { check: 'storage', what, problem: `${fault.message}${cause}`, ...where };
};
