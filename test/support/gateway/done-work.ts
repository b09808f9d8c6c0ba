/** A work that a provider has done, an engine that may ask about it, and the provider's answers. */
import type { ExecutionContext } from 'ava';
import type { LookedUp } from '../../../src/ports/engine.ts';
import { requestOf } from '../engines/painter.ts';
import { tempScratch } from '../process/temp-scratch.ts';
import type { Make } from './gateway-double.ts';
import { remoteEngine } from './remote-engine.ts';
import { type Place, serveGateway, type Trouble } from './serve-gateway.ts';

const ATTEMPT = 'hold.0.1.0';
const { signal } = new AbortController();

export const givenDoneWork = async (
  t: ExecutionContext,
  make: Make,
  troubles: Partial<Record<Place, Trouble>> = {},
  deps: Parameters<typeof remoteEngine>[2] = {},
) => {
  const { url, double } = await serveGateway(t, { make, steps: 0, trouble: ({ at }) => troubles[at] });
  const engine = remoteEngine(t, { url }, deps);
  const work = double.submit(ATTEMPT, requestOf({ width: 8, height: 8 }), []);
  await double.step(work);
  const folders = tempScratch(t);
  const poll = async (id = work.id, asked = engine): Promise<LookedUp | undefined> =>
    asked.poll?.(id, folders.open(), signal);
  const lookup = async (key = ATTEMPT): Promise<LookedUp | undefined> => engine.lookup?.(key, folders.open(), signal);
  return { double, engine, poll, lookup };
};
