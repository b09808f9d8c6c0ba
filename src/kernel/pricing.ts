/** The price list, in credits. A plan names the list that it was priced by. */
import { contentHash } from './canonical-json.ts';
import { limits } from './limits.ts';

export type PriceList = {
  readonly version: string;
  /** Credits for one rendered picture, by engine. */
  readonly image: Readonly<Record<string, number>>;
};

const image = { service_images: 1, provider_c: 4 } as const;

export const priceList: PriceList = {
  version: `2026-11-${contentHash({ image }).slice(0, 8)}`,
  image,
};

/** Credits for one attempt on an engine. An engine without a price cannot be planned. */
export const imagePrice = (list: PriceList, engine: string): number | undefined => list.image[engine];

/** The most that a requirement may cost, repairs by people included. */
export const creditCeiling = (price: number): number =>
  price * (limits.attemptsByLadderMax + limits.attemptsByPersonMax);
