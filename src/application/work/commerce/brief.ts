/** The brief of a commerce video: what it shows and says, by rule of what the caller has told. Pure. */
import { firstCharacters } from '../../../kernel/text.ts';
import { limits } from '../../../kernel/limits.ts';
import type { FilmScene } from '../film/film.ts';
import { scenesOf } from '../film/scenes.ts';
import { fitting, joined, spokenMs, wordsOf } from '../speech/spoken.ts';
import { phrasesIn, writtenLanguage } from './phrases.ts';

export type Product = {
  readonly title: string;
  readonly imageUrl?: string;
  readonly price?: string;
  readonly url?: string;
  readonly description?: string;
};

export type CommerceInput = {
  readonly trigger: 'abandoned_cart' | 'post_purchase' | 'objection_handling' | 'cross_sell';
  readonly product: Product;
  readonly customer?: { readonly firstName?: string; readonly locale?: string };
  readonly objections?: readonly string[];
  readonly crossSellProducts?: readonly Product[];
  readonly brandName?: string;
  readonly ctaUrl?: string;
  readonly aspectRatio?: '16:9' | '9:16' | '1:1' | '4:5' | '2:3';
  readonly durationSeconds?: number;
  readonly shopDomain?: string;
  readonly externalRef?: string;
  readonly dryRun?: boolean;
};

export type VideoKind = 'objection_handling' | 'cross_sell';

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
};

/** spec, CommerceVideoRequest. */
export const COMMERCE_DEFAULTS = { aspectRatio: '9:16', durationSeconds: 8, dryRun: false } as const;

const DEFAULT_LOCALE = 'en';

/** One thing that the video says, and the picture to it. */
type Point = { readonly prompt: string; readonly line: string };

export const briefOf = (input: CommerceInput): Brief => {
  const kind = KINDS[input.trigger];
  const points = pointsOf(input, kind);
  const spans = scenesOf(input.durationSeconds ?? COMMERCE_DEFAULTS.durationSeconds);
  const closingCard = cardOf(input);
  const shown = spans.map((_, scene) => pointAt(scene, spans.length, points.length));
  return {
    kind,
    title: input.product.title,
    language: input.customer?.locale ?? DEFAULT_LOCALE,
    closingCard,
    scenes: spans.map((span, scene) => {
      const point = points[shown[scene] ?? 0];
      // A point that is on for several scenes is said in the first of them.
      const isNew = shown.indexOf(shown[scene] ?? 0) === scene;
      const line = isNew ? fitted(capitalised(point?.line ?? ''), span.durationMs) : '';
      const card = scene === spans.length - 1 ? closingCard : null;
      return { ...span, prompt: `${FRAMINGS[scene % FRAMINGS.length]}. ${point?.prompt}`, line, card };
    }),
  };
};

/** As it is, or its first words. */
const fitted = (line: string, ms: number): string =>
  spokenMs(line) <= ms ? line : joined(fitting(wordsOf(line), ms)[0]);

const capitalised = (line: string): string => `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`;

const FRAMINGS = ['Product shot', 'Close up', 'Medium shot', 'Wide shot'] as const;

/** The first point is the first scene's, and the last one the last scene's. Points without a scene are left out. */
const pointAt = (scene: number, scenes: number, points: number): number =>
  scenes === 1 ? 0 : Math.round((scene * (points - 1)) / (scenes - 1));

const pointsOf = (input: CommerceInput, kind: VideoKind): readonly Point[] => {
  const { trigger, product, customer = {}, objections = [], crossSellProducts = [] } = input;
  const say = phrasesIn(writtenLanguage(customer.locale ?? DEFAULT_LOCALE));
  const { title } = product;
  const name = customer.firstName ?? '';
  const prompt = promptOf(product);
  const closing = { prompt, line: say.closing(title) };
  if (kind === 'cross_sell') {
    const offers = crossSellProducts.map((one) => ({ prompt: promptOf(one), line: say.goesWith(one.title) }));
    return [{ prompt, line: say.thanks(title, name) }, ...offers, closing];
  }
  const opening = trigger === 'abandoned_cart' ? say.stillThinking(title, name) : say.aQuestion(title, name);
  const answers = objections.map((objection) => ({ prompt: `${prompt} ${objection}`, line: say.youAsked(objection) }));
  return [{ prompt, line: opening }, ...answers, closing];
};

const promptOf = ({ title, description }: Product): string =>
  firstCharacters(description === undefined ? `${title}.` : `${title}. ${description}`, PROMPT_CHARS);

/** A frame holds no more. */
const PROMPT_CHARS = 1_000;

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
