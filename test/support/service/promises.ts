/**
 * The promises of the service, checked on a run: the whole log, the calls of engines, and the jobs in answers to
 * clients. For runs that have ended; each finding is a line to read.
 */
import { createLedgerAudit } from '../../../commands/ledger/audit.ts';
import type { JobKind } from '../../../events/job.ts';
import { type HoldPart, type LedgerEvent, sumOf } from '../../../events/ledger.ts';
import { categoryOf, idOf, type RecordedEvent } from '../../../src/kernel/event.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { EngineCall } from '../engines/quick-makers.ts';

export type Run = {
  readonly events: readonly RecordedEvent[];
  /** Of engines that give the same picture for the same key. */
  readonly calls: readonly Pick<EngineCall, 'attemptKey' | 'result'>[];
  /** Jobs that a client was told of by a 202. */
  readonly told: readonly string[];
};

export const brokenPromises = ({ events, calls, told }: Run): readonly string[] => [
  ...seenAndNotRecorded({ events, calls, told }),
  ...jobsThatDoNotHold(events),
  ...claimsThatDoNotHold(events),
  ...attemptsThatDoNotHold(events, calls),
  ...ladderThatDoesNotHold(events),
  ...holdsThatDiffer(events),
  ...moneyThatDoesNotHold(events),
];

type Data = Readonly<Record<string, unknown>>;

const dataOf = (event: RecordedEvent): Data => event.data as Data;

const ofType = (events: readonly RecordedEvent[], ...types: readonly string[]): readonly RecordedEvent[] =>
  events.filter(({ type }) => types.includes(type));

const twice = <T>(values: readonly T[]): readonly T[] => {
  const seen = new Set<T>();
  return values.filter((value) => seen.size === seen.add(value).size);
};

export const FINAL = ['JobCompleted', 'JobPartiallyCompleted', 'JobFailed', 'JobCancelled'];

/**
 * I1, I2: a client that was told of a job finds it, and only dispatched and claimed attempts are called. Holds at every
 * moment, also right after a kill.
 */
export const seenAndNotRecorded = ({ events, calls, told }: Run): readonly string[] => {
  const queued = new Set(ofType(events, 'JobQueued').map(({ stream }) => idOf(stream)));
  const dispatched = new Set(keysOf(events, 'TaskDispatched'));
  const claimed = new Set(keysOf(events, 'AttemptClaimed'));
  return [
    ...told.filter((jobId) => !queued.has(jobId)).map((jobId) => `a client was told of ${jobId}, which is lost`),
    ...calls.flatMap(({ attemptKey }) =>
      dispatched.has(attemptKey) && claimed.has(attemptKey) ? [] : [`${attemptKey} was called and is not in the log`],
    ),
  ];
};

const keysOf = (events: readonly RecordedEvent[], ...types: readonly string[]): readonly unknown[] =>
  ofType(events, ...types).map((event) => dataOf(event)['attemptKey']);

/** How many jobs of each kind were begun. */
export type Kinds = Readonly<Partial<Record<JobKind, number>>>;

export const jobsByKind = (events: readonly RecordedEvent[]): Kinds => {
  const kinds = ofType(events, 'JobQueued').map((event) => dataOf(event)['kind'] as JobKind);
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, jobs]) => [kind, jobs.length]));
};

/** I1, I18: every job has one end. */
const jobsThatDoNotHold = (events: readonly RecordedEvent[]): readonly string[] => {
  const queued = new Set(ofType(events, 'JobQueued').map(({ stream }) => idOf(stream)));
  const ended = ofType(events, ...FINAL).map(({ stream }) => idOf(stream));
  return [
    ...[...queued].filter((jobId) => !ended.includes(jobId)).map((jobId) => `${jobId} has not ended`),
    ...twice(ended).map((jobId) => `${jobId} has ended twice`),
  ];
};

/** I11: one claim of a storyboard at a time, and each has ended. */
const claimsThatDoNotHold = (events: readonly RecordedEvent[]): readonly string[] => {
  const open = new Map<string, number>();
  const findings: string[] = [];
  for (const event of ofType(events, 'GenerationClaimed', 'GenerationEnded')) {
    const n = Number(dataOf(event)['n']);
    const before = open.get(event.stream);
    if (event.type === 'GenerationEnded') {
      if (before !== n) findings.push(`${event.stream}: claim ${n} ended and was not the open one`);
      open.delete(event.stream);
    } else {
      if (before !== undefined) findings.push(`${event.stream}: claim ${n} while ${before} was open`);
      open.set(event.stream, n);
    }
  }
  return [...findings, ...[...open].map(([stream, n]) => `${stream}: claim ${n} is still open`)];
};

/** I4: one key, one picture. I10: of two holders only the later one has its result taken. */
const attemptsThatDoNotHold = (events: readonly RecordedEvent[], calls: Run['calls']): readonly string[] => {
  const byKey = Map.groupBy(calls, ({ attemptKey }) => attemptKey);
  const epochs = new Map<unknown, unknown>();
  const stale: string[] = [];
  for (const event of ofType(events, 'AttemptClaimed', 'TaskRendered')) {
    const { attemptKey, epoch } = dataOf(event);
    if (event.type === 'AttemptClaimed') epochs.set(attemptKey, epoch);
    else if (epochs.get(attemptKey) !== epoch) stale.push(`${String(attemptKey)} was taken under an old epoch`);
  }
  return [
    ...[...byKey]
      .filter(([, made]) => new Set(made.map(({ result }) => result)).size > 1)
      .map(([attemptKey]) => `${attemptKey} led to two pictures`),
    ...twice(keysOf(events, 'AttemptSubmitted')).map((key) => `${String(key)} was submitted twice`),
    ...twice(keysOf(events, 'TaskRendered')).map((key) => `${String(key)} was rendered twice`),
    ...stale,
  ];
};

/** I19: no job makes more attempts for a frame than the ladder has rungs. */
const ladderThatDoesNotHold = (events: readonly RecordedEvent[]): readonly string[] => {
  const most = limits.attemptsByLadderMax + limits.attemptsByPersonMax;
  return ofType(events, 'TaskDispatched').flatMap((event) => {
    const { attempt, taskId } = dataOf(event);
    return Number(attempt) > most ? [`${String(taskId)} was tried ${String(attempt)} times`] : [];
  });
};

/** A job is queued with its worst case, which is held for it. */
const holdsThatDiffer = (events: readonly RecordedEvent[]): readonly string[] => {
  const held = new Map(ofType(events, 'CreditsHeld').map((event) => [dataOf(event)['holdId'], amountOf(event)]));
  return ofType(events, 'JobQueued').flatMap((event) => {
    const { holdId, requiredCredits } = dataOf(event);
    const amount = held.get(holdId) ?? requiredCredits;
    return amount === requiredCredits
      ? []
      : [`${idOf(event.stream)} needs ${String(requiredCredits)} credits, and ${String(amount)} are held`];
  });
};

const amountOf = (event: RecordedEvent): number => {
  const { parts } = event.data as { readonly parts: readonly HoldPart[] };
  return sumOf(parts.flatMap(({ allocations }) => allocations));
};

/** I3, I7, I8: each part of a hold has one outcome; what is accepted, and what rendered without QA, is paid for. */
const moneyThatDoesNotHold = (events: readonly RecordedEvent[]): readonly string[] => {
  const entries = events.filter(({ stream }) => categoryOf(stream) === 'ledger');
  const debits = ofType(events, 'LedgerDebited');
  const parts = debits.map((event) => `${String(dataOf(event)['holdId'])}/${partOf(event)}`);
  const paid = Map.groupBy(debits, (event) => String(dataOf(event)['ownerId']));
  const worth = worthOf(events);
  return [
    ...[...Map.groupBy(entries, ({ stream }) => stream)].flatMap(([stream, ofLedger]) => auditOf(stream, ofLedger)),
    ...twice(parts).map((part) => `${part} was paid twice`),
    ...[...new Set([...worth.keys(), ...paid.keys()])].flatMap((owner) => {
      const charged = (paid.get(owner) ?? []).reduce((sum, event) => sum + Number(dataOf(event)['amount']), 0);
      const due = worth.get(owner) ?? 0;
      return charged === due ? [] : [`${owner} charged ${charged} credits for work worth ${due}`];
    }),
  ];
};

/** The payment due for each job. */
const worthOf = (events: readonly RecordedEvent[]): ReadonlyMap<string, number> => {
  const worth = new Map<string, number>();
  const prices = new Map<string, number>();
  const add = (owner: string, credits: number): void => void worth.set(owner, (worth.get(owner) ?? 0) + credits);
  /** Tasks that a job needs which is paid as a whole, and are not made. */
  const unmade = new Map<string, Set<string>>();
  for (const event of events) {
    const owner = idOf(event.stream);
    for (const taskId of leftOutBy(event)) unmade.get(owner)?.delete(taskId);
    unmade.get(owner)?.delete(event.type === 'TaskRendered' ? taskOf(dataOf(event)) : '');
    if (event.type === 'FrameAccepted' || event.type === 'FrameScored')
      add(owner, Number(dataOf(event)['creditsCharged'] ?? 0));
    if (event.type === 'TaskRendered') add(owner, prices.get(`${owner} ${taskOf(dataOf(event))}`) ?? 0);
    if (event.type !== 'JobQueued') continue;
    const { settle, tasks = [] } = dataOf(event) as { readonly settle: string; readonly tasks?: readonly Data[] };
    if (settle === 'whole') unmade.set(owner, new Set(tasks.map(taskOf)));
    // A judged frame is paid by its acceptance.
    for (const task of tasks) {
      if (task['judged'] === false) prices.set(`${owner} ${taskOf(task)}`, Number(task['priceCredits']));
    }
  }
  for (const [owner, tasks] of unmade) if (tasks.size > 0) worth.delete(owner);
  return worth;
};

const leftOutBy = (event: RecordedEvent): readonly string[] =>
  event.type === 'CheckpointDecided' ? (dataOf(event) as { readonly leftOut: readonly string[] }).leftOut : [];

const taskOf = (data: Data): string => String(data['taskId']);

const partOf = (event: RecordedEvent): string => String(dataOf(event)['partId']);

const auditOf = (stream: string, entries: readonly RecordedEvent[]): readonly string[] => {
  const audit = createLedgerAudit();
  const found = entries.flatMap((event) => audit.check(event as RecordedEvent<LedgerEvent>) ?? []);
  return found.slice(0, 1).map((finding) => `${stream} does not hold: ${JSON.stringify(finding)}`);
};
