/** An engine of the calls of a provider: left alone while it fails, and asked about its health now and then. */
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Logger } from '../../ports/basics.ts';
import type { Done, Engine, Scratch, Submitted } from '../../ports/engine.ts';
import { createBreaker } from './breaker.ts';
import type { RemotePace } from './pace.ts';
import type { PlainClient } from './plain-client.ts';

export type GuardedDeps = Pick<
  Engine,
  'name' | 'version' | 'makes' | 'voices' | 'sounds' | 'inFlightMax' | 'limits'
> & {
  readonly calls: RemoteCalls;
  readonly pace: RemotePace;
  readonly client: PlainClient;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly logger: Pick<Logger, 'warn'>;
};

export const createGuardedEngine = (deps: GuardedDeps): Engine => {
  const { calls, client, clock, logger, pace, ...description } = deps;
  const { name, makes } = description;
  const { health, perform, poll, ...rest } = calls;
  const breaker = createBreaker(clock);

  const performed: Engine['perform'] = async (key, request, scratch, signal, callbackUrl) => {
    if (signal.aborted) throw new Fault('cancelled', 'the call was called off');
    if (!makes.includes(request.makes)) throw new Fault('rejected', `${name} is not asked for ${request.makes}`);
    if (!breaker.admits()) throw new Fault('unavailable', `${name} has failed again and again, and is left alone`);
    try {
      const answer: Done | Submitted = await perform(key, request, scratch, signal, callbackUrl);
      breaker.succeeded();
      if (answer.kind === 'submitted') pace.submitted(answer.ref);
      return answer;
    } catch (error) {
      breaker[saysOf(error)]();
      const restMs = restOf(error);
      if (restMs !== undefined) pace.rest(restMs);
      throw error;
    }
  };

  /** Why it cannot be used, as the log has it; undefined while it can. */
  let told: string | undefined;
  const tell = (why: string | undefined): void => {
    if (why !== undefined && why !== told) logger.warn({ engine: name, why }, 'a provider cannot be used');
    told = why;
  };

  const isHealthy = async (): Promise<boolean> => {
    const call = {
      method: 'GET',
      url: health,
      totalMs: limits.remoteHealthMs,
      signal: new AbortController().signal,
    } as const;
    const why = await client
      .call(call, async ({ status }) =>
        Promise.resolve(status >= 200 && status < 300 ? undefined : `its health answers ${status}`),
      )
      .catch(whyOf);
    tell(why);
    return why === undefined;
  };
  /** Another process may have heard the outcome of work that keeps a place here. */
  let lookedAt = -Infinity;
  const lookAtWorks = async (): Promise<void> => {
    if (calls.isOver === undefined || clock.monotonic() - lookedAt < limits.underWayAskMs) return;
    lookedAt = clock.monotonic();
    for (const ref of pace.underWay()) {
      // A question that fails is asked again.
      if (await calls.isOver(ref, new AbortController().signal).catch(() => false)) pace.over(ref);
    }
  };

  const take = (): boolean => {
    const isTaken = pace.take();
    if (!isTaken) lookAtWorks().catch(() => undefined);
    return isTaken;
  };

  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined;

  return Object.freeze({
    ...rest,
    ...description,
    pace: { ...pace, take },
    perform: performed,
    ...(poll === undefined
      ? {}
      : {
          poll: async (ref: string, scratch: Scratch, signal: AbortSignal) => {
            const found = await poll(ref, scratch, signal);
            if (found.kind !== 'running') pace.over(ref);
            return found;
          },
        }),
    available: async () => {
      if (breaker.isOpen()) return false;
      const now = clock.monotonic();
      if (asked === undefined || now - asked.at >= limits.remoteHealthAgeMs) asked = { at: now, answer: isHealthy() };
      return asked.answer;
    },
  });
};

/** For the operator: neither has a byte of an answer, or the key. */
const whyOf = (error: unknown): string => {
  if (!isFault(error)) return 'its health could not be asked about';
  const { code } = error.detail;
  return typeof code === 'string' ? `${error.message}: ${code}` : error.message;
};

/** The wish of a provider that has too much to do; undefined for all else. */
const restOf = (error: unknown): number | undefined => {
  if (!isFault(error, 'unavailable')) return undefined;
  const { status, retryAfterMs } = error.detail;
  if (typeof retryAfterMs === 'number') return retryAfterMs;
  return status === 429 ? limits.paceRestMs : undefined;
};

/** A refusal of one request, or of one too many, is the word of a provider that is well. */
const saysOf = (error: unknown): 'succeeded' | 'failed' | 'toldNothing' => {
  if (isFault(error, 'cancelled')) return 'toldNothing';
  if (isFault(error, 'rejected') || (isFault(error) && error.detail['status'] === 429)) return 'succeeded';
  return 'failed';
};

/** The calls of one protocol, without the care that all providers need. */
export type RemoteCalls = Pick<
  Engine,
  'repeat' | 'deadlineMs' | 'limitations' | 'untimed' | 'perform' | 'poll' | 'lookup' | 'cancel'
> & {
  /** Whether work goes on no more, as far as the provider tells; of one that submits. */
  isOver?(ref: string, signal: AbortSignal): Promise<boolean>;
  /** An address that a provider answers with success, at no cost, when it can be reached and takes the key. */
  readonly health: URL;
};
