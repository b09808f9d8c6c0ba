/**
 * The present capabilities of this deployment (spec, section 1). Providers that are not configured are listed as
 * unavailable, so that clients know before dispatch.
 */
import { limits } from '../../kernel/limits.ts';
import { unitPrice } from '../../kernel/pricing.ts';
import type { Clock } from '../../ports/basics.ts';
import type { Engine, Makes } from '../../ports/engine.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { Services } from '../services/services.ts';

export type CapabilityDeps = Pick<Services, 'engines' | 'prices' | 'clock'> & {
  readonly flags: Readonly<Record<string, boolean>>;
  readonly providerB: string | null;
};

type Provider = { readonly provider: string; readonly kind: string; readonly operations: readonly string[] };

const IMAGE_OPERATIONS = ['storyboard_image_generate', 'photo_sequence_repair', 'image_generate', 'storyboard_batch'];

const FILM_OPERATIONS = ['video_create', 'video_start', 'video_orchestrate', 'commerce_video'];

const OPERATIONS: Readonly<Record<Makes, readonly string[]>> = {
  image: IMAGE_OPERATIONS,
  clip: FILM_OPERATIONS,
  speech: ['tts', ...FILM_OPERATIONS],
  music: ['music', 'music_generate', ...FILM_OPERATIONS],
  assembly: FILM_OPERATIONS,
  report: FILM_OPERATIONS,
};

/** The providers that requests can name (spec, section 2.2), configured or not. */
const PROVIDERS: readonly Provider[] = [
  { provider: 'provider_a', kind: 'video', operations: ['video_create', 'video_start', 'video_orchestrate'] },
  { provider: 'provider_b', kind: 'video', operations: ['video_create', 'video_start', 'video_orchestrate'] },
  { provider: 'provider_c', kind: 'image', operations: IMAGE_OPERATIONS },
  { provider: 'provider_d', kind: 'text', operations: ['creative_agent'] },
];

const NOT_CONFIGURED = 'not configured on this deployment';

export const createCapabilities = ({ engines, prices, clock, flags, providerB }: CapabilityDeps) => {
  const reachable = createReachable(clock);

  const configured = async (engine: Engine, makes: Makes): Promise<Body> => ({
    id: `${makes}.${engine.name}`,
    kind: makes,
    provider: engine.name,
    operations: OPERATIONS[makes],
    configured: true,
    available: await reachable(engine),
    limitations: engine.limitations,
    priceCredits: unitPrice(prices, makes, engine.name) ?? null,
    ...(makes === 'speech' ? { voices: engine.voices ?? [] } : {}),
  });

  const missing = ({ provider, kind, operations }: Provider): Body => ({
    id: `${kind}.${provider}`,
    kind,
    provider,
    operations,
    configured: false,
    available: false,
    limitations: [NOT_CONFIGURED],
    priceCredits: kind === 'image' ? (unitPrice(prices, kind, provider) ?? null) : null,
  });

  /** Commerce videos are rendered by an engine that is bound as provider_b, and by no other. */
  const commerce = async (): Promise<Body> => {
    const port = { provider: 'provider_b', kind: 'commerce', operations: ['commerce_video'] };
    const engine = providerB === null ? undefined : engines.get(providerB);
    if (engine === undefined) return missing(port);
    return {
      ...(await configured(engine, 'clip')),
      ...port,
      id: 'commerce.provider_b',
      limitations: [
        ...(engine.name === port.provider ? [] : [`rendered by ${engine.name}, which is bound as provider_b`]),
        ...engine.limitations,
      ],
    };
  };

  return async (): Promise<Body> => ({
    ok: true,
    capabilities: [
      ...(await Promise.all(
        [...engines.values()].flatMap((engine) => engine.makes.map(async (makes) => configured(engine, makes))),
      )),
      await commerce(),
      ...PROVIDERS.filter(({ provider }) => !engines.has(provider)).map(missing),
    ],
    flags,
  });
};

/** An engine is asked at most once a second (ports/engine.ts). One that cannot even be asked is not available. */
const createReachable = (clock: Pick<Clock, 'monotonic'>) => {
  const asked = new Map<string, { readonly at: number; readonly answer: Promise<boolean> }>();
  return async (engine: Engine): Promise<boolean> => {
    const before = asked.get(engine.name);
    if (before !== undefined && clock.monotonic() - before.at < limits.engineAskEveryMs) return before.answer;
    const answer = engine.available().catch(() => false);
    asked.set(engine.name, { at: clock.monotonic(), answer });
    return answer;
  };
};
