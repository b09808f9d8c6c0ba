/** Many requests that come at once are begun in several turns of the event loop: the others go on in between. */
import type { Turns } from '../../ports/basics.ts';
import type { Middleware } from '../transport/exchange.ts';

export const shareTurns =
  (turns: Turns): Middleware =>
  async (_context, next) => {
    const rest = turns.due();
    if (rest !== undefined) await rest;
    return next();
  };
