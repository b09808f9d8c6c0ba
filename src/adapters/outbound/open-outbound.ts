/**
 * The guarded way out. In order: the address as written, a place, and the vetted addresses of the name. Then one
 * connection that is pinned to these, one request, and a bounded answer.
 */
import { systemCode } from '../../kernel/disk-fault.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { within } from '../../kernel/within.ts';
import type { Logger, Metrics, Timers } from '../../ports/basics.ts';
import type { Outbound, OutboundAnswer, OutboundCall, OutboundRefusal } from '../../ports/outbound.ts';
import { connectTo } from './connect.ts';
import { askOn, readAnswer } from './exchange.ts';
import { createPlaces } from './places.ts';
import { isPublicAddress } from './public-address.ts';
import { Refusal } from './refusal.ts';
import { createDnsResolve, type Resolve, vettedAddresses } from './resolve-name.ts';
import { type Target, targetOf } from './target.ts';

export type OutboundDeps = {
  readonly timers: Pick<Timers, 'sleep'>;
  readonly logger: Pick<Logger, 'info'>;
  readonly metrics: Pick<Metrics, 'count'>;
  /** Names of this service itself, in lower case: it does not call itself. */
  readonly ownNames?: readonly string[];
};

/** The parts that a test replaces, to have hosts of its own. */
export type OutboundRules = {
  readonly resolve: Resolve;
  readonly isAllowed: (address: string) => boolean;
  readonly ports: readonly number[];
  readonly ca?: string;
  readonly resolveMs: number;
  readonly connectMs: number;
  readonly firstByteMs: number;
};

const RULES: OutboundRules = {
  resolve: createDnsResolve(),
  isAllowed: isPublicAddress,
  ports: [443],
  resolveMs: limits.outboundResolveMs,
  connectMs: limits.outboundConnectMs,
  firstByteMs: limits.outboundFirstByteMs,
};

type Read<T> = (answer: OutboundAnswer) => Promise<T>;

export const openOutbound = (deps: OutboundDeps, replaced: Partial<OutboundRules> = {}): Outbound => {
  const { timers, logger, metrics, ownNames = [] } = deps;
  const rules = { ...RULES, ...replaced };
  const places = createPlaces();
  const timed = async <T>(ms: number, parent: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    within({ timers, ms, parent, late: () => new Refusal('timed_out') }, work);

  const exchange = async <T>(target: Target, call: OutboundCall, read: Read<T>, over: AbortSignal): Promise<T> => {
    const addresses = await timed(rules.resolveMs, over, async (signal) =>
      vettedAddresses(target.name, rules.resolve, rules.isAllowed, signal),
    );
    const socket = await timed(rules.connectMs, over, async (signal) => connectTo(target, addresses, rules, signal));
    const hangUp = (): void => void socket.destroy();
    over.addEventListener('abort', hangUp, { once: true });
    try {
      const response = await timed(rules.firstByteMs, over, async (signal) => askOn(socket, target, call, signal));
      return await readAnswer(response, call.bytesMax, read, over);
    } finally {
      over.removeEventListener('abort', hangUp);
      hangUp();
    }
  };

  const attempt = async <T>(call: OutboundCall, read: Read<T>, callers: AbortSignal): Promise<T> => {
    const target = targetOf(call.url, { ports: rules.ports, ownNames });
    try {
      return await timed(call.totalMs, callers, async (over) =>
        places.run({ ...call, host: target.name }, async () => exchange(target, call, read, over), over),
      );
    } catch (error) {
      if (error instanceof Refusal) {
        logger.info(
          { host: target.name, why: error.why, code: systemCode(error.cause) },
          'a call to a host was refused',
        );
      }
      throw error;
    }
  };

  return Object.freeze({
    call: async <T>(call: OutboundCall, read: Read<T>) => {
      const { signal: callers, stop } = cancelledBy(call.signal);
      try {
        const value = await attempt(call, read, callers);
        metrics.count('pi_outbound_calls_total', { outcome: 'answered' });
        return { kind: 'answered', value } as const;
      } catch (error) {
        const why = whyRefused(error);
        metrics.count('pi_outbound_calls_total', { outcome: why ?? 'failed' });
        if (why === undefined) throw error;
        return { kind: 'refused', why } as const;
      } finally {
        stop();
      }
    },
  });
};

/** A signal whose reason is a fault, as `within` wants it. */
const cancelledBy = (signal: AbortSignal | undefined) => {
  const callers = new AbortController();
  const cancel = (): void =>
    callers.abort(new Fault('cancelled', 'the caller stopped waiting', { cause: signal?.reason }));
  if (signal?.aborted === true) cancel();
  else signal?.addEventListener('abort', cancel, { once: true });
  return { signal: callers.signal, stop: () => signal?.removeEventListener('abort', cancel) };
};

const whyRefused = (error: unknown): OutboundRefusal | undefined => (error instanceof Refusal ? error.why : undefined);
