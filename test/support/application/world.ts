/**
 * A whole service in memory: one log, one store of objects, one of documents and any number of processes. Each process
 * has its own command handler and use cases. Nothing happens by itself but the read models: pictures are made by
 * `draw-job.ts`, as a test says. Time moves only when a test moves it.
 */
import type { ExecutionContext } from 'ava';
import { join } from 'node:path';
import { projections } from '../../../projections/registry.ts';
import { createSecrets } from '../../../src/adapters/system/create-secrets.ts';
import { hmacSha256 } from '../../../src/adapters/system/hmac-sha256.ts';
import { makeServiceKey, signerOf } from '../../../src/adapters/system/service-key.ts';
import { writeZip } from '../../../src/adapters/zip/write-zip.ts';
import { openReadStore } from '../../../src/adapters/sqlite/read-store.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { createApplication, createGround, type Ground } from '../../../src/application/application.ts';
import type { Caller } from '../../../src/application/calls/caller.ts';
import { createCommandHandler } from '../../../src/application/log/command-handler.ts';
import { createTurns } from '../../../src/adapters/system/turns.ts';
import {
  createReadModelBoard,
  type ReadModels,
} from '../../../src/application/read-models/freshness/read-model-freshness.ts';
import { runProjections } from '../../../src/application/read-models/run-projection.ts';
import { createArtifacts } from '../../../src/application/services/artifacts.ts';
import { createReferences } from '../../../src/application/services/references.ts';
import type { Services } from '../../../src/application/services/services.ts';
import { createSourceSounds } from '../../../src/application/services/source-sounds.ts';
import { createUploads } from '../../../src/application/services/uploads.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { personalWorkspaceId, userKey } from '../../../src/kernel/ids.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { type OwnPrices, priceListWith } from '../../../src/kernel/pricing.ts';
import { collectionOf, definitionOf } from '../../../src/kernel/projection.ts';
import type { DocumentStore } from '../../../src/ports/document-store.ts';
import type { Engine } from '../../../src/ports/engine.ts';
import type { ObjectStore } from '../../../src/ports/object-store.ts';
import type { EventStore, StoredEvent } from '../../../src/ports/event-store.ts';
import type { Outbound } from '../../../src/ports/outbound.ts';
import type { Principal } from '../../../src/ports/token-verifier.ts';
import { fileObjects } from '../adapters/file-objects.ts';
import { createFakeClock, type FakeClock } from '../kernel/fake-clock.ts';
import { createFakeEngine } from '../engines/fake-engine.ts';
import { silentLogger } from '../kernel/silent-logger.ts';
import { hostsOf, namedMedia, namedPictures, namedSounds } from './hosts.ts';
import { createHastyTimers } from '../kernel/hasty-timers.ts';
import { allEvents, createMemoryLog } from '../log/memory-log.ts';
import { createSeededIds, type SeededIds } from '../kernel/seeded-ids.ts';
import { createStrictCodec } from '../log/strict-codec.ts';
import { tempFolder } from '../process/temp-folder.ts';
import { useCasesOf, type UseCases } from './use-cases.ts';

/** One process of the service. */
export type Process = {
  readonly application: UseCases;
  readonly services: Services;
  readonly ground: Ground;
};

export type ProcessOptions = {
  /** Whether the read models move on; they do unless stated. Two processes share the one projector. */
  readonly projector?: boolean;
  readonly trialCredits?: number;
  readonly engines?: readonly Engine[];
  /** Of providers; none unless stated. */
  readonly prices?: OwnPrices;
  /** The hosts elsewhere; none unless stated. */
  readonly outbound?: Outbound;
  /** Puts something else in the place of a part: a sabotage, or a store that is down. */
  readonly documents?: (documents: DocumentStore) => DocumentStore;
  readonly eventStore?: (eventStore: EventStore) => EventStore;
  readonly ground?: (ground: Ground) => Ground;
};

export type World = {
  readonly time: FakeClock;
  readonly ids: SeededIds;
  readonly documents: DocumentStore;
  readonly objects: ObjectStore;
  start(options?: ProcessOptions): Promise<Process>;
  events(): Promise<readonly StoredEvent[]>;
  /** The read models stop where they are, for every process. */
  stopProjector(): Promise<void>;
};

/** `t`: a test, or what closes it later for several. */
export const createWorld = async (t: Pick<ExecutionContext, 'teardown'>): Promise<World> => {
  const log = createMemoryLog();
  const timers = createTimers();
  const time = createFakeClock();
  const { clock } = time;
  const ids = createSeededIds('world');
  const codec = createStrictCodec();
  const documents = openReadStore(':memory:', { timers });
  for (const projection of projections) {
    await documents.declare(definitionOf(projection, collectionOf(projection)));
  }
  const own = { base: '/api/v1/objects', clock, ids: createSeededIds('objects') };
  const objects = await fileObjects(join(tempFolder(t), 'objects'), own);
  const signer = signerOf(makeServiceKey());
  const hasty = createHastyTimers();
  const turns = createTurns({ clock: createClock(), timers: hasty });
  let projector: Awaited<ReturnType<typeof runProjections>> | undefined;
  const still = createReadModelBoard(projections, hasty);
  /** As they were when the projector stopped; no reader waits in vain, so that tests do not either. */
  const stopped = (seen: ReadModels): ReadModels => ({
    ...seen,
    waitFor: async (position, _timeoutMs, name, owner) => Promise.resolve(seen.position(name, owner) >= position),
  });
  const closing: (() => Promise<void>)[] = [];

  const readModels = async (running: boolean): Promise<ReadModels> => {
    if (!running) return stopped(projector?.readModels ?? still);
    const live = { clock: createClock(), timers, turns, shards: 1, member: 'projector' };
    projector ??= await runProjections({
      feed: log.feed,
      documents,
      codec,
      projections,
      ...live,
      logger: silentLogger,
    });
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
    const commands = createCommandHandler({
      eventStore,
      codec,
      clock,
      ids,
      timers: hasty,
      logger: silentLogger,
      turns,
    });
    closing.push(async () => commands.close());
    const configured = new Map(engines.map((engine) => [engine.name, engine]));
    const artifacts = createArtifacts(objects);
    const { outbound = hostsOf({}) } = options;
    const probe = namedSounds;
    const uploads = createUploads({ commands, objects, clock, pictures: namedPictures, probe });
    const services = {
      commands,
      artifacts,
      references: createReferences({ outbound, pictures: namedPictures, objects, clock, uploads }),
      sounds: createSourceSounds({ outbound, probe, objects, uploads }),
      uploads,
      engines: configured,
      prices: priceListWith(options.prices ?? {}),
      clock,
      ids,
      logger: silentLogger,
      turns,
    };
    const sound = createGround({
      ...services,
      documents: doctored(documents),
      readModels: await readModels(options.projector ?? true),
      feed: log.feed,
      eventStore,
      codec,
      timers: hasty,
      objects,
      outbound,
      keyedHash: hmacSha256,
      secrets: createSecrets(new Uint8Array(32)),
      writeArchive: writeZip,
      signer,
      pictureCheck: namedPictures,
      mediaProbe: namedMedia,
      flags: {},
      providerB: 'service_video',
      previewHosts: [],
      trialCredits: options.trialCredits ?? limits.trialCreditsLocal,
    });
    const ground = options.ground?.(sound) ?? sound;
    return { services, ground, application: useCasesOf(createApplication(ground)) };
  };

  t.teardown(async () => {
    await stopProjector();
    for (const close of closing) await close();
    await documents.close();
    await objects.close();
    await log.close();
  });
  return Object.freeze({ time, ids, documents, objects, start, stopProjector, events: async () => allEvents(log) });
};

const ISSUER = 'https://issuer.test/';
const SCOPES = new Set(['read', 'plan', 'mutate', 'spend', 'approve', 'admin']);

/** A user with a token of all scopes, unless stated. */
export const principalOf = (name: string, change: Partial<Principal> = {}): Principal => ({
  userKey: userKey(ISSUER, name),
  personalWorkspaceId: personalWorkspaceId(userKey(ISSUER, name)),
  issuer: ISSUER,
  name: null,
  scopes: SCOPES,
  workspaceId: null,
  spendCap: null,
  expiresAt: 4_000_000_000,
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

/** A world of one process, which ann has entered. */
export const givenWorld = async (t: Pick<ExecutionContext, 'teardown'>, options?: ProcessOptions) => {
  const world = await createWorld(t);
  const process = await world.start(options);
  return { world, process, ...process, ann: await enterAs(process, 'ann') };
};
