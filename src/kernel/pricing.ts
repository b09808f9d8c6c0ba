/** The price list, in credits. A plan names the list that it was priced by. */
import { contentHash } from './canonical-json.ts';
import { limits } from './limits.ts';

/** The kinds of media, as the port of engines names them. */
type Makes = 'image' | 'clip' | 'speech' | 'music' | 'assembly' | 'report';

/** The facts that a price depends on. */
export type Priced = { readonly engine: string } & (
  | { readonly makes: 'speech'; readonly words: number }
  | { readonly makes: 'music'; readonly durationMs: number }
  | { readonly makes: Exclude<Makes, 'speech' | 'music'> }
);

/** Credits by engine, then by what it makes: units as below. */
export type OwnPrices = Readonly<Record<string, Readonly<Partial<Record<Makes, number>>>>>;

export type PriceList = {
  readonly version: string;
  /** Credits for one rendered picture, by engine. */
  readonly image: Readonly<Record<string, number>>;
  /** Of one scene. The same for all engines without a price of their own, here and below. */
  readonly clip: number;
  /** Of each started minute of words. */
  readonly speech: number;
  /** Of each started half minute. */
  readonly music: number;
  /** Of a film that is put together from its scenes, and of the measures of it. */
  readonly assembly: number;
  readonly report: number;
  /** Prices of configured providers, which come first. */
  readonly own: OwnPrices;
};

/**
 * A changed price makes another version of the list. A call that names a plan of the version before is refused
 * (`src/application/work/storyboard/select.ts`). Queued work keeps its price, which is in its job.
 */
const prices = {
  image: { service_images: 1, provider_c: 4 },
  clip: 5,
  speech: 2,
  music: 3,
  assembly: 0,
  report: 0,
} as const;

/** The list with the prices of configured providers; its version follows from all of them. */
export const priceListWith = (own: OwnPrices): PriceList => {
  const named = Object.keys(own).length === 0 ? prices : { ...prices, own };
  return { version: `2026-11-${contentHash(named).slice(0, 8)}`, ...prices, own };
};

/** Credits for one unit of an engine's work. Undefined: it has no price, and cannot be planned. */
export const unitPrice = (list: PriceList, makes: Makes, engine: string): number | undefined => {
  const own = Object.hasOwn(list.own, engine) ? list.own[engine] : undefined;
  // A provider makes what it has prices for, and nothing else.
  if (own !== undefined) return own[makes];
  return makes === 'image' ? list.image[engine] : list[makes];
};

/** Credits for one attempt; undefined where the engine has no price. */
export const priceOf = (list: PriceList, priced: Priced): number | undefined => {
  const unit = unitPrice(list, priced.makes, priced.engine);
  return unit === undefined ? undefined : unit * unitsOf(priced);
};

const unitsOf = (priced: Priced): number => {
  switch (priced.makes) {
    case 'speech':
      return Math.max(1, Math.ceil(priced.words / limits.wordsPerMinute));
    case 'music':
      return Math.max(1, Math.ceil(priced.durationMs / limits.musicPriceStepMs));
    default:
      return 1;
  }
};

/** The most that a requirement may cost, repairs by people included. */
export const creditCeiling = (price: number): number =>
  price * (limits.attemptsByLadderMax + limits.attemptsByPersonMax);
