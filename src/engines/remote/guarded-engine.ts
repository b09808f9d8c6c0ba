/** An engine of the calls of a provider: left alone while it fails, and asked about its health now and then. */
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';
import type { Done, Engine, EngineRequest, Scratch, Submitted } from '../../ports/engine.ts';
import { createBreaker } from './breaker.ts';
import type { PlainClient } from './plain-client.ts';
import type { RemoteCalls } from './remote-calls.ts';

export type GuardedDeps = Pick<Engine, 'name' | 'version' | 'makes' | 'voices' | 'inFlightMax'> & {
  readonly calls: RemoteCalls;
  readonly client: PlainClient;
  readonly clock: Pick<Clock, 'monotonic'>;
};

export const createGuardedEngine = (deps: GuardedDeps): Engine => {
  const { calls, client, clock, name, version, makes, voices, inFlightMax } = deps;
  const { health, perform, ...rest } = calls;
  const breaker = createBreaker(clock);

  const performed = async (key: string, request: EngineRequest, scratch: Scratch, signal: AbortSignal) => {
    if (signal.aborted) throw new Fault('cancelled', 'the call was called off');
    if (!makes.includes(request.makes)) throw new Fault('rejected', `${name} is not asked for ${request.makes}`);
    if (!breaker.admits()) throw new Fault('unavailable', `${name} has failed again and again, and is left alone`);
    try {
      const answer: Done | Submitted = await perform(key, request, scratch, signal);
      breaker.succeeded();
      return answer;
    } catch (error) {
      const says = saysOf(error);
      breaker[says]();
      throw error;
    }
  };

  const isHealthy = async (): Promise<boolean> => {
    const call = {
      method: 'GET',
      url: health,
      totalMs: limits.remoteHealthMs,
      signal: new AbortController().signal,
    } as const;
    return client.call(call, async ({ status }) => Promise.resolve(status >= 200 && status < 300)).catch(() => false);
  };
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined;

  return Object.freeze({
    ...rest,
    name,
    version,
    makes,
    inFlightMax,
    ...(voices === undefined ? {} : { voices }),
    perform: performed,
    available: async () => {
      if (breaker.isOpen()) return false;
      const now = clock.monotonic();
      if (asked === undefined || now - asked.at >= limits.remoteHealthAgeMs) asked = { at: now, answer: isHealthy() };
      return asked.answer;
    },
  });
};

/** A refusal of one request, or of one too many, is the word of a provider that is well. */
const saysOf = (error: unknown): 'succeeded' | 'failed' | 'toldNothing' => {
  if (isFault(error, 'cancelled')) return 'toldNothing';
  if (isFault(error, 'rejected') || (isFault(error) && error.detail['status'] === 429)) return 'succeeded';
  return 'failed';
};
