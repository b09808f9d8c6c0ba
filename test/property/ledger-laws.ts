/** Laws of a ledger after every step of any work on it; each law throws when it is broken. */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import { createLedgerAudit } from '../../commands/ledger/audit.ts';
import type { LedgerCommand, createLedgerDecider } from '../../commands/ledger/decider.ts';
import { closePeriod } from '../../commands/ledger/period.ts';
import { balancesOf, openParts } from '../../commands/ledger/queries.ts';
import type { LedgerState } from '../../commands/ledger/state.ts';
import type { LedgerEvent } from '../../events/ledger.ts';
import { canonicalJson } from '../../src/kernel/canonical-json.ts';
import { deepFreeze } from '../support/kernel/deep-freeze.ts';
import { createNaiveLedger, type NaiveLedger } from '../support/ledger/naive-ledger.ts';
import { commandOf, type Step } from './ledger-steps.ts';

export type LedgerDecider = ReturnType<typeof createLedgerDecider>;

/** Short, so that work of a few dozen steps closes several periods. */
export const PERIOD = 7;

/** Does the steps one after another and checks every law after each. `reached` is told the outcome of each. */
export const ledgerLaws =
  (decider: LedgerDecider, reached: (outcome: string) => void = () => undefined) =>
  (work: readonly Step[]): void => {
    const naive = createNaiveLedger();
    const audit = createLedgerAudit();
    const log: LedgerEvent[] = [];
    const past: LedgerCommand[] = [];
    let day = 0;
    let state = deepFreeze(decider.initial);

    for (const chosen of work) {
      if (chosen.kind === 'wait') day += chosen.days;
      const command = commandOf(chosen, { log, past, open: state.holds.map(({ holdId }) => holdId), day });
      if (command === undefined) continue;
      past.push(command);
      const { refusal, events } = decided(decider, command, state, log);
      decidesLikeNaive(command, refusal, events, log, naive);
      for (const outcome of outcomesOf(command, refusal, events)) reached(outcome);
      toldLow(state, events);
      for (const event of events) {
        state = deepFreeze(decider.evolve(state, event));
        log.push(event);
        same(audit.check(event), undefined);
      }
      same(decided(decider, command, state, log).events, [], 'a repeated command yields events');
      equalsNaive(state, naive);
      conserved(state, log);
      closedOnce(log);
      sameFromSnapshot(decider, state, log);
    }
    refundsWithinDebits(log);
  };

type Decided = { readonly refusal: string | undefined; readonly events: readonly LedgerEvent[] };

const decided = (
  decider: LedgerDecider,
  command: LedgerCommand,
  state: LedgerState,
  log: readonly LedgerEvent[],
): Decided => {
  const decision = decider.decide(command, state, log.length === 0 ? 'none' : log.length - 1);
  return decision.kind === 'refused'
    ? { refusal: decision.refusal.code, events: [] }
    : { refusal: undefined, events: decision.events };
};

/** The code of a refusal, the types of its events, or that a command changes nothing. */
const outcomesOf = ({ type }: LedgerCommand, refusal: string | undefined, events: readonly LedgerEvent[]) => {
  if (refusal !== undefined) return [refusal];
  return events.length === 0 ? [`${type}-again`] : events.map((event) => event.type);
};

const decidesLikeNaive = (
  command: LedgerCommand,
  refusal: string | undefined,
  events: readonly LedgerEvent[],
  log: readonly LedgerEvent[],
  naive: NaiveLedger,
): void => {
  if (isStale(command, log)) {
    // The naive ledger sees no revisions: that old evidence is refused is all that is asked for here.
    if (refusal === 'refund_evidence_stale') return;
    same([refusal, events], [undefined, []], 'old evidence is refused, unless the refund was made before');
  }
  same(refusal ?? 'done', naive.apply(command));
};

const isStale = (command: LedgerCommand, log: readonly LedgerEvent[]): boolean =>
  command.type === 'RefundEntry' && log.slice(command.asOf + 1).some(({ type }) => type === 'LedgerRefunded');

const equalsNaive = (state: LedgerState, naive: NaiveLedger): void => {
  same({ ...state.balances }, naive.balances());
  same(Object.fromEntries(state.lots.filter(({ free }) => free > 0).map(({ id, free }) => [id, free])), naive.free());
  const open = state.holds.flatMap(({ holdId }) =>
    openParts(state, holdId).map(({ partId, amount }) => [`${holdId} ${partId}`, amount] as const),
  );
  same(Object.fromEntries(open), naive.open());
  same([state.openParts, open.length], [open.length, Object.keys(naive.open()).length]);
};

/** granted = available + held + debited - refunded + expired, in each pool (I7). */
const conserved = (state: LedgerState, log: readonly LedgerEvent[]): void => {
  const { paid, bonus, total, held, available } = balancesOf(state);
  same([total, available], [paid + bonus, total - held]);
  for (const amount of [paid, bonus, total, held, available]) ok(Number.isSafeInteger(amount) && amount >= 0);
  for (const pool of ['paid', 'bonus'] as const) {
    const lots = state.lots.filter(({ id }) => id.startsWith(pool));
    const kept = sum(lots.map((lot) => lot.free + lot.held));
    same(kept, state.balances[pool]);
    same(movedIn(log, pool), kept, `${pool} credits are conserved`);
  }
  same(sum(state.lots.map((lot) => lot.held)), held);
};

/** The rest of a pool by the log. */
const movedIn = (log: readonly LedgerEvent[], pool: 'paid' | 'bonus'): number => {
  const of = (list: readonly { readonly lot: string; readonly amount: number }[]): number =>
    sum(list.filter(({ lot }) => lot.startsWith(pool)).map(({ amount }) => amount));
  return sum(
    log.map((event) => {
      if (event.type === 'CreditsGranted') return of([event.data]);
      if (event.type === 'LedgerDebited') return -of(event.data.debited);
      if (event.type === 'LedgerRefunded') return of(event.data.allocations);
      return event.type === 'CreditsExpired' ? -of([event.data]) : 0;
    }),
  );
};

/** A fall below a threshold is told once, in its append; without a fall no event says so. */
const toldLow = (before: LedgerState, events: readonly LedgerEvent[]): void => {
  const after = events.findLast(({ type }) => type !== 'LedgerPeriodClosed')?.data.balances ?? before.balances;
  const low = after.paid + after.bonus - after.held;
  const fallen = before.limits.lowAt.filter((at) => balancesOf(before).available >= at && low < at);
  const told = events.flatMap((event) => (event.type === 'CreditsLow' ? [event.data] : []));
  same(told, fallen.length === 0 ? [] : [{ threshold: Math.min(...fallen), available: low, balances: after }]);
};

/** A part has one outcome for each time that it was held, at most. */
const closedOnce = (log: readonly LedgerEvent[]): void => {
  const open = new Set<string>();
  for (const { type, data } of log) {
    if (type === 'CreditsHeld') for (const { partId } of data.parts) open.add(`${data.holdId} ${partId}`);
    if (type === 'LedgerDebited') ok(open.delete(`${data.holdId} ${data.partId}`), 'a part closed twice');
    if (type !== 'HoldReleased') continue;
    for (const { partId } of data.parts) ok(open.delete(`${data.holdId} ${partId}`), 'a part closed twice');
  }
};

/** Folds from zero, from the last end of a period, and from an end at this place; all on stored bytes. */
const sameFromSnapshot = (decider: LedgerDecider, state: LedgerState, log: readonly LedgerEvent[]): void => {
  const stored = log.map(reread);
  const last = stored.findLastIndex(({ type }) => type === decider.snapshotType);
  same(stored.reduce(decider.evolve, decider.initial), state);
  same(stored.slice(Math.max(last, 0)).reduce(decider.evolve, decider.initial), state);
  const closed = reread(closePeriod(state));
  same(decider.evolve(decider.initial, closed), { ...state, revision: state.revision + 1 });
  // The last end of a period in the log, against all entries before it without any end of a period. Without those,
  // revisions count differently.
  if (last < 0) return;
  const before = stored.slice(0, last).filter(({ type }) => type !== decider.snapshotType);
  const { revision: _, ...unclosed } = before.reduce(decider.evolve, decider.initial);
  const { revision: __, ...restored } = stored.slice(last, last + 1).reduce(decider.evolve, decider.initial);
  same({ ...restored, lastRefund: null }, { ...unclosed, lastRefund: null });
};

const reread = (event: LedgerEvent): LedgerEvent => JSON.parse(canonicalJson(event)) as LedgerEvent;

const refundsWithinDebits = (log: readonly LedgerEvent[]): void => {
  const first = createLedgerAudit();
  for (const event of log) first.check(event);
  const second = createLedgerAudit(first.refunded());
  for (const event of log) same(second.check(event), undefined);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
