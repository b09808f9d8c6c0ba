/**
 * A whole service in memory: one log, one store of objects, one of documents, and any number of processes on them, each
 * with its own command handler and use cases. Nothing happens by itself but the read models: pictures are made by
 * `draw-job.ts`, as a test says. Time stands still until a test moves it.
 */
import type { ExecutionContext } from 'ava';
import { join } from 'node:path';
import { openFileObjectStore } from '../../src/adapters/object-store-fs/object-store.ts';
import { createSilentLogger } from '../../src/adapters/pino/logger.ts';
import { openReadStore } from '../../src/adapters/sqlite/read-store.ts';
import { createClock } from '../../src/adapters/system/clock.ts';
import { createTimers } from '../../src/adapters/system/timers.ts';
import type { Application } from '../../src/application/application.ts';
import type { Caller } from '../../src/application/calls/caller.ts';
import { createArtifacts } from '../../src/application/services/artifacts.ts';
import { createCapabilities } from '../../src/application/capabilities/capabilities.ts';
import { createCreditSummary } from '../../src/application/credits/credit-summary.ts';
import { createGrantCredits } from '../../src/application/credits/grant-credits.ts';
import { createLedgerEntries } from '../../src/application/credits/ledger-entries.ts';
import { createGenerate, createGeneratePlan } from '../../src/application/work/storyboard/generate.ts';
import { createRepair } from '../../src/application/work/storyboard/repair.ts';
import { createTurns } from '../../src/application/log/turns.ts';
import { createCommandHandler } from '../../src/application/log/handle-command.ts';
import { createPlanStoryboard } from '../../src/application/work/storyboard/plan-storyboard.ts';
import { createCreateProject } from '../../src/application/projects/create-project.ts';
import { createListProjects } from '../../src/application/projects/list-projects.ts';
import {
  createReadProject,
  createReadScript,
  createReadStoryboard,
} from '../../src/application/projects/read-contents.ts';
import { createReviseScript } from '../../src/application/projects/revise-script.ts';
import { createReviseStoryboard } from '../../src/application/projects/revise-storyboard.ts';
import {
  createReadModelBoard,
  type ReadModels,
} from '../../src/application/read-models/freshness/read-model-freshness.ts';
import { createListJobs } from '../../src/application/jobs/list-jobs.ts';
import { createListWorkspaces } from '../../src/application/tenancy/list-workspaces.ts';
import { createReadJob } from '../../src/application/jobs/read-job.ts';
import { createReadPhotoSequence } from '../../src/application/review/read-photo-sequence.ts';
import { createReadSide, type ReadSide } from '../../src/application/reading/read-side.ts';
import { createCancelJob } from '../../src/application/jobs/cancel-job.ts';
import { createReview } from '../../src/application/review/review.ts';
import { runProjections } from '../../src/application/read-models/run-projection.ts';
import type { Services } from '../../src/application/services/services.ts';
import { createCompletePersonal } from '../../src/application/tenancy/complete-personal.ts';
import { createCreateWorkspace } from '../../src/application/tenancy/create-workspace.ts';
import { createDeleteWorkspace } from '../../src/application/tenancy/delete-workspace.ts';
import { createPeople, type People } from '../../src/application/people/people.ts';
import { createEnter } from '../../src/application/tenancy/enter.ts';
import { assert } from '../../src/kernel/faults.ts';
import { userKey } from '../../src/kernel/ids.ts';
import { collectionOf, definitionOf } from '../../src/kernel/projection.ts';
import { priceList } from '../../src/kernel/pricing.ts';
import type { DocumentStore } from '../../src/ports/document-store.ts';
import type { Engine } from '../../src/ports/engine.ts';
import type { Principal } from '../../src/ports/token-verifier.ts';
import type { EventStore, StoredEvent } from '../../src/ports/event-store.ts';
import { createEventCodec } from '../../src/schema/event-codec.ts';
import { projections } from '../../projections/registry.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createFakeEngine } from './fake-engine.ts';
import { createHastyTimers } from './hasty-timers.ts';
import { allEvents, createMemoryLog } from './memory-log.ts';
import { createSeededIds, type SeededIds } from './seeded-ids.ts';
import { tempFolder } from './temp-folder.ts';
import { createProjectGate } from '../../src/application/projects/project-gate.ts';

/** One process of the service. */
export type Process = {
  readonly application: Omit<Application, 'generateImage' | 'storyboardBatch'>;
  readonly services: Services;
  readonly side: ReadSide;
};

export type ProcessOptions = {
  /** Whether the read models move on; they do unless stated. Two processes share the one projector. */
  readonly projector?: boolean;
  readonly trialCredits?: number;
  readonly engines?: readonly Engine[];
  /** Puts something else in the place of a part: a sabotage, or a store that is down. */
  readonly documents?: (documents: DocumentStore) => DocumentStore;
  readonly eventStore?: (eventStore: EventStore) => EventStore;
  readonly side?: (side: ReadSide) => ReadSide;
};

export type World = {
  readonly time: FakeClock;
  readonly ids: SeededIds;
  readonly documents: DocumentStore;
  start(options?: ProcessOptions): Promise<Process>;
  events(): Promise<readonly StoredEvent[]>;
  /** The read models stop where they are, for every process. */
  stopProjector(): Promise<void>;
};

export const createWorld = async (t: ExecutionContext): Promise<World> => {
  const log = createMemoryLog();
  const timers = createTimers();
  const time = createFakeClock();
  const { clock } = time;
  const ids = createSeededIds('world');
  const logger = createSilentLogger();
  const codec = createEventCodec({ freeze: true });
  const documents = openReadStore(':memory:', { timers });
  for (const projection of projections) {
    await documents.declare(definitionOf(projection, collectionOf(projection)));
  }
  const objects = await openFileObjectStore({
    root: join(tempFolder(t), 'objects'),
    base: '/api/v1/objects',
    signingKey: new Uint8Array(32),
    clock,
    ids: createSeededIds('objects'),
  });
  const hasty = createHastyTimers();
  const turns = createTurns({ clock: createClock(), timers: hasty });
  let projector: Awaited<ReturnType<typeof runProjections>> | undefined;
  const still = createReadModelBoard(projections, hasty);
  /** As they were when the projector stopped; nobody waits in vain, so that tests do not either. */
  const stopped = (seen: ReadModels): ReadModels => ({
    ...seen,
    waitFor: async (position, _timeoutMs, name, owner) => Promise.resolve(seen.position(name, owner) >= position),
  });
  const closing: (() => Promise<void>)[] = [];

  const readModels = async (running: boolean): Promise<ReadModels> => {
    if (!running) return stopped(projector?.readModels ?? still);
    const live = { clock: createClock(), timers, shards: 1, member: 'projector' };
    projector ??= await runProjections({ feed: log.feed, documents, codec, projections, ...live, logger });
    const { readModels: seen } = projector;
    return { ...seen, waitFor: async (...asked) => (projector === undefined ? stopped(seen) : seen).waitFor(...asked) };
  };

  const stopProjector = async (): Promise<void> => {
    const running = projector;
    projector = undefined;
    await running?.close();
  };

  const start = async (options: ProcessOptions = {}): Promise<Process> => {
    const { engines = [createFakeEngine()], documents: doctored = (one) => one } = options;
    const eventStore = options.eventStore?.(log.store) ?? log.store;
    const commands = createCommandHandler({ eventStore, codec, clock, ids, timers: hasty, logger, turns });
    closing.push(async () => commands.close());
    const configured = new Map(engines.map((engine) => [engine.name, engine]));
    const artifacts = createArtifacts(objects);
    const services = { commands, artifacts, engines: configured, prices: priceList, clock, ids, logger };
    const people = createPeople({ documents: doctored(documents), clock, logger });
    const sound = createReadSide({
      people,
      commands,
      documents: doctored(documents),
      readModels: await readModels(options.projector ?? true),
      feed: log.feed,
      eventStore,
      codec,
      turns,
    });
    const side = options.side?.(sound) ?? sound;
    return { services, side, application: compose(services, side, people, options.trialCredits ?? 0) };
  };

  t.teardown(async () => {
    await stopProjector();
    for (const close of closing) await close();
    await documents.close();
    await objects.close();
    await log.close();
  });
  return Object.freeze({ time, ids, documents, start, stopProjector, events: async () => allEvents(log) });
};

const compose = (services: Services, side: ReadSide, people: People, trialCredits: number): Process['application'] => {
  const { commands } = services;
  const { written, streams } = side;
  const gated = { ...side, projects: createProjectGate(commands) };
  const completePersonal = createCompletePersonal({ ...services, written, trialCredits });
  return {
    enter: createEnter({ commands, completePersonal, people }),
    listWorkspaces: createListWorkspaces(side),
    createWorkspace: createCreateWorkspace({ ...services, written }),
    deleteWorkspace: createDeleteWorkspace(side),
    createProject: createCreateProject({ ...services, streams, timers: createHastyTimers() }),
    listProjects: createListProjects(side),
    project: createReadProject(gated),
    script: createReadScript({ ...services, ...side }),
    storyboard: createReadStoryboard({ ...services, ...side }),
    reviseScript: createReviseScript({ ...services, streams, timers: createHastyTimers() }),
    reviseStoryboard: createReviseStoryboard({ ...services, streams }),
    planStoryboard: createPlanStoryboard(services),
    generate: createGenerate(services),
    generatePlan: createGeneratePlan(services),
    repair: createRepair(services),
    job: createReadJob(gated),
    listJobs: createListJobs(gated),
    cancelJob: createCancelJob({ ...services, streams }),
    photoSequence: createReadPhotoSequence(gated),
    review: createReview({ ...services, streams, people, written }),
    capabilities: createCapabilities({ ...services, flags: {} }),
    creditSummary: createCreditSummary(side),
    grantCredits: createGrantCredits({ ...services, written }),
    ledgerEntries: createLedgerEntries(side),
    positionOf: (workspaceId) => written.ofWorkspace(workspaceId),
  };
};

const SCOPES = new Set(['read', 'plan', 'mutate', 'spend', 'approve', 'admin']);

/** Someone with a token of the local issuer, unless stated. */
export const principalOf = (name: string, change: Partial<Principal> = {}): Principal => ({
  userKey: userKey('https://issuer.test/', name),
  name: null,
  scopes: SCOPES,
  workspaceId: null,
  expiresAt: 4_000_000_000,
  local: true,
  ...change,
});

/** Goes through the tenant gate, into the personal workspace unless stated. */
export const enterAs = async (
  { application }: Pick<Process, 'application'>,
  principal: Principal | string,
  workspaceId: string | null = null,
): Promise<Caller> => {
  const who = typeof principal === 'string' ? principalOf(principal) : principal;
  const entered = await application.enter(who, { workspaceId, access: 'write', correlationId: 'c1' });
  assert(entered.kind === 'ok', JSON.stringify(entered));
  return entered.value;
};
