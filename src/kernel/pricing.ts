/** The price list, in credits. A plan names the list that it was priced by. */
import { contentHash } from './canonical-json.ts';
import { limits } from './limits.ts';

/** The facts that a price depends on. */
export type Priced =
  | { readonly makes: 'image'; readonly engine: string }
  | { readonly makes: 'speech'; readonly words: number }
  | { readonly makes: 'music'; readonly durationMs: number }
  | { readonly makes: 'clip' | 'assembly' | 'report' };

export type PriceList = {
  readonly version: string;
  /** Credits for one rendered picture, by engine. */
  readonly image: Readonly<Record<string, number>>;
  /** Of one scene. */
  readonly clip: number;
  /** Of each started minute of words. */
  readonly speech: number;
  /** Of each started half minute. */
  readonly music: number;
  /** Of a film that is put together from its scenes, and of the measures of it. */
  readonly assembly: number;
  readonly report: number;
};

const prices = {
  image: { service_images: 1, provider_c: 4 },
  clip: 5,
  speech: 2,
  music: 3,
  assembly: 0,
  report: 0,
} as const;

export const priceList: PriceList = { version: `2026-11-${contentHash(prices).slice(0, 8)}`, ...prices };

/** Credits for one attempt on an engine. An engine without a price cannot be planned. */
export const imagePrice = (list: PriceList, engine: string): number | undefined => list.image[engine];

/** Credits for one attempt; undefined for a picture of an engine without a price. */
export const priceOf = (list: PriceList, priced: Priced): number | undefined => {
  switch (priced.makes) {
    case 'image':
      return imagePrice(list, priced.engine);
    case 'speech':
      return list.speech * Math.max(1, Math.ceil(priced.words / limits.wordsPerMinute));
    case 'music':
      return list.music * Math.max(1, Math.ceil(priced.durationMs / limits.musicPriceStepMs));
    default:
      return list[priced.makes];
  }
};

/** The most that a requirement may cost, repairs by people included. */
export const creditCeiling = (price: number): number =>
  price * (limits.attemptsByLadderMax + limits.attemptsByPersonMax);
