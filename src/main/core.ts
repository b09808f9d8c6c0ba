/** The core of every process, with any roles: stores, codec, command handler, engines, read models. */
import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openMediaProbe } from '../adapters/media-probe/open-media-probe.ts';
import { openOutbound } from '../adapters/outbound/open-outbound.ts';
import { createScratchFolders } from '../adapters/system/scratch.ts';
import { createArtifacts } from '../application/services/artifacts.ts';
import { createCallbackAddresses } from '../application/services/callback-addresses.ts';
import { createOwnEngines } from '../application/services/own-engines.ts';
import { outboundByMaker } from '../application/services/outbound-by-maker.ts';
import { createOwnKeys } from '../application/services/own-keys.ts';
import { createRecentObjects } from '../application/services/recent-objects.ts';
import { createReferences } from '../application/services/references.ts';
import { createSourceSounds } from '../application/services/source-sounds.ts';
import { createUploads } from '../application/services/uploads.ts';
import { createCommandHandler } from '../application/log/command-handler.ts';
import { type ProjectionRunner, runProjections } from '../application/read-models/run-projection.ts';
import type { Services } from '../application/services/services.ts';
import { watchReadModels } from '../application/read-models/freshness/watch-read-models.ts';
import { type Children, createChildren } from '../engines/child/children.ts';
import { createRemoteEngine } from '../engines/remote/create-remote-engine.ts';
import { createServiceMusic } from '../engines/service-music/create-service-music.ts';
import { createServiceSpeech } from '../engines/service-speech/create-service-speech.ts';
import { createServiceVideo } from '../engines/service-video/create-service-video.ts';
import { createGate } from '../kernel/gate.ts';
import { limits } from '../kernel/limits.ts';
import { ownName } from '../kernel/own-name.ts';
import { type OwnPrices, priceListWith } from '../kernel/pricing.ts';
import type { Engine } from '../ports/engine.ts';
import type { FrameScorer } from '../ports/frame-scorer.ts';
import type { StreamProbe } from '../ports/media-probe.ts';
import type { Outbound } from '../ports/outbound.ts';
import type { ScratchFolders } from '../ports/scratch.ts';
import { createEventCodec } from '../schema/event-codec.ts';
import { projections } from '../../projections/registry.ts';
import type { Config } from './config.ts';
import { fullDisks } from './full-disks.ts';
import { measuredScorer } from './measured.ts';
import { openSecrets } from './open-secrets.ts';
import { openServiceKey } from './open-service-key.ts';
import { openLateReadModels } from './late-read-models.ts';
import { openStores, type Writers } from './open-stores.ts';
import { openPictureThread } from './picture-thread.ts';
import { whyNoFfmpeg } from './why-no-ffmpeg.ts';
import { startPatience } from './start-patience.ts';
import { createSystem, type System } from './system.ts';
import { checkLog } from './watch-log.ts';

/** The engines and the scorer: built in, unless a test or benchmark brings its own. */
export type Makers = {
  readonly engines: ReadonlyMap<string, Engine>;
  readonly scorer: FrameScorer;
  readonly close?: () => Promise<void>;
};

/** Another value for a part of the core, from a test. */
export type Overrides = {
  /** A lower bound, to exceed it; `limits.startVerifyEventsMax` unless stated. */
  readonly startVerifyEventsMax?: number;
  /** The thread of the caller starts sooner than threads of their own. */
  readonly writers?: Writers;
  /** The hosts that users' addresses name; the guarded way to real ones unless stated. */
  readonly outbound?: Outbound;
  /** The look at files of unknown origin. */
  readonly probe?: StreamProbe;
  /** Where that look runs; child processes of its own unless stated. */
  readonly lookers?: Children;
};

/** On a small machine the API keeps a core to itself: drawing takes whole cores for as long as it lasts. */
const pipelinesHere = (): number => Math.min(limits.imagePipelinesMax, Math.max(1, availableParallelism() - 1));

const scratchRootOf = ({ dataDir }: Config): string => join(dataDir, 'scratch');

/** Compiled code of children: below that of this process (`NODE_COMPILE_CACHE`), or among the scratch folders. */
const codeFolderOf = (config: Config): string => join(getCompileCacheDir() ?? scratchRootOf(config), 'children');

type MakersGround = {
  readonly config: Config;
  readonly scratch: ScratchFolders;
  readonly outbound: Outbound;
  readonly makers: Makers | undefined;
  readonly lookers: Children | undefined;
};

/** The makers of the process. The thread of pictures checks those from elsewhere, too; the first one starts it. */
const openMakers = ({ background, clock, logger }: System, ground: MakersGround) => {
  const { config, scratch, outbound, makers, lookers } = ground;
  // One gate before all picture work of the process: sharp shares libuv's threads with everything else.
  const gate = createGate({ placesMax: pipelinesHere(), waitingMax: limits.pictureWaitersMax });
  const { engine, scorer, pictures, close } = openPictureThread({ gate, background, logger });
  const codeFolder = codeFolderOf(config);
  const children = createChildren({ background, codeFolder });
  const builtIn: readonly Engine[] = [
    engine,
    createServiceMusic({ children }),
    createServiceSpeech({ children }),
    createServiceVideo({ children, painter: engine, ffmpeg: config.ffmpeg }),
  ];
  // No child of it begins before a provider delivers, or a caller names a sound.
  const media = openMediaProbe({ scratch, children: lookers ?? createChildren({ background, codeFolder }) });
  const remoteDeps = { clock, timers: background, outbound, pictures, media, logger };
  const remote = config.providers.flatMap(({ key, ...provider }) =>
    key === null ? [] : [createRemoteEngine(remoteDeps, { ...provider, key })],
  );
  const engines = [...(makers?.engines.values() ?? builtIn), ...remote];
  const under = config.providers.map((provider) => {
    const name = ownName(provider.name);
    return [provider.name, (key: string) => createRemoteEngine(remoteDeps, { ...provider, name, key })] as const;
  });
  return {
    engines: new Map(engines.map((one) => [one.name, one])),
    under: new Map(under),
    scorer: makers?.scorer ?? scorer,
    pictureCheck: pictures,
    media,
    close: async () => {
      await makers?.close?.();
      await media.close();
      await children.close();
      await close();
    },
  };
};

/** The names under which this service is reached: no call of its own goes there. */
const ownNames = ({ publicUrl, hostName }: Config): readonly string[] =>
  [hostName, publicUrl === null ? '' : new URL(publicUrl).hostname].map((name) => name.toLowerCase());

/** Work under a workspace's own key is paid to the provider, and costs nothing here. */
const ownPricesOf = (providers: Config['providers']): OwnPrices =>
  Object.fromEntries(
    providers.flatMap(({ name, prices }) => [
      [name, prices],
      [ownName(name), Object.fromEntries(Object.keys(prices).map((makes) => [makes, 0]))],
    ]),
  );

/** A process that only reads read models. */
const HOLDS_NOTHING = { broken: () => new Map<string, Error>(), holds: () => new Set<number>() };

/**
 * Opens everything in the order in which it depends on each other. `fatal` is told when the process must stop.
 * Fault `corrupt`: the log is damaged or its end is gone, and nothing was started on it. `ConfigError`: `FFMPEG` names
 * no program of films.
 */
export const openCore = async (
  config: Config,
  fatal: (error: unknown) => void,
  makers?: Makers,
  overrides: Overrides = {},
) => {
  const { startVerifyEventsMax: eventsMax = limits.startVerifyEventsMax, writers } = overrides;
  // A program is asked while the stores open.
  const noFfmpeg = makers === undefined ? whyNoFfmpeg(config.ffmpeg) : undefined;
  const system = createSystem(config);
  const { clock, ids, timers, logger, metrics, turns, readModelTurns } = system;
  const scratch = createScratchFolders({ root: scratchRootOf(config), clock });
  const outbound = overrides.outbound ?? openOutbound({ timers, logger, metrics, ownNames: ownNames(config) });
  const mailer =
    config.smtp === null
      ? undefined
      : (await import('../adapters/smtp/open-mailer.ts')).openMailer({ timers, logger }, config.smtp);
  const made = openMakers(system, { config, scratch, outbound, makers, lookers: overrides.lookers });
  const { engines, under, scorer, pictureCheck, media, close: closeMakers } = made;
  const member = `${config.hostName}:${process.pid}:${ids.eventId().slice(0, 8)}`;
  const stores = await openStores(config, system, fatal, writers);
  const { store, feed, documents, objects } = stores;
  const codec = createEventCodec();
  const giveUp = async (error: unknown): Promise<never> => {
    await closeMakers();
    await stores.close();
    throw error;
  };
  const senseless = await noFfmpeg;
  if (senseless !== undefined) return giveUp(senseless);
  const patience = await startPatience(stores.servers, system);
  const signer = await openServiceKey(config).catch(giveUp);
  const secrets = await openSecrets(config, ids).catch(giveUp);
  const log = await checkLog({ stores, codec, signer, system, eventsMax, ...patience }).catch(giveUp);
  const commands = createCommandHandler({ eventStore: store, codec, clock, ids, timers, logger, metrics, turns });
  const shared = outboundByMaker(outbound, commands);
  const keys = createOwnKeys({ objects, ids, secrets });
  const own = under.size === 0 ? undefined : createOwnEngines({ commands, keys, under, logger });
  const callbacks = createCallbackAddresses({ signer, clock, publicUrl: config.publicUrl });
  const artifacts = createArtifacts(objects, limits.artifactCacheBytesMax, turns);
  const pictures = createRecentObjects(objects, limits.recentObjectsBytesMax);
  const probe = overrides.probe ?? media;
  const uploads = createUploads({ commands, objects, clock, pictures: pictureCheck, probe });
  const services: Services = {
    commands,
    artifacts,
    references: createReferences({ outbound: shared, pictures: pictureCheck, objects: pictures, clock, uploads }),
    sounds: createSourceSounds({ outbound: shared, probe, objects, uploads }),
    uploads,
    engines,
    own,
    prices: priceListWith(ownPricesOf(config.providers)),
    clock,
    ids,
    logger,
    turns,
  };
  const reading = { documents, timers, logger };
  const writing = { ...reading, feed, codec, projections, clock, metrics, turns: readModelTurns };
  const follow = async (): Promise<ProjectionRunner> => {
    // Nothing is folded from a log whose end may be gone.
    await log.ensureChecked();
    return config.roles.has('projector')
      ? runProjections({ ...writing, shards: config.projectorShards, member })
      : { ...(await watchReadModels(reading, projections)), ...HOLDS_NOTHING };
  };
  const projector = await openLateReadModels({ ...reading, ...patience }, follow).catch(giveUp);
  return {
    config,
    /** Names this process among those of the service: in leases, and among the members of groups. */
    member,
    system,
    stores: { ...stores, documents: projector.documents },
    fullDisks: async () => fullDisks(config),
    codec,
    fatal,
    patience,
    signer,
    callbacks,
    log,
    services,
    scorer: measuredScorer(scorer, system),
    scratch,
    outbound: shared,
    mailer,
    secrets,
    /** They tell media that came from elsewhere by its bytes. */
    pictureCheck,
    mediaProbe: media,
    /** Pictures: engines make them and the scorer judges them. */
    pictures,
    readModels: projector.readModels,
    /** Read models that cannot go on, and why. */
    broken: () => projector.broken(),
    /** The shards of a read model that this process writes. */
    holds: (readModel: string) => projector.holds(readModel),
    close: async () => {
      await commands.close();
      await projector.close();
      await closeMakers();
      await stores.close();
    },
  };
};

export type Core = Awaited<ReturnType<typeof openCore>>;
