/**
 * Ends of periods (kernel/periods.ts): a cold start trusts each with the whole state of its stream. So each must follow
 * from the one before it and the events in between. Ledgers are compared with books of their own.
 */
import { deciders } from '../../../commands/registry.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import type { Decider, Refusal } from '../../kernel/decider.ts';
import { categoryOf, type DomainEvent } from '../../kernel/event.ts';
import { isFault } from '../../kernel/faults.ts';
import type { EventStore, StoredEvent } from '../../ports/event-store.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import { type Findings, placeOf } from './findings.ts';

type AnyDecider = Decider<unknown, never, DomainEvent, Refusal>;

export type PeriodDeps = {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly codec: Pick<EventCodec, 'decodeData'>;
};

/** Looks at every event; only the end of a period takes a read of its stream, back to the end before it. */
export const createPeriodAudit =
  (deps: PeriodDeps, findings: Findings) =>
  (stored: StoredEvent): Promise<void> | undefined => {
    const category = categoryOf(stored.stream);
    if (category === 'ledger' || !(category in deciders)) return undefined;
    const decider = deciders[category as keyof typeof deciders] as unknown as AnyDecider;
    if (decider.closePeriod === undefined || stored.type !== decider.snapshotType) return undefined;
    return checkPeriod(deps, decider, stored, findings).catch((error: unknown) => {
      // The check of the chain reports unreadable events.
      if (!isFault(error, 'corrupt')) throw error;
    });
  };

const checkPeriod = async (
  { eventStore, codec }: PeriodDeps,
  decider: AnyDecider,
  stored: StoredEvent,
  findings: Findings,
): Promise<void> => {
  let state = decider.initial;
  for await (const event of eventStore.readStream(stored.stream, { from: await beginOf(eventStore, stored) })) {
    if (event.revision >= stored.revision) break;
    state = decider.evolve(state, codec.decodeData(event));
  }
  const expected = decider.closePeriod?.(state, stored.revision);
  const told = codec.decodeData(stored);
  if (expected !== undefined && canonicalJson(expected.data) === canonicalJson(told.data)) return;
  const problem = 'the end of the period differs from the events before it';
  findings.add({ check: 'period', what: 'bad_period', problem, ...placeOf(stored) });
};

/** Where the period before this end begins: with the end of another one, or with the stream. */
const beginOf = async (
  eventStore: PeriodDeps['eventStore'],
  { stream, revision, type }: StoredEvent,
): Promise<number> => {
  if (revision === 0) return 0;
  for await (const event of eventStore.readStream(stream, { from: revision - 1, direction: 'backwards' })) {
    if (event.type === type) return event.revision;
  }
  return 0;
};
