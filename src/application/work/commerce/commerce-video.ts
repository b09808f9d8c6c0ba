/** POST commerce/videos: a short video for a cart or an order, or its preview. Only provider_b renders it. */
import { withOwnKeys } from '../../services/own-engines.ts';
import { contentHash } from '../../../kernel/canonical-json.ts';
import type { Caller } from '../../calls/caller.ts';
import { type Idempotency, type RequestKey, requestKey } from '../../calls/idempotency.ts';
import { type Body, json, ok, refused, type Result, type StoredAnswer } from '../../calls/result.ts';
import { readProfile, whyBanned } from '../../settings/read-profile.ts';
import { styleUnder } from '../../settings/under-profile.ts';
import { filmSize } from '../sizes.ts';
import { NO_CHECKPOINTS } from '../film/film-tasks.ts';
import type { Film } from '../film/film.ts';
import { lengthOf } from '../film/scenes.ts';
import { wantFilm } from '../film/want-film.ts';
import { answerCall, type CallDeps, type JobCall, type Wanted } from '../answer-call.ts';
import { jobTasks } from '../job-tasks.ts';
import { startFrameAt } from '../../projects/reference-plates.ts';
import { type Brief, briefOf, COMMERCE_DEFAULTS } from './brief.ts';
import { orderKey, referenceKey } from './order-key.ts';
import type { CommerceInput } from './request.ts';
import type { Services } from '../../services/services.ts';
import { localSpeaker, primaryOf, type Speaker, speakerOf } from '../film/speaker.ts';
import { writtenLanguage } from './phrases.ts';

type CommerceDeps = CallDeps & {
  /** The engine that is bound as provider_b; null for none. */
  readonly providerB: string | null;
};

/** The video with its job. */
type Resolved = {
  readonly brief: Brief;
  readonly film: Film;
  readonly limitations: readonly string[];
  readonly wanted: Wanted;
};

export const createCommerceVideo: JobCall<CommerceInput, CommerceDeps> =
  (deps) => async (caller, input, idempotency) => {
    if (input.dryRun === true) return preview(deps, caller, input);
    return answerCall(deps, caller, keyOf(deps, caller, input, idempotency), async (own) => {
      const resolved = await resolve(own, caller, input);
      return resolved.kind === 'refused' ? resolved : ok(resolved.value.wanted);
    });
  };

/** An order of the caller is known to the whole workspace: the same one and body are the same job. */
const keyOf = (
  deps: CommerceDeps,
  caller: Caller,
  input: CommerceInput,
  idempotency: Idempotency | null,
): RequestKey => {
  const own = requestKey(deps, caller, OPERATION, idempotency);
  if (input.externalRef === undefined) return own;
  // No Idempotency-Key has a space: the two kinds of keys never meet.
  const reference = {
    key: `${input.trigger} ${input.externalRef}`,
    bodyHash: contentHash({ ...COMMERCE_DEFAULTS, ...input }),
  };
  const order = referenceKey(requestKey(deps, caller, OPERATION, reference, 'workspace'));
  return idempotency === null ? order : orderKey(deps.commands, order, own);
};

const OPERATION = 'commerce_video';

/** Refusals: topic_banned, those of the provider, the start frame and the engines. */
const resolve = async (deps: CommerceDeps, caller: Caller, input: CommerceInput): Promise<Result<Resolved>> => {
  const { profile } = await readProfile(deps, caller);
  const brief = briefOf(input, profile.subtitlePolicy.primaryLanguage);
  const banned = whyBanned(profile, textsOf(brief));
  if (banned !== undefined) return banned;
  const { providerB } = deps;
  if (providerB === null || !deps.engines.has(providerB)) {
    return refused('provider_unavailable', 'no engine of this deployment is bound as provider_b');
  }
  const frame = await startFrameAt(deps.references, caller.workspaceId, input.product.imageUrl, '/product/imageUrl');
  if (frame.kind === 'refused') return frame;
  const { voice, limitations: spoken } = await chooseSpeaker(deps, brief.language);
  const limitations = [...spoken, ...brief.unsaid.map((text) => `too short to say in full: ${text}`)];
  const film: Film = {
    title: brief.title,
    ...filmSize('768P', input.aspectRatio ?? COMMERCE_DEFAULTS.aspectRatio),
    ...styleUnder(profile, { negativePrompt: null, styleNotes: null }),
    pictures: true,
    scenes: brief.scenes.map((scene, index) => ({ ...scene, startFrameKey: index === 0 ? frame.value : null })),
    captions: true,
    voice,
    music: null,
  };
  const job = { kind: 'commerce', operation: OPERATION, projectId: null } as const;
  const wanted = await wantFilm(deps, { ...job, film, checkpoints: NO_CHECKPOINTS, engine: providerB, limitations });
  return wanted.kind === 'refused' ? wanted : ok({ brief, film, limitations, wanted: wanted.value });
};

const textsOf = ({ title, scenes, closingCard }: Brief): readonly string[] => [
  title,
  closingCard.title,
  ...closingCard.lines,
  ...scenes.flatMap(({ prompt, line }) => [prompt, line]),
];

/** Makes nothing, and claims neither key nor order. */
const preview = async (services: CommerceDeps, caller: Caller, input: CommerceInput): Promise<Result<StoredAnswer>> => {
  const deps = await withOwnKeys(services, caller.workspaceId);
  const resolved = await resolve(deps, caller, input);
  if (resolved.kind === 'refused') return resolved;
  const { brief, film, limitations, wanted } = resolved.value;
  const scenes = brief.scenes.map(({ prompt, line, durationMs }) => ({
    prompt,
    line,
    durationSeconds: durationMs / 1_000,
  }));
  const { kind, title, language, closingCard } = brief;
  const tasks = jobTasks(deps.prices, wanted.engines, wanted.tasks);
  const body: Body = {
    ok: true,
    dryRun: true,
    brief: { kind, title, language, scenes, closingCard, limitations },
    provider: 'provider_b',
    providerPayload: {
      engine: deps.providerB,
      width: film.width,
      height: film.height,
      durationSeconds: lengthOf(film.scenes) / 1_000,
      voice: film.voice,
      startFrame: film.scenes.some(({ startFrameKey }) => startFrameKey !== null),
      scenes,
    },
    requiredCredits: tasks.reduce((sum, { priceCredits }) => sum + priceCredits, 0),
  };
  return ok({ ...json(200, body), replayed: false });
};

/**
 * The voice, by the language of the customer. `locale` as in BCP 47. A video is made also where no voice speaks its
 * language, and says so.
 */
const chooseSpeaker = async (deps: Pick<Services, 'engines' | 'prices'>, locale: string): Promise<Speaker> => {
  const written = writtenLanguage(locale);
  const isForeign = written !== primaryOf(locale);
  const asked = isForeign ? written : locale;
  const chosen = await localSpeaker(deps, asked);
  const speaker = chosen.kind === 'ok' ? chosen.value : speakerOf([], asked);
  const foreign = isForeign ? [`this service writes no ${locale}: the lines are in English`] : [];
  return { ...speaker, limitations: [...foreign, ...speaker.limitations] };
};
