/**
 * Which engines make an output, as `route` chooses among the configured ones. For want of one a plan has a blocker, and
 * a call without a plan is refused.
 */
import { unitPrice } from '../../kernel/pricing.ts';
import type { Engine, Makes } from '../../ports/engine.ts';
import { ok, refused, type Refused, type Result } from '../calls/result.ts';
import type { Services } from '../services/services.ts';
import { providerOfOwn } from '../../kernel/own-name.ts';

export type Blocker = { readonly code: string; readonly message: string; readonly requirementId?: string };

/** `blocker`: why none of them can be asked now. */
type ResolvedEngines = { readonly engines: readonly string[]; readonly blocker?: Blocker };

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

export type Candidate = {
  readonly name: string;
  /** By which requests name it; an engine under the workspace's own key has the name of its provider. */
  readonly askedAs: string;
  readonly makes: boolean;
  /** Undefined: it has none. */
  readonly priceCredits: number | undefined;
  /** Whether it can do this very request. */
  readonly fits: boolean;
  readonly reachable: boolean;
};

export type Route =
  /** The chosen one first; at least one. */
  | { readonly kind: 'routed'; readonly engines: readonly string[] }
  /** Named, or the only ones that fit, and away: the engines of a later try. */
  | { readonly kind: 'away'; readonly engines: readonly string[] }
  | { readonly kind: 'not_configured' };

export const AUTO = 'auto';

/**
 * The written policy by which an engine is chosen, for every request that names one or leaves the choice:
 *
 * fit     It makes the output and has a price. It can do this very request, e.g. it has the voice.
 * health  One that can be reached now comes before one that cannot.
 * price   The cheaper one comes first; of equals the one that was configured first.
 *
 * A named engine is taken, or refused: another never gets its work, in no later attempt either. The choice by `auto`
 * never fails while any engine fits and can be reached. The engines behind the first may get the work when the first
 * has refused it and done nothing. They cost no more, because the hold covers every attempt at the planned price. Work
 * under a key of the workspace never goes to an engine under another one: that one would cost credits, or be paid by
 * the operator.
 *
 * `candidates`: in the order of their configuration. `asked`: a name, or `auto`.
 */
export const route = (candidates: readonly Candidate[], asked: string): Route => {
  const able = candidates.filter(({ makes, priceCredits }) => makes && priceCredits !== undefined);
  const ordered = able.filter(({ fits }) => fits).toSorted(byHealthThenPrice);
  const first = asked === AUTO ? ordered[0] : able.find(({ askedAs }) => askedAs === asked);
  if (first === undefined) return { kind: 'not_configured' };
  const isNext = (one: Candidate) =>
    one !== first && one.reachable && priceOf(one) <= priceOf(first) && isOwn(one) === isOwn(first);
  const next = asked === AUTO ? ordered.filter(isNext) : [];
  const engines = [first, ...next].map(({ name }) => name);
  return { kind: first.reachable ? 'routed' : 'away', engines };
};

const isOwn = ({ name }: Candidate): boolean => providerOfOwn(name) !== undefined;

const priceOf = ({ priceCredits }: Candidate): number => priceCredits ?? Infinity;

/** The sort is stable: equals keep the order of their configuration. */
const byHealthThenPrice = (one: Candidate, other: Candidate): number =>
  Number(other.reachable) - Number(one.reachable) || priceOf(one) - priceOf(other);
