/**
 * The audit checks that the log is unaltered and that ledgers add up. Jobs must agree with ledgers, and read models
 * with the log. It only reads, in bounded memory, beside a running service or without one.
 */
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { Projection } from '../../kernel/projection.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Signer } from '../../ports/signer.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import type { ReplayDeps } from '../log/check-chain.ts';
import { EPOCHS, newestEpoch, requireKnown } from '../log/log-epochs.ts';
import type { Pledge } from '../log/log-order.ts';
import { pledgesOf, readSeal, sealWithin } from '../log/sealed-log.ts';
import { VERIFIED } from '../log/verify-log.ts';
import { createFindings, damageOf, type Finding, type Findings, placeOf } from './findings.ts';
import { foldAgain } from './fold-again.ts';
import { auditObjects } from './objects.ts';
import { auditWitnesses, placesOf, type ReadModelPlace, refuseIfRebuilt } from './places.ts';
import { auditReadModels, type Behind } from './read-models.ts';
import { scanLog, type ScanTotals } from './scan-log.ts';
import { deciders } from '../../../commands/registry.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import type { Decider, Refusal } from '../../kernel/decider.ts';
import { categoryOf, type DomainEvent } from '../../kernel/event.ts';
import type { EventStore, StoredEvent } from '../../ports/event-store.ts';

export type AuditDeps = Pick<ReplayDeps, 'eventStore'> & {
  readonly feed: Pick<EventFeed, 'read' | 'head' | 'isNext'>;
  readonly codec: Pick<EventCodec, 'decodeOnce' | 'decodeData' | 'verify'>;
  readonly documents: DocumentStore;
  readonly projections: readonly Projection[];
  readonly signer: Pick<Signer, 'holds' | 'keyId'>;
};

export type AuditOptions = {
  /** An empty store to fold every read model into, from zero; they are not folded again when it is left out. */
  readonly scratch?: DocumentStore;
  /** Where the objects are; they are not read when it is left out. */
  readonly objects?: Pick<ObjectStore, 'inspect'>;
  readonly ledgersMax?: number;
  readonly onProgress?: (what: AuditStep, done: number) => void;
};

type AuditStep = 'events' | 'documents' | 'events folded again' | 'documents compared' | 'objects';

export type AuditReport = {
  readonly ok: boolean;
  /** The first bad event of the log first. */
  readonly findings: readonly Finding[];
  /** Of all findings, also those that are not listed. */
  readonly found: number;
  /** Null when the log could not be read to its end. */
  readonly totals: AuditTotals | null;
};

export type AuditTotals = Readonly<ScanTotals> & {
  /** The end of the audited part. */
  readonly head: Position;
  readonly documents: number;
  /** Read models that have not reached the head, each with the events that it lacks. */
  readonly behind: readonly Behind[];
  /** That were read and held against their hashes; null where that was not asked for. */
  readonly objects: number | null;
  /** Whether every read model was folded again. */
  readonly full: boolean;
};

/** Faults: those of the stores but `corrupt`, which is a finding. */
export const audit = async (deps: AuditDeps, options: AuditOptions = {}): Promise<AuditReport> => {
  const findings = createFindings(limits.auditFindingsMax);
  const seen: Seen = { last: START };
  let totals: AuditTotals | null = null;
  try {
    totals = await auditAll(deps, options, findings, seen);
  } catch (error) {
    if (!isFault(error, 'corrupt')) throw error;
    findings.add(damageOf(error, seen.last));
  }
  return { ok: findings.count() === 0, findings: findings.list(), found: findings.count(), totals };
};

/** The position of the walk, for errors without a position of their own. */
type Seen = { last: Position };

const auditAll = async (
  deps: AuditDeps,
  options: AuditOptions,
  findings: Findings,
  seen: Seen,
): Promise<AuditTotals> => {
  // The head last: it must include all that witnesses have seen by now.
  const seenBy = async (name: string): Promise<Position> => (await deps.documents.checkpoint(name))?.position ?? START;
  const verified = await seenBy(VERIFIED);
  const others = [
    { name: VERIFIED, position: verified },
    { name: EPOCHS, position: await seenBy(EPOCHS) },
  ];
  const pledges = await pledgedIn(deps, verified, findings);
  const places = await placesOf(deps.documents, deps.projections);
  const head = await deps.feed.head();
  auditWitnesses(places, others, head, findings);
  try {
    return await auditUpTo(deps, options, { places, pledges, head }, findings, seen);
  } finally {
    await refuseIfRebuilt(deps.documents, places);
  }
};

type Range = {
  readonly places: readonly ReadModelPlace[];
  readonly pledges: readonly Pledge[];
  readonly head: Position;
};

const auditUpTo = async (
  deps: AuditDeps,
  options: AuditOptions,
  { places, pledges, head }: Range,
  findings: Findings,
  seen: Seen,
): Promise<AuditTotals> => {
  const { scratch, objects: store, ledgersMax, onProgress } = options;
  const readModels = auditReadModels(deps, places, findings);
  const periods = createPeriodAudit(deps, findings);
  const scanned = await scanLog(deps, findings, {
    until: head,
    pledges,
    look: (stored) => {
      seen.last = stored.position;
      const pending = periods(stored);
      return pending === undefined ? readModels.look(stored) : pending.then(() => readModels.look(stored));
    },
    ...(ledgersMax === undefined ? {} : { ledgersMax }),
    onProgress: (events) => onProgress?.('events', events),
  });
  auditSums(scanned, findings);
  const documents = await readModels.end((done) => onProgress?.('documents', done));
  if (scratch !== undefined) {
    await foldAgain({ ...deps, scratch }, { places, head }, findings, (done, what) =>
      onProgress?.(what === 'events' ? 'events folded again' : 'documents compared', done),
    );
  }
  const objects =
    store === undefined
      ? null
      : await auditObjects({ ...deps, objects: store }, head, findings, (done) => onProgress?.('objects', done));
  return { ...scanned, head, documents, behind: readModels.behind(), objects, full: scratch !== undefined };
};

/** The trusted records for checks of the log; an untrusted record is a finding. */
const pledgedIn = async (deps: AuditDeps, verified: Position, findings: Findings): Promise<readonly Pledge[]> => {
  const believed = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!isFault(error, 'corrupt')) throw error;
      findings.add({ check: 'witness', what: String(error.detail['reason']), problem: error.message });
      return undefined;
    }
  };
  const seal = await believed(async () => readSeal(deps.documents, deps.signer));
  const epoch = await believed(async () => newestEpoch(deps));
  if (epoch !== undefined) await believed(async () => requireKnown(deps.documents, epoch, verified !== START));
  return pledgesOf(sealWithin(seal, epoch), epoch);
};

/** Income equals balance plus expense (I7): from the movements here, from the books there. */
const auditSums = ({ balances, owed, ...moved }: ScanTotals, findings: Findings): void => {
  const { granted, held, debited, released, refunded, expired } = moved;
  // A bad ledger is out of the balances, and its first entries are in the sums.
  if (findings.count() > 0) return;
  const [owned, open] = [granted + refunded - debited - expired, held - debited - released];
  const bad = (problem: string): void => findings.add({ check: 'ledger', what: 'not_conserved', problem });
  if (owned !== balances.paid + balances.bonus) {
    bad(`by its movements there should be ${owned} credits; the balances are ${balances.paid + balances.bonus}`);
  }
  if (open !== balances.held || open !== owed.credits) {
    bad(`by its movements ${open} credits should be held; the balances say ${balances.held}, holds ${owed.credits}`);
  }
};

type AnyDecider = Decider<unknown, never, DomainEvent, Refusal>;

type PeriodDeps = {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly codec: Pick<EventCodec, 'decodeData'>;
};

/**
 * Ends of periods (kernel/periods.ts): a cold start trusts each with the whole state of its stream. So each must
 * follow from the one before it and the events in between. Ledgers are compared with books of their own. Looks at
 * every event; only the end of a period takes a read of its stream, back to the end before it.
 */
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
