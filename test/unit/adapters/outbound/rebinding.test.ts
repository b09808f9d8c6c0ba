/** A name that is public when it is vetted and private when it is called; and clients that fall for it. */
import test, { type ExecutionContext } from 'ava';
import { setGlobalProxyFromEnv } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { vettedAddresses } from '../../../../src/adapters/outbound/resolve-name.ts';
import {
  callTo,
  openHost,
  outboundTo,
  PRIVATE,
  PUBLIC,
  says,
  textOf,
  trusted,
} from '../../../support/adapters/tls-hosts.ts';

const isAllowed = (address: string): boolean => address === PUBLIC;

type Resolve = (name: string) => Promise<readonly string[]>;

/** Each answer once, the last one for ever. */
const answering = (...answers: readonly (readonly string[])[]): Resolve => {
  let asked = 0;
  return async () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)] ?? []);
};

/** A client of an address: what it is told does not matter. */
type Client = (url: string, resolve: Resolve) => Promise<unknown>;

const guarded: Client = async (url, resolve) =>
  outboundTo([Number(new URL(url).port)], { resolve, isAllowed }).outbound.call(callTo(url), textOf);

/** Without a guard of its own, to addresses of one kind. */
const get = async (
  url: string,
  addressOf: (name: string) => Promise<string>,
): Promise<{ status: number; location: string }> => {
  const { hostname, port, pathname } = new URL(url);
  const host = isIP(hostname) === 0 ? await addressOf(hostname) : hostname;
  return new Promise((resolve, reject) => {
    const options = { host, port, path: pathname, servername: 'files.test', ca: trusted.cert, agent: false } as const;
    const asked = request(options, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' });
    });
    asked.on('error', reject);
    asked.end();
  });
};

const vet = async (name: string, resolve: Resolve): Promise<string> => {
  const [first = ''] = await vettedAddresses(name, resolve, isAllowed, new AbortController().signal);
  return first;
};

const resolvesTwice: Client = async (url, resolve) => {
  await vet(new URL(url).hostname, resolve);
  return get(url, async (name) => (await resolve(name))[0] ?? '');
};

const seesFirstAddressOnly: Client = async (url, resolve) => {
  const addresses = await resolve(new URL(url).hostname);
  if (!isAllowed(addresses[0] ?? '')) throw new Error('refused');
  return get(url, async () => Promise.resolve(addresses.at(-1) ?? ''));
};

const followsRedirects: Client = async (url, resolve) => {
  const { status, location } = await get(url, async (name) => vet(name, resolve));
  return status >= 300 && status < 400 ? get(location, async (name) => vet(name, resolve)) : status;
};

const vetsNamesOnly: Client = async (url, resolve) => {
  if (/localhost|internal/.test(url)) throw new Error('refused');
  return get(url, async (name) => (await resolve(name))[0] ?? '');
};

const scenes = ['rebinds', 'has two addresses', 'redirects', 'is private'] as const;

/** A private host, and a public one on the same port that redirects to it. Another process may have that port. */
const openPair = async (t: ExecutionContext): Promise<Awaited<ReturnType<typeof openHost>>> => {
  const inside = await openHost(t, says('secret'), { address: PRIVATE });
  const { port } = inside;
  const redirect = says('', `HTTP/1.1 302 Found\r\nLocation: https://${PRIVATE}:${port}/`);
  return openHost(t, redirect, { address: PUBLIC, port }).then(
    () => inside,
    async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      return openPair(t);
    },
  );
};

/** The scenes in which a client reaches the private host. */
const reachedBy = async (t: ExecutionContext, client: Client): Promise<readonly string[]> => {
  const reached: string[] = [];
  for (const scene of scenes) {
    const inside = await openPair(t);
    const { port } = inside;
    const resolves = {
      rebinds: answering([PUBLIC], [PRIVATE]),
      'has two addresses': answering([PUBLIC, PRIVATE]),
      redirects: answering([PUBLIC]),
      'is private': answering([PRIVATE]),
    };
    // A refusal is as good as an answer here.
    await client(`https://files.test:${port}/`, resolves[scene]).catch(() => undefined);
    if (inside.connections() > 0) reached.push(scene);
  }
  return reached;
};

test('the guarded client reaches no private host', async (t) => {
  t.deepEqual(await reachedBy(t, guarded), []);
});

test('a name that becomes public is called, and one that becomes private is refused', async (t) => {
  const host = await openHost(t, says('hello'));
  const { outbound } = outboundTo([host.port], { resolve: answering([PRIVATE], [PUBLIC], [PRIVATE]), isAllowed });
  const kinds = [];
  for (const _ of [1, 2, 3]) kinds.push((await outbound.call(callTo(host.url), textOf)).kind);
  t.deepEqual(kinds, ['refused', 'answered', 'refused']);
});

test('a connection whose peer is not the vetted one is refused before a request is sent', async (t) => {
  const host = await openHost(t, says('secret'));
  let looked = 0;
  const { outbound } = outboundTo([host.port], { isAllowed: () => (looked += 1) === 1 });
  const outcome = await outbound.call(callTo(host.url), textOf);
  t.deepEqual(outcome, { kind: 'refused', why: 'address_not_public' });
  t.is(host.requests.length, 0);
});

const sabotages: readonly [string, Client, readonly string[]][] = [
  ['resolves twice', resolvesTwice, ['rebinds']],
  ['sees the first address only', seesFirstAddressOnly, ['has two addresses']],
  ['follows redirects', followsRedirects, ['redirects']],
  ['vets names only', vetsNamesOnly, ['is private']],
];

for (const [title, client, falls] of sabotages) {
  test(`sabotage: a client that ${title} is found`, async (t) => {
    const reached = await reachedBy(t, client);
    for (const scene of falls) t.true(reached.includes(scene), reached.join());
  });
}

test.serial('proxies of the environment are not used; sabotage: a plain client uses them', async (t) => {
  const host = await openHost(t, says('hello'));
  const proxy = await openHost(t, says('proxy'));
  const settings = { https_proxy: `https://127.0.0.1:${proxy.port}`, http_proxy: `https://127.0.0.1:${proxy.port}` };
  t.teardown(setGlobalProxyFromEnv(settings));
  t.is((await outboundTo([host.port]).outbound.call(callTo(host.url), textOf)).kind, 'answered');
  t.is(proxy.connections(), 0);
  await t.throwsAsync(fetch(host.url));
  t.is(proxy.connections(), 1);
});
