/** Which engines make an output, as `route.ts` chooses among the configured ones. */
import { unitPrice } from '../../kernel/pricing.ts';
import type { Engine, Makes } from '../../ports/engine.ts';
import type { Services } from '../services/services.ts';
import { AUTO, route } from './route.ts';

export type Blocker = { readonly code: string; readonly message: string; readonly requirementId?: string };

export type ResolvedEngines = { readonly engines: readonly string[]; readonly blockers: readonly Blocker[] };

/** Whether an engine that makes the output can do this very request. */
export type Fits = (engine: Engine) => boolean;

/** `asked`: an engine by its name, or `auto`. */
export const resolveEngines = async (
  { engines: configured, prices }: Pick<Services, 'engines' | 'prices'>,
  asked: string,
  makes: Makes = 'image',
  fits: Fits = () => true,
): Promise<ResolvedEngines> => {
  // Waiting helps no engine that is not installed: it counts as not configured.
  const there = [...configured].filter(([, { notInstalled }]) => notInstalled === undefined);
  const candidates = there.map(async ([askedAs, engine]) => {
    const isMaker = engine.makes.includes(makes);
    return {
      name: engine.name,
      askedAs,
      makes: isMaker,
      priceCredits: unitPrice(prices, makes, engine.name),
      fits: isMaker && fits(engine),
      reachable: isMaker && (await engine.available()),
    };
  });
  const routed = route(await Promise.all(candidates), asked);
  switch (routed.kind) {
    case 'routed':
      return { engines: routed.engines, blockers: [] };
    case 'away': {
      const message = `${routed.engines[0] ?? ''} cannot be reached now; try again later`;
      return { engines: routed.engines, blockers: [{ code: 'provider_unavailable', message }] };
    }
    case 'not_configured': {
      const message = whyNone([...configured.values()], asked, makes);
      return {
        engines: [asked === AUTO ? 'none' : asked],
        blockers: [{ code: 'provider_not_configured', message }],
      };
    }
  }
};

const whyNone = (engines: readonly Engine[], asked: string, makes: Makes): string => {
  const makers = engines.filter((engine) => engine.makes.includes(makes) && (asked === AUTO || asked === engine.name));
  const missing = makers.find(({ notInstalled }) => notInstalled !== undefined);
  if (missing !== undefined) return `${missing.name}: ${missing.notInstalled ?? ''}`;
  return asked === AUTO
    ? `no ${makes} engine is configured`
    : `${asked} is not configured on this deployment; choose another engine or "auto"`;
};
