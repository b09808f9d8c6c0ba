/**
 * Deliveries by the real use case, supervisor, read model and places of calls, in memory: receivers answer, fail or
 * hang as a test says, processes die, and time is a clock that the test moves. It watches what receivers get.
 */
import { createHash } from 'node:crypto';
import { openWorkProjection } from '../../../projections/open-work/definition.ts';
import type { OpenWorkDocument } from '../../../projections/open-work/document.ts';
import { createPlaces, type Places } from '../../../src/adapters/outbound/places.ts';
import { hmacSha256 } from '../../../src/adapters/system/hmac-sha256.ts';
import type { Caller } from '../../../src/application/calls/caller.ts';
import { createDeliver } from '../../../src/application/deliveries/deliver.ts';
import { createDeliveryAttempts } from '../../../src/application/deliveries/create-delivery-attempts.ts';
import type { CommandHandler } from '../../../src/application/log/command-handler.ts';
import { createCarryOn } from '../../../src/application/reactions/carry-on.ts';
import type { ReactionDeps } from '../../../src/application/reactions/reactions.ts';
import { supervise } from '../../../src/application/reactions/supervise.ts';
import { idOf } from '../../../src/kernel/event.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { Outbound } from '../../../src/ports/outbound.ts';
import { createFakeClock } from '../kernel/fake-clock.ts';
import { createSeededIds } from '../kernel/seeded-ids.ts';
import { silentLogger } from '../kernel/silent-logger.ts';
import { createDecidedLog } from '../log/decided-log.ts';

export type Mode = 'takes' | 'fails' | 'hangs';

/** The parts that a sabotage replaces. */
export type DeliveryParts = {
  readonly places: () => Places;
  /** How a destination is named. */
  readonly fingerprint: (address: string) => string;
  /** Work that is due, as the supervisor sees it; undefined for none. */
  readonly seen: (work: OpenWorkDocument) => OpenWorkDocument | undefined;
};

let drawn = 0;
const sha = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

export const honest: DeliveryParts = { places: createPlaces, fingerprint: sha, seen: (work) => work };

/** Each delivery has a destination of its own: there is no order. */
export const orderless: DeliveryParts = { ...honest, fingerprint: (address) => sha(`${address} ${(drawn += 1)}`) };
/** A process that died leaves its deliveries behind. */
export const forgetful: DeliveryParts = {
  ...honest,
  seen: (work) => (work.subject === 'lane' ? undefined : work),
};
/** The supervisor has the same slots for all receivers. */
export const slotless: DeliveryParts = {
  ...honest,
  seen: (work) => (work.subject === 'lane' ? { ...work, host: `${(drawn += 1)}` } : work),
};

const never = async <T>(): Promise<T> => new Promise<T>(() => undefined);
const WORKSPACE = 'ws_1';
const caller = { workspaceId: WORKSPACE, userKey: 'ann', correlationId: 'c1' } as unknown as Caller;

type Asked = {
  readonly url: string;
  /** When it was asked for: monotonic. */
  readonly at: number;
  reachedAt?: number;
  /** The log has its last outcome. */
  isOver: boolean;
  code?: unknown;
};

export const createDeliveryWorld = ({ places, fingerprint, seen }: DeliveryParts) => {
  const { clock, timers, advance, jumpWall } = createFakeClock();
  const now = (): string => new Date(clock.now()).toISOString();
  const ids = createSeededIds('deliveries');
  const streams = createDecidedLog(now);
  const owed = streams.project(openWorkProjection);
  const objects = new Map<string, Uint8Array>();
  const modes = new Map<string, Mode>();
  const flaws: string[] = [];
  const asked = new Map<string, Asked>();

  const failed = (error: unknown): void => void flaws.push(String(error));

  const position = (): string => streams.log.at(-1)?.position ?? '';
  const stored = (id: string, body = owed.get(id)) => body && { id, owner: WORKSPACE, position: position(), body };

  /** A call reaches its receiver: all earlier ones to it are over. */
  const reached = (url: string, id: string): void => {
    const one = asked.get(id);
    if (one === undefined) return void flaws.push(`${id} was sent before it was written down`);
    one.reachedAt ??= clock.monotonic();
    for (const [earlierId, earlier] of asked) {
      if (earlierId === id) return;
      if (earlier.url === url && !earlier.isOver) flaws.push(`${id} overtook ${earlierId} at ${url}`);
    }
  };

  /** A process: it stops for good at its next step when it is killed. */
  const startProcess = () => {
    const death = new AbortController();
    const own = places();
    const alive = async <T>(value: T): Promise<T> => (death.signal.aborted ? never<T>() : Promise.resolve(value));
    const read: CommandHandler['read'] = async (decider, stream) =>
      alive({ state: streams.read(decider, stream), position: position() }) as never;
    const handle: CommandHandler['handle'] = async (decider, stream, command) => {
      await alive(null);
      const decision = streams.handle(decider, stream, command);
      if (decision.kind === 'refused') return decision as never;
      if ((command as { readonly type: string }).type === 'RequestDelivery') {
        asked.set(idOf(stream), { url: urlOf.current, at: clock.monotonic(), isOver: false });
      }
      for (const { type, data } of decision.events) {
        const { status, code } = data as { readonly status?: string; readonly code?: unknown };
        if (type !== 'DeliveryAttempted' || status === 'retrying') continue;
        Object.assign(asked.get(idOf(stream)) ?? {}, { isOver: true, code });
      }
      return { kind: 'appended', ...(await read(decider, stream)) } as never;
    };
    const call: Outbound['call'] = async ({ workspaceId, url, headers }, answer) => {
      const host = new URL(url).hostname;
      const work = async (): Promise<number | undefined> => {
        await alive(null);
        reached(url, String(headers?.['webhook-id']));
        const mode = modes.get(url) ?? 'takes';
        if (mode === 'hangs') await timers.sleep(limits.outboundFirstByteMs);
        return mode === 'hangs' ? undefined : mode === 'takes' ? 200 : 503;
      };
      const status = await own.run({ workspaceId, host }, work, death.signal).catch(never<number>);
      await alive(null);
      if (status === undefined) return { kind: 'refused', why: 'timed_out' };
      return { kind: 'answered', value: await answer({ status } as never) };
    };
    const deps = {
      clock,
      ids,
      commands: { read, handle },
      objects: {
        put: async (key: string, bytes: Uint8Array) => alive(objects.set(key, bytes)),
        get: async (key: string) => alive(objects.get(key)),
        remove: async (key: string) => alive(objects.delete(key)),
      },
      secrets: { seal: (text: string) => text, open: (text: string) => text, fingerprint },
      outbound: { call },
      keyedHash: hmacSha256,
      readModels: { position, collection: () => 'open-work' },
      parsed: { get: async (_: string, id: string) => alive(stored(id)) },
      stopping: death.signal,
    } as unknown as Parameters<typeof createDeliver>[0] & ReactionDeps;
    const carryOn = createCarryOn({ ...deps, deliveries: createDeliveryAttempts(deps) }, new Set(['supervisor']));
    const query = async () => {
      const due = [...owed].flatMap(([id, work]) => {
        const body = work.dueAt <= now() ? seen(work) : undefined;
        return (body && stored(id, body)) ?? [];
      });
      return alive({ documents: due.sort((a, b) => (a.body.dueAt < b.body.dueAt ? -1 : 1)), next: null });
    };
    const watching = { documents: { query }, collection: () => 'open-work', clock, timers, carryOn } as never;
    supervise({ ...(watching as object), logger: silentLogger } as never, death.signal).catch(failed);
    return { deliver: createDeliver(deps), kill: () => death.abort() };
  };

  const urlOf = { current: '' };
  let process = startProcess();

  return {
    flaws,
    asked,
    /** Sends one delivery and waits for nothing. */
    deliver: async (url: string): Promise<void> => {
      urlOf.current = url;
      process
        .deliver(caller, {
          video: { url: 'https://films.test/1' },
          destinations: [{ type: 'webhook', url }],
        })
        .catch(failed);
      await advance(0);
    },
    become: (url: string, mode: Mode) => modes.set(url, mode),
    /** The process dies at this step, and another one starts. */
    restart: () => {
      process.kill();
      process = startProcess();
    },
    advance,
    jumpWall,
    /** Every receiver takes what comes, for as long as any repeat may take. */
    settle: async (): Promise<void> => {
      modes.clear();
      for (let days = 0; days < 12 && [...asked.values()].some(({ isOver }) => !isOver); days += 1) {
        await advance(limits.outboundFirstByteMs + 2 * limits.openWorkRetryMaxMs, 4);
        jumpWall(8 * 3_600_000);
        await advance(2 * limits.openWorkRetryMaxMs, 4);
      }
      for (const [id, { isOver, reachedAt }] of asked) {
        if (!isOver || reachedAt === undefined) flaws.push(`${id} is lost`);
      }
      process.kill();
    },
  };
};
