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
import { createCarryOn } from '../../../src/application/reactions/carry-on.ts';
import type { ReactionDeps } from '../../../src/application/reactions/reactions.ts';
import { supervise } from '../../../src/application/reactions/supervise.ts';
import { type Decider, type Refusal } from '../../../src/kernel/decider.ts';
import { type DomainEvent, idOf, type RecordedEvent } from '../../../src/kernel/event.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { StoredDocument } from '../../../src/ports/document-store.ts';
import type { Outbound } from '../../../src/ports/outbound.ts';
import { createFakeClock } from '../kernel/fake-clock.ts';
import { createSeededIds } from '../kernel/seeded-ids.ts';
import { silentLogger } from '../kernel/silent-logger.ts';
import { positionOf } from '../log/history.ts';

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
  const log: RecordedEvent[] = [];
  const documents = new Map<string, StoredDocument<OpenWorkDocument>>();
  const objects = new Map<string, Uint8Array>();
  const modes = new Map<string, Mode>();
  const flaws: string[] = [];
  const asked = new Map<string, Asked>();

  const failed = (error: unknown): void => void flaws.push(String(error));

  const append = (stream: string, event: DomainEvent): void => {
    const revision = log.filter((one) => one.stream === stream).length;
    const position = positionOf(log.length);
    const metadata = { workspaceId: WORKSPACE, actor: 'user:ann', correlationId: 'c1', at: now() };
    const recorded = { ...event, stream, revision, position, id: `${stream}@${revision}`, hash: '', metadata };
    log.push(recorded);
    for (const id of openWorkProjection.touches(recorded)) {
      const body = openWorkProjection.evolve(documents.get(id)?.body, recorded, id);
      if (body === undefined) documents.delete(id);
      else documents.set(id, { id, owner: WORKSPACE, position, body });
    }
    const one = asked.get(idOf(stream));
    const { status, code } = event.data as { readonly status?: string; readonly code?: unknown };
    if (one === undefined || event.type !== 'DeliveryAttempted' || status === 'retrying') return;
    one.isOver = true;
    one.code = code;
  };

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
    const read = async <S, C, E extends DomainEvent, R extends Refusal>(
      { initial, evolve }: Decider<S, C, E, R>,
      stream: string,
    ) => {
      const state = log.filter((one) => one.stream === stream).reduce((s, one) => evolve(s, one as never), initial);
      return alive({ state, position: log.at(-1)?.position ?? '' });
    };
    const handle = async <S, C, E extends DomainEvent, R extends Refusal>(
      decider: Decider<S, C, E, R>,
      stream: string,
      command: C,
    ) => {
      const { state } = await read(decider, stream);
      const decision = decider.decide(command, state, 'none');
      if (decision.kind === 'refused') return decision;
      const data = command as { readonly type: string };
      if (data.type === 'RequestDelivery') {
        asked.set(idOf(stream), { url: urlOf.current, at: clock.monotonic(), isOver: false });
      }
      for (const event of decision.events) append(stream, event);
      return { kind: 'appended', ...(await read(decider, stream)) };
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
      readModels: { position: () => log.at(-1)?.position ?? '', collection: () => 'open-work' },
      parsed: { get: async (_: string, id: string) => alive(documents.get(id)) },
      stopping: death.signal,
    } as unknown as Parameters<typeof createDeliver>[0] & ReactionDeps;
    const carryOn = createCarryOn({ ...deps, deliveries: createDeliveryAttempts(deps) }, new Set(['supervisor']));
    const query = async () => {
      const due = [...documents.values()].flatMap((one) => {
        const body = one.body.dueAt <= now() ? seen(one.body) : undefined;
        return body === undefined ? [] : [{ ...one, body }];
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
