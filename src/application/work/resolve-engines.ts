/**
 * Which engines make an output, as `route.ts` chooses among the configured ones. For want of one a plan has a blocker,
 * and a call without a plan is refused.
 */
import { unitPrice } from '../../kernel/pricing.ts';
import type { Engine, Makes } from '../../ports/engine.ts';
import { ok, refused, type Refused, type Result } from '../calls/result.ts';
import type { Services } from '../services/services.ts';
import { AUTO, route } from './route.ts';

export type Blocker = { readonly code: string; readonly message: string; readonly requirementId?: string };

/** `blocker`: why none of them can be asked now. */
export type ResolvedEngines = { readonly engines: readonly string[]; readonly blocker?: Blocker };

type Deps = Pick<Services, 'engines' | 'prices'>;

/** Whether an engine that makes the output can do this very request. */
export type Fits = (engine: Engine) => boolean;

/** `asked`: an engine by its name, or `auto`. */
export const resolveEngines = async (
  { engines: configured, prices }: Deps,
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
      return { engines: routed.engines };
    case 'away': {
      const message = `${routed.engines[0] ?? ''} cannot be reached now; try again later`;
      return { engines: routed.engines, blocker: { code: 'provider_unavailable', message } };
    }
    case 'not_configured': {
      const message = whyNone([...configured.values()], asked, makes);
      return { engines: [asked === AUTO ? 'none' : asked], blocker: { code: 'provider_not_configured', message } };
    }
  }
};

/** The engines that may make an output, the chosen one first. */
export const chooseEngines = async (
  deps: Deps,
  makes: Makes,
  asked = AUTO,
  fits?: Fits,
): Promise<Result<readonly string[]>> => {
  const { engines, blocker } = await resolveEngines(deps, asked, makes, fits);
  return blocker === undefined ? ok(engines) : refusedBy(blocker, makes, asked);
};

/** The refusal of a call for what blocks a plan. */
export const refusedBy = ({ code, message }: Blocker, makes: Makes, asked: string): Refused =>
  refused(code === 'provider_unavailable' ? code : 'provider_not_configured', message, { engine: asked, makes });

const whyNone = (engines: readonly Engine[], asked: string, makes: Makes): string => {
  const makers = engines.filter((engine) => engine.makes.includes(makes) && (asked === AUTO || asked === engine.name));
  const missing = makers.find(({ notInstalled }) => notInstalled !== undefined);
  if (missing !== undefined) return `${missing.name}: ${missing.notInstalled ?? ''}`;
  return asked === AUTO
    ? `no ${makes} engine is configured`
    : `${asked} is not configured on this deployment; choose another engine or "auto"`;
};
