/**
 * The present capabilities of this deployment (spec, section 1). Providers that are not configured are listed as
 * unavailable, so that clients know before dispatch.
 */
import { limits } from '../../kernel/limits.ts';
import { MiB, MINUTE, SECOND } from '../../kernel/limits/units.ts';
import { unitPrice } from '../../kernel/pricing.ts';
import type { Clock } from '../../ports/basics.ts';
import type { Engine, Makes, SoundRules } from '../../ports/engine.ts';
import { type Body, ok, type Result } from '../calls/result.ts';
import type { Caller } from '../calls/caller.ts';
import { withOwnKeys } from '../services/own-engines.ts';
import type { Services } from '../services/services.ts';
import { NO_CAPTIONS } from '../work/video/source-audio.ts';
import { Fault } from '../../kernel/faults.ts';
import type { Ground } from '../application.ts';

type CapabilityDeps = Pick<Services, 'engines' | 'own' | 'prices' | 'clock'> & {
  readonly flags: Readonly<Record<string, boolean>>;
  readonly providerB: string | null;
};

type Provider = { readonly provider: string; readonly kind: string; readonly operations: readonly string[] };

const IMAGE_OPERATIONS = ['storyboard_image_generate', 'photo_sequence_repair', 'image_generate', 'storyboard_batch'];

const VIDEO_OPERATIONS = ['video_create', 'video_start', 'video_orchestrate'];
const FILM_OPERATIONS = [...VIDEO_OPERATIONS, 'commerce_video'];

const OPERATIONS: Readonly<Record<Makes, readonly string[]>> = {
  image: IMAGE_OPERATIONS,
  clip: FILM_OPERATIONS,
  speech: ['tts', ...FILM_OPERATIONS],
  // A commerce video has none.
  music: ['music', 'music_generate', ...VIDEO_OPERATIONS],
  assembly: FILM_OPERATIONS,
  report: FILM_OPERATIONS,
};

/** The providers that requests can name (spec, section 2.2), configured or not. */
const PROVIDERS: readonly Provider[] = [
  { provider: 'provider_a', kind: 'video', operations: VIDEO_OPERATIONS },
  { provider: 'provider_b', kind: 'video', operations: VIDEO_OPERATIONS },
  { provider: 'provider_c', kind: 'image', operations: IMAGE_OPERATIONS },
  { provider: 'provider_d', kind: 'text', operations: ['creative_agent'] },
];

/** Films of a sound: `input_modality: audio_to_video`. */
const AUDIO_TO_VIDEO: Provider = {
  provider: 'provider_b',
  kind: 'audio_to_video',
  operations: VIDEO_OPERATIONS,
};

/** Operations that a flag of the deployment switches off. */
const SWITCHES: Readonly<Record<string, string>> = {
  storyboard_batch: 'STORYBOARD_PHOTO_BATCH_ENABLED',
  commerce_video: 'COMMERCE_VIDEO_ENABLED',
};

type Capability = Body & {
  readonly operations: readonly string[];
  readonly available: boolean;
  readonly limitations: readonly string[];
};

/** Without the operations that are switched off. One that has no other cannot be used now. */
const asSwitched = (capability: Capability, flags: CapabilityDeps['flags']): Capability => {
  const isOff = (operation: string): boolean => flags[SWITCHES[operation] ?? ''] === false;
  const { operations, available, limitations } = capability;
  const off = operations.filter(isOff);
  if (off.length === 0) return capability;
  return {
    ...capability,
    operations: operations.filter((operation) => !isOff(operation)),
    available: available && off.length < operations.length,
    limitations: [...off.map((operation) => `${operation} is switched off on this deployment`), ...limitations],
  };
};

const NOT_CONFIGURED = 'not configured on this deployment';
const TAKES_KEYS = 'works under a key of the workspace alone, which has none';

export const createCapabilities = (deps: CapabilityDeps) => {
  const { own, prices, clock, flags, providerB } = deps;
  const reachable = createReachable(clock);

  const configured = async (engine: Engine, makes: Makes): Promise<Capability> => ({
    id: `${makes}.${engine.name}`,
    kind: makes,
    provider: engine.name,
    operations: OPERATIONS[makes],
    configured: engine.notInstalled === undefined,
    available: await reachable(engine),
    limitations: engine.limitations,
    priceCredits: unitPrice(prices, makes, engine.name) ?? null,
    ...(engine.limits === undefined
      ? {}
      : { limits: { worksPerMinute: engine.limits.perMinute, worksAtOnce: engine.limits.concurrency } }),
    ...(makes === 'speech' ? { voices: engine.voices ?? [] } : {}),
  });

  const missing = ({ provider, kind, operations }: Provider): Capability => ({
    id: `${kind}.${provider}`,
    kind,
    provider,
    operations,
    configured: false,
    available: false,
    limitations: [own?.providers.has(provider) === true ? TAKES_KEYS : NOT_CONFIGURED],
    priceCredits: kind === 'image' ? (unitPrice(prices, kind, provider) ?? null) : null,
  });

  /** Operations of provider_b alone, done by the engine that is bound as provider_b. */
  const byProviderB = async (
    engine: Engine | undefined,
    port: Provider,
    limitations: readonly string[] = [],
  ): Promise<Capability> =>
    engine === undefined
      ? missing(port)
      : {
          ...(await configured(engine, 'clip')),
          ...port,
          id: `${port.kind}.${port.provider}`,
          limitations: [
            ...(engine.name === port.provider ? [] : [`rendered by ${engine.name}, which is bound as provider_b`]),
            ...limitations,
            ...engine.limitations,
          ],
        };

  return async ({ workspaceId }: Pick<Caller, 'workspaceId'>): Promise<Body> => {
    const { engines } = await withOwnKeys(deps, workspaceId);
    const bound = engines.get(providerB ?? '');
    const capabilities = [
      ...(await Promise.all(
        [...engines.values()].flatMap((engine) => engine.makes.map(async (makes) => configured(engine, makes))),
      )),
      await byProviderB(bound, { provider: 'provider_b', kind: 'commerce', operations: ['commerce_video'] }),
      await byProviderB(bound?.sounds === undefined ? undefined : bound, AUDIO_TO_VIDEO, soundsTaken(bound?.sounds)),
      ...PROVIDERS.filter(({ provider }) => !engines.has(provider)).map(missing),
    ];
    return { ok: true, capabilities: capabilities.map((one) => asSwitched(one, flags)), flags };
  };
};

/** Other sounds are refused by the preflight. */
const soundsTaken = (rules: SoundRules | undefined): readonly string[] =>
  rules === undefined
    ? []
    : [
        `takes files of one track of sound: ${rules.containers.join(', ')}, with ${rules.codecs.join(', ')}`,
        `of ${rules.channelsMax} channels at most`,
        `of ${rules.sampleRateMin} to ${rules.sampleRateMax} samples a second`,
        `of ${limits.sourceAudioMsMin / SECOND} second to ${limits.filmMsMax / MINUTE} minutes, and ` +
          `${limits.sourceAudioBytesMax / MiB} MB at most`,
        ...rules.limitations,
        NO_CAPTIONS,
      ];

/** An engine is asked at most once a second (ports/engine.ts). One that cannot even be asked is not available. */
const createReachable = (clock: Pick<Clock, 'monotonic'>) => {
  const asked = new WeakMap<Engine, { readonly at: number; readonly answer: Promise<boolean> }>();
  return async (engine: Engine): Promise<boolean> => {
    const before = asked.get(engine);
    if (before !== undefined && clock.monotonic() - before.at < limits.engineAskEveryMs) return before.answer;
    const answer = engine.available().catch(() => false);
    asked.set(engine, { at: clock.monotonic(), answer });
    return answer;
  };
};

/**
 * The state of this process for operators, as its own measures have it. Fault `unavailable` in a process that
 * measures nothing.
 */
export const createServiceState =
  ({ standing }: Pick<Ground, 'standing'>) =>
  async (): Promise<Result<Body>> => {
    if (standing === undefined) throw new Fault('unavailable', 'this process does not measure its state');
    return ok({ ok: true, ...(await standing()) });
  };
