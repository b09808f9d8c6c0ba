/** The console as it is served: its files, their size and policy, and the exchange of a sign-in code. */
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { CONSOLE_PATH, readConsoleFiles } from '../../src/http/console/console-files.ts';
import type { RedeemCode } from '../../src/http/console/endpoints.ts';
import { declared } from '../../src/http/contract/operations/registry.ts';
import { givenApi } from '../spec/api-spec.ts';

const KB = 1_000;
const BUDGET_BYTES = 120 * KB;

type Given = { readonly at: (path: string, init?: RequestInit) => Promise<Response> };

const given = async (t: ExecutionContext, redeemCode: RedeemCode | null = null): Promise<Given> => {
  const { port } = await givenApi(t, { console: { redeemCode, mediaOrigins: ['https://media.test'] } });
  return { at: async (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init) };
};

const redeemGood: RedeemCode = async (code) =>
  Promise.resolve(code === 'good' ? { token: 'a.b.c', expiresAt: 1 } : undefined);

test('the page names files alone that are served, each of them for good', async (t) => {
  const { at } = await given(t);
  const page = await at(CONSOLE_PATH);
  t.is(page.status, 200);
  t.is(page.headers.get('cache-control'), 'no-cache');
  const html = await page.text();
  t.is(await (await at(`${CONSOLE_PATH}/`)).text(), html);
  const named = [...html.matchAll(/"(\/console\/[^"]+)"(?!:)/g)].map(([, path]) => path ?? '');
  t.true(named.length > 15);
  for (const path of new Set(named)) {
    const file = await at(path);
    t.is(file.status, 200, path);
    t.is(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    t.is(file.headers.get('x-content-type-options'), 'nosniff');
    await file.arrayBuffer();
  }
});

test('the page at `/` is for clients that take pages, and names files alone that are served', async (t) => {
  const { at } = await given(t);
  const page = await at('/', { headers: { Accept: 'text/html,*/*;q=0.8' } });
  t.is(page.status, 200);
  t.is(page.headers.get('vary')?.split(', ')[0], 'Accept');
  const policy = page.headers.get('content-security-policy') ?? '';
  t.regex(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  t.false(/unsafe|\*|http:/.test(policy));
  const named = [...(await page.text()).matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, path]) => path ?? '');
  for (const path of named) {
    const file = await at(path, { headers: { Accept: 'text/html' } });
    t.is(file.status, 200, path);
    await file.arrayBuffer();
  }
  t.true(named.includes('/api/v1/openapi?include=extensions'));
  for (const accept of ['*/*', 'application/json']) {
    const refused = await at('/', { headers: { Accept: accept } });
    t.is(refused.status, 404, accept);
    t.like(await refused.json(), { code: 'not_found' });
  }
});

test('the console loads nothing of the page at `/`', async (t) => {
  const { at } = await given(t);
  t.false(/\/(?:front|reference)\//.test(await (await at(CONSOLE_PATH)).text()));
});

test('no file is served beyond those of the console, under no release but this one', async (t) => {
  const { at } = await given(t);
  const { release } = await readConsoleFiles();
  for (const path of [
    'app/main.js',
    'a1b2c3d4e5f60718/app/main.js',
    `${release}/tsconfig.json`,
    `${release}/app/answers.ts`,
    `${release}/README.md`,
    `${release}/../package.json`,
    `${release}/%2e%2e/%2e%2e/package.json`,
    `${release}/__proto__`,
  ]) {
    t.is((await at(`${CONSOLE_PATH}/${path}`)).status, 404, path);
  }
});

test('the policy allows nothing inline but the map of imports, and no text that becomes code', async (t) => {
  const { at } = await given(t);
  const policy = (await at(CONSOLE_PATH)).headers.get('content-security-policy') ?? '';
  t.regex(policy, /^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self';/);
  t.false(/unsafe|\*|http:/.test(policy));
  t.true(policy.includes("img-src 'self' blob: https://media.test data:"));
  t.true(policy.includes("connect-src 'self';"));
  t.true(policy.includes("frame-ancestors 'none'"));
});

test('scripts and styles are under 120 KB compressed', async (t) => {
  const { files } = await readConsoleFiles();
  const sizes = [...files]
    .filter(([name]) => /\.(?:js|css)$/.test(name) && !name.startsWith('reference/'))
    .map(([, { bytes }]) => gzipSync(bytes).length);
  const sum = sizes.reduce((total, size) => total + size, 0);
  t.log(`${sum} bytes in ${sizes.length} files`);
  t.true(sum < BUDGET_BYTES);
});

test('the console has each operation of the contract under the name of its declaration', async (t) => {
  const { files } = await readConsoleFiles();
  const text = files.get('app/operations.js')?.bytes.toString('base64');
  const served = (await import(`data:text/javascript;base64,${text}`)) as { operations: object };
  const places = Object.entries(declared).map(([name, { method, path }]) => [name, [method, path]]);
  t.deepEqual(served.operations, Object.fromEntries(places));
});

test('only two files of the console reach the network: the client of the API, and the sign-in', async (t) => {
  const { files } = await readConsoleFiles();
  const reaching = [...files].filter(
    ([name, { bytes }]) =>
      /^(?:app|pages|parts)\//.test(name) &&
      /\bfetch\(|XMLHttp|WebSocket|EventSource|sendBeacon/.test(bytes.toString()),
  );
  t.deepEqual(
    reaching.map(([name]) => name),
    ['app/api.js', 'app/session.js'],
  );
});

test('a code is exchanged for a token by the page of the service alone', async (t) => {
  const { at } = await given(t, redeemGood);
  const send = async (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    at('/console/sign-in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const good = await send({ code: 'good' });
  t.is(good.status, 200);
  t.is(good.headers.get('cache-control'), 'no-store');
  t.deepEqual(await good.json(), { ok: true, token: 'a.b.c', expiresAt: 1 });
  for (const bad of [{ code: 'bad' }, { code: 1 }, {}, null, '', '{', [], 'x'.repeat(2_000)]) {
    const refused = await send(bad);
    t.true([401, 413].includes(refused.status), JSON.stringify(bad));
    t.false((await refused.text()).includes('a.b.c'));
  }
  t.is((await send({ code: 'good' }, { 'Sec-Fetch-Site': 'cross-site' })).status, 401);
  t.is((await send({ code: 'good' }, { 'Content-Type': 'text/plain' })).status, 415);
});

test('beside an issuer of the operator there is no exchange', async (t) => {
  const { at } = await given(t);
  const refused = await at('/console/sign-in', { method: 'POST', body: '{"code":"good"}' });
  t.is(refused.status, 405);
});

/** Hosts in names of formats, which no browser calls. */
const NAMESPACES = ['www.w3.org', 'ns.adobe.com'];

test('the files of the console name no other host', async (t) => {
  const { files } = await readConsoleFiles();
  for (const [name, { bytes }] of files) {
    if (/^(?:lib|reference)\//.test(name) || name.startsWith('fonts/')) continue;
    const hosts = [...bytes.toString().matchAll(/https?:\/\/([^/'"`\s]+)/g)].map(([, host]) => host);
    t.deepEqual(
      hosts.filter((host) => !NAMESPACES.includes(host ?? '')),
      [],
      name,
    );
  }
});
