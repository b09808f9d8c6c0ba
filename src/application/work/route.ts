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
 */

import { providerOfOwn } from '../../kernel/own-name.ts';

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

/** `candidates`: in the order of their configuration. `asked`: a name, or `auto`. */
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
