/** Which engines pictures are planned with: the one asked for, or the first that can be reached. */
import { imagePrice } from '../../kernel/pricing.ts';
import type { Services } from '../services/services.ts';

export type Blocker = { readonly code: string; readonly message: string; readonly requirementId?: string };

export type ResolvedEngines = { readonly engines: readonly string[]; readonly blockers: readonly Blocker[] };

/**
 * `auto` never blocks while any engine fits. The others follow as the ladder's next engines, but only the ones that
 * cost no more: the hold covers every attempt at the planned price.
 */
export const resolveEngines = async (
  { engines: configured, prices }: Pick<Services, 'engines' | 'prices'>,
  asked: string,
): Promise<ResolvedEngines> => {
  const fitting = [...configured.values()].filter(
    ({ name, makes }) => makes.includes('image') && imagePrice(prices, name) !== undefined,
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
      blockers: [{ code: 'provider_not_configured', message: 'no image engine is configured' }],
    };
  }
  const price = imagePrice(prices, first) ?? 0;
  const next = available.filter((name) => name !== first && (imagePrice(prices, name) ?? Infinity) <= price);
  if (available.includes(first)) return { engines: [first, ...next], blockers: [] };
  const message = `${first} cannot be reached now; try again later`;
  return { engines: [first, ...next], blockers: [{ code: 'provider_unavailable', message }] };
};
