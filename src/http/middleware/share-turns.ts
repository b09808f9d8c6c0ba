/**
 * Many requests that come at once are begun in several turns of the event loop: the others go on in between. A request
 * awaits nothing where it need not: else all of a burst would pass before the first of them has done anything.
 */
import type { Turns } from '../../ports/basics.ts';
import type { Middleware } from '../transport/exchange.ts';

export const shareTurns =
  (turns: Turns): Middleware =>
  async (_context, next) => {
    const rest = turns.due();
    if (rest !== undefined) await rest;
    return next();
  };
