/** The brief of a commerce video: what it shows and says, by rule of what the caller has told. Pure. */
import { firstCharacters } from '../../../kernel/text.ts';
import { limits } from '../../../kernel/limits.ts';
import type { FilmScene } from '../film/film.ts';
import { scenesOf } from '../film/scenes.ts';
import { placePoints } from './place-points.ts';
import { pointsOf } from './points.ts';
import type { CommerceInput, VideoKind } from './request.ts';

/** spec: "abandoned_cart and objection_handling produce an objection-handling video", the others a cross-sell video. */
const KINDS: Readonly<Record<CommerceInput['trigger'], VideoKind>> = {
  abandoned_cart: 'objection_handling',
  objection_handling: 'objection_handling',
  post_purchase: 'cross_sell',
  cross_sell: 'cross_sell',
};

export type Brief = {
  readonly kind: VideoKind;
  readonly title: string;
  /** As BCP 47. */
  readonly language: string;
  readonly scenes: readonly Omit<FilmScene, 'startFrameKey'>[];
  readonly closingCard: { readonly title: string; readonly lines: readonly string[] };
  /** Objections and products that the video is too short for. */
  readonly unsaid: readonly string[];
};

/** spec, CommerceVideoRequest. */
export const COMMERCE_DEFAULTS = { aspectRatio: '9:16', durationSeconds: 8, dryRun: false } as const;

const DEFAULT_LOCALE = 'en';

/** `otherwise`: the language of a customer without a locale. */
export const briefOf = (input: CommerceInput, otherwise: string = DEFAULT_LOCALE): Brief => {
  const language = input.customer?.locale ?? otherwise;
  const kind = KINDS[input.trigger];
  const spans = scenesOf(input.durationSeconds ?? COMMERCE_DEFAULTS.durationSeconds);
  // A rest that is too short for a sentence goes on with the scene before it, and with its card.
  const telling = spans.filter(({ durationMs }) => durationMs >= limits.sentenceMsMin);
  const placed = placePoints(pointsOf(input, kind, language), telling);
  const closingCard = cardOf(input);
  return {
    kind,
    title: input.product.title,
    language,
    closingCard,
    unsaid: placed.unsaid,
    scenes: spans.map((span, scene) => ({
      ...span,
      prompt: `${FRAMINGS[scene % FRAMINGS.length]}. ${(placed.scenes[scene] ?? placed.scenes.at(-1))?.prompt ?? ''}`,
      line: placed.scenes[scene]?.line ?? '',
      card: scene >= telling.length - 1 ? closingCard : null,
    })),
  };
};

const FRAMINGS = ['Product shot', 'Close up', 'Medium shot', 'Wide shot'] as const;

const cardOf = ({ product, brandName, ctaUrl, shopDomain }: CommerceInput): Brief['closingCard'] => {
  const address = ctaUrl === undefined ? shopDomain : withoutScheme(ctaUrl);
  const lines = [brandName === undefined ? undefined : product.title, product.price, address];
  return {
    title: brandName ?? product.title,
    lines: lines.flatMap((line) => (line === undefined ? [] : firstCharacters(line, limits.shortTextCharsMax))),
  };
};

/** As people type it; its query is for machines. */
const withoutScheme = (address: string): string => {
  const url = URL.parse(address);
  return url === null ? address : `${url.host}${url.pathname === '/' ? '' : url.pathname}`;
};
