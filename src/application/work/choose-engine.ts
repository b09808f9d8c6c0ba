/** The engine of a call without QA: named and not there is refused, `auto` takes the first that fits. */
import { imagePrice } from '../../kernel/pricing.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { Services } from '../services/services.ts';
import { resolveEngines } from './resolve-engines.ts';

export type ChosenEngine = { readonly engine: string; readonly priceCredits: number };

export const chooseEngine = async (services: Services, asked: string): Promise<Result<ChosenEngine>> => {
  const { engines, blockers } = await resolveEngines(services, asked);
  const [blocker] = blockers;
  const engine = engines[0] ?? '';
  if (blocker === undefined) return ok({ engine, priceCredits: imagePrice(services.prices, engine) ?? 0 });
  const code = blocker.code === 'provider_unavailable' ? 'provider_unavailable' : 'provider_not_configured';
  return refused(code, blocker.message, { engine: asked });
};
