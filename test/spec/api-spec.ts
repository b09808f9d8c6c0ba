/**
 * Given a world, when a request comes in, then this is answered: over a real socket, by a real listening server. Every
 * answer is also compared with the declaration of its operation: an undeclared status, code or member fails the test.
 */
import type { ExecutionContext, TestFn } from 'ava';
import { createIds } from '../../src/adapters/system/ids.ts';
import { makeServiceKey, signerOf } from '../../src/adapters/system/service-key.ts';
import { createTurns } from '../../src/adapters/system/turns.ts';
import type { HttpDependencies } from '../../src/http/dependencies.ts';
import { createHttpServer, type HttpServer } from '../../src/http/server.ts';
import { openBodyThread } from '../../src/main/body-thread.ts';
import { createTimers } from '../../src/adapters/system/timers.ts';
import { createFakeApplication, type FakeApplication } from '../support/http/fake-application.ts';
import { createFakeClock, type FakeClock } from '../support/kernel/fake-clock.ts';
import { createFakeVerifier, tokenOf } from '../support/http/fake-verifier.ts';
import { type HttpAnswer, httpCall, type HttpRequest } from '../support/http/http-call.ts';
import { undeclared } from '../support/http/http-conformance.ts';
import type { UseCases } from '../support/application/use-cases.ts';
import { silentLogger } from '../support/kernel/silent-logger.ts';

export type World = Partial<Omit<HttpDependencies, 'application'>> & { readonly application?: Partial<UseCases> };

export type ApiRequest = HttpRequest & {
  /** A token of `fake-verifier.ts`; all scopes of alice unless stated, none with null. */
  readonly token?: string | null;
};

export type ApiAnswer = HttpAnswer;

export type Api = {
  readonly when: (request: ApiRequest) => Promise<ApiAnswer>;
  readonly application: FakeApplication;
  readonly clock: FakeClock;
  readonly server: HttpServer;
  readonly port: number;
  /** Faults that reached the top as broken invariants. */
  readonly fatal: unknown[];
};

export const openFlags = {
  STORYBOARD_PHOTO_BATCH_ENABLED: true,
  UNIVERSAL_DELIVERY_ENABLED: true,
  COMMERCE_VIDEO_ENABLED: true,
};

/** Signs by writing the expiry into the URL, in whole windows like the real ones. */
export const fakeObjectStore = (clock: Pick<FakeClock['clock'], 'now'>): HttpDependencies['objectStore'] => ({
  signGet: (key, ttlSeconds) => {
    const expires = Math.ceil((clock.now() / 1_000 + ttlSeconds) / 300) * 300;
    return { url: `/api/v1/objects/${key}?expires=${expires}`, expiresAt: new Date(expires * 1_000).toISOString() };
  },
  signPut: (key) => ({ url: `/api/v1/objects/${key}`, expiresAt: new Date(clock.now()).toISOString() }),
  head: async () => undefined,
});

/** Listens on a free port until the test is over. */
export const givenApi = async (t: ExecutionContext, world: World = {}): Promise<Api> => {
  const opened = await openApi(world);
  t.teardown(async () => opened.server.close());
  return apiOf(opened, t);
};

/**
 * One server for the serial tests of a file, each of which begins with an application that was not called: a server of
 * its own would start a thread for its first large body.
 */
export const sharedApi = (test: TestFn): ((t: ExecutionContext) => Promise<Api>) => {
  let opening: Promise<Opened> | undefined;
  test.after.always(async () => (await opening)?.server.close());
  return async (t) => {
    const opened = await (opening ??= openApi());
    opened.application.calls.length = 0;
    return apiOf(opened, t);
  };
};

type Opened = Omit<Api, 'when'>;

const apiOf = (opened: Opened, t: ExecutionContext): Api => ({
  ...opened,
  when: async ({ token, ...request }) => {
    const authorization = token === null ? {} : { authorization: `Bearer ${token ?? tokenOf('alice')}` };
    const headers = { ...authorization, ...request.headers };
    const answer = await httpCall({ host: '127.0.0.1', port: opened.port }, { ...request, headers });
    t.deepEqual(undeclared(request.method ?? 'GET', request.path, answer), [], `${request.path} answers as declared`);
    return answer;
  },
});

const openApi = async (world: World = {}): Promise<Opened> => {
  const fake = createFakeApplication(world.application);
  const clock = createFakeClock();
  const fatal: unknown[] = [];
  const server = createHttpServer({
    verifier: createFakeVerifier(),
    objectStore: fakeObjectStore(clock.clock),
    signedObjects: null,
    callbacks: { verify: () => undefined, take: async () => Promise.resolve(false) },
    keys: [signerOf(makeServiceKey()).publicKey],
    log: { whyNotIn: () => undefined, whyNotPaid: () => undefined },
    flags: openFlags,
    rateLimits: 'off',
    changes: { subscribe: () => () => undefined },
    probes: {
      ready: async () => ({ ready: true, body: {} }),
      metrics: async () => ({ contentType: 'text/plain', body: '' }),
    },
    clock: clock.clock,
    timers: clock.timers,
    turns: createTurns(clock),
    bodyThread: openBodyThread({
      turns: createTurns(clock),
      background: createTimers({ background: true }),
      logger: silentLogger,
    }),
    ids: createIds(),
    logger: silentLogger,
    metrics: { count: () => undefined, gauge: () => undefined, observe: () => undefined },
    fatal: (error) => fatal.push(error),
    ...world,
    application: fake.application,
  });
  const { port } = await server.listen('127.0.0.1', 0);
  return { application: fake, clock, server, port, fatal };
};

/** Then the request is refused with this code, and says truly that nothing was spent; a 425 tells of another call. */
export const thenRefused = (
  t: ExecutionContext,
  answer: ApiAnswer,
  status: number,
  code: string,
  what = code,
): void => {
  t.is(answer.body['code'], code, what);
  t.is(answer.status, status, what);
  t.is(answer.body['ok'], false, what);
  const spentNothing = status === 425 ? undefined : true;
  t.is(answer.body['noCreditsSpent'], spentNothing, what);
  t.is(answer.body['no_credits_spent'], spentNothing, what);
};
