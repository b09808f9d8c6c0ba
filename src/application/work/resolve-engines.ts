/** Which engines make an output: the one asked for, or the first that can be reached. */
import { imagePrice, type PriceList } from '../../kernel/pricing.ts';
import type { Makes } from '../../ports/engine.ts';
import type { Services } from '../services/services.ts';

export type Blocker = { readonly code: string; readonly message: string; readonly requirementId?: string };

export type ResolvedEngines = { readonly engines: readonly string[]; readonly blockers: readonly Blocker[] };

/** Credits by which engines are compared: only pictures have prices by engine. */
const priceBy = (prices: PriceList, makes: Makes, engine: string): number | undefined =>
  makes === 'image' ? imagePrice(prices, engine) : 0;

/**
 * `auto` never blocks while any engine fits. The others follow as the ladder's next engines, but only the ones that
 * cost no more: the hold covers every attempt at the planned price.
 */
export const resolveEngines = async (
  { engines: configured, prices }: Pick<Services, 'engines' | 'prices'>,
  asked: string,
  makes: Makes = 'image',
): Promise<ResolvedEngines> => {
  const fitting = [...configured.values()].filter(
    (engine) => engine.makes.includes(makes) && priceBy(prices, makes, engine.name) !== undefined,
  );
  const names = fitting.map(({ name }) => name);
  const reachable = await Promise.all(fitting.map(async (engine) => engine.available()));
  const available = names.filter((_, index) => reachable[index]);
  if (asked !== 'auto' && !names.includes(asked)) {
    const message = `${asked} is not configured on this deployment; choose another engine or "auto"`;
    return { engines: [asked], blockers: [{ code: 'provider_not_configured', message }] };
  }
  const first = asked === 'auto' ? (available[0] ?? names[0]) : asked;
  if (first === undefined) {
    return {
      engines: ['none'],
      blockers: [{ code: 'provider_not_configured', message: `no ${makes} engine is configured` }],
    };
  }
  const price = priceBy(prices, makes, first) ?? 0;
  const next = available.filter((name) => name !== first && (priceBy(prices, makes, name) ?? Infinity) <= price);
  if (available.includes(first)) return { engines: [first, ...next], blockers: [] };
  const message = `${first} cannot be reached now; try again later`;
  return { engines: [first, ...next], blockers: [{ code: 'provider_unavailable', message }] };
};
