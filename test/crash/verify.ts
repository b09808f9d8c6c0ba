/** What must hold in a data folder when the scenario has come to its end, however often it was killed on the way. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLedgerAudit } from '../../commands/ledger/audit.ts';
import type { LedgerEvent } from '../../events/ledger/index.ts';
import type { OpenWorkDocument } from '../../projections/open-work/document.ts';
import { categoryOf, idOf } from '../../src/kernel/event.ts';
import type { RecordedEvent } from '../../src/kernel/event.ts';
import { START } from '../../src/kernel/position.ts';
import type { Core } from '../../src/main/core.ts';
import type { EngineCall } from './makers.ts';
import type { Told } from './scenario.ts';

/**
 * Pictures of an undisturbed run: the first frame passes at once, the second with the corrections of its third attempt,
 * the hopeless one fails three times, and once more is enough when a person has said how.
 */
const RENDERED = 1 + 3 + 3 + 1;
/** What nobody accepted is free: the hopeless frame's first job. */
const CHARGED = 1 + 3 + 1;

type Finding = string;
type Data = Readonly<Record<string, unknown>>;

export const verify = async (core: Core, folder: string): Promise<readonly Finding[]> => {
  const events = await eventsOf(core);
  const of = ofType(events);
  return [
    ...seenIsRecorded(of, folder),
    ...jobsEnd(of),
    ...attemptsHold(of, lines<EngineCall>(folder, 'calls.jsonl')),
    ...moneyHolds(events, of),
    ...(of('PlanCertified').length === 1 ? [] : ['the plan has not exactly one certificate']),
  ];
};

/** What must hold at once after a kill, before anything is carried on: what the world has seen is in the log. */
export const verifyWhatWasSeen = async (core: Core, folder: string): Promise<readonly Finding[]> =>
  seenIsRecorded(ofType(await eventsOf(core)), folder);

const eventsOf = async ({ stores, codec }: Core): Promise<readonly RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for await (const { events: stored } of stores.feed.read(START)) events.push(...stored.map(codec.decode));
  return events;
};

/** The client has its certificate; what the service still owes by itself is done by it, not by the test. */
export const untilNothingIsOwed = async ({ stores, readModels, system }: Core): Promise<void> => {
  const isOwed = async (): Promise<boolean> => {
    await readModels.waitFor(await stores.feed.head(), 1_000);
    const collection = readModels.collection('open-work');
    const { documents } = await stores.documents.query<OpenWorkDocument>({ collection, index: 'byDue', limit: 100 });
    return documents.some(({ body }) => body.kind !== 'none');
  };
  while (await isOwed()) await system.timers.sleep(20);
};

type Of = (type: string) => readonly RecordedEvent[];

const ofType =
  (events: readonly RecordedEvent[]): Of =>
  (type) =>
    events.filter((event) => event.type === type);

/** I1, I2: who was answered with a job has it, and an engine is called only for what the log holds. */
const seenIsRecorded = (of: Of, folder: string): readonly Finding[] => {
  const queued = new Set(of('JobQueued').map((event) => idOf(event.stream)));
  const dispatched = new Set(of('FrameDispatched').map(({ data }) => String((data as Data)['attemptKey'])));
  return [
    ...lines<Told>(folder, 'told.jsonl')
      .filter(({ jobId }) => !queued.has(jobId))
      .map(({ jobId }) => `a client was told of ${jobId}, which is lost`),
    ...lines<EngineCall>(folder, 'calls.jsonl')
      .filter(({ attemptKey }) => !dispatched.has(attemptKey))
      .map(({ attemptKey }) => `${attemptKey} was called and never dispatched`),
  ];
};

const FINAL = ['JobCompleted', 'JobPartiallyCompleted', 'JobFailed', 'JobCancelled'];

/** I1: every job reached its end; each claim ended once. */
const jobsEnd = (of: Of): readonly Finding[] => {
  const final = FINAL.flatMap((type) => of(type)).map((event) => idOf(event.stream));
  const queued = of('JobQueued').map((event) => idOf(event.stream));
  return [
    ...queued.filter((jobId) => !final.includes(jobId)).map((jobId) => `${jobId} has not ended`),
    ...(new Set(final).size === final.length ? [] : ['a job has ended twice']),
    ...(queued.length === 2 ? [] : [`there are ${queued.length} jobs, not two`]),
    ...(of('GenerationClaimed').length === of('GenerationEnded').length ? [] : ['a claim of the storyboard is open']),
  ];
};

/** I4: a key never leads to two different pictures. */
const attemptsHold = (of: Of, calls: readonly EngineCall[]): readonly Finding[] => {
  const results = Map.groupBy(calls, ({ attemptKey }) => attemptKey);
  const rendered = of('FrameRendered').map(({ data }) => String((data as Data)['attemptKey']));
  return [
    ...[...results]
      .filter(([, made]) => new Set(made.map(({ result }) => result)).size > 1)
      .map(([attemptKey]) => `${attemptKey} led to two pictures`),
    ...(new Set(rendered).size === rendered.length ? [] : ['an attempt was rendered twice']),
    ...(rendered.length === RENDERED ? [] : [`${rendered.length} attempts were rendered, not ${RENDERED}`]),
  ];
};

/** I3, I7, I8: each part of a hold has one outcome, none stays open, and the charge is that of an undisturbed run. */
const moneyHolds = (events: readonly RecordedEvent[], of: Of): readonly Finding[] => {
  const audit = createLedgerAudit();
  const ledger = events.filter((event) => categoryOf(event.stream) === 'ledger');
  const found = ledger.flatMap((event) => audit.check(event as RecordedEvent<LedgerEvent>) ?? []);
  const charged = of('LedgerDebited').reduce((sum, { data }) => sum + Number((data as Data)['amount']), 0);
  const { held } = audit.balances();
  return [
    ...found.map((finding) => `the ledger does not hold: ${JSON.stringify(finding)}`),
    ...(charged === CHARGED ? [] : [`${charged} credits were charged, not ${CHARGED}`]),
    ...(held === 0 ? [] : [`${held} credits are still held`]),
  ];
};

const lines = <T>(folder: string, name: string): readonly T[] => {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
};
