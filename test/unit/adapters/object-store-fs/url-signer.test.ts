import test from 'ava';
import { createUrlSigner } from '../../../../src/adapters/object-store-fs/url-signer.ts';
import { BrokenInvariant } from '../../../../src/kernel/faults.ts';

const signingKey = new Uint8Array(32).fill(7);
const signer = createUrlSigner({ base: '/api/v1/objects', signingKey });
const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const key = 'ws_1/assets/00ff.png';
/** Computed by another implementation: HMAC-SHA256 of `object-url-1\nGET\n<key>\n<expires>\n0`, base64url. */
const KNOWN_SIGNATURE = '32tkIdoC7auSUAGSzdKpeTVnTQdrladNGijrsCf9Gsg';
const get = signer.signGet(key, 3_600, now).url;
const put = signer.signPut('ws_1/users/u1/r1.mp4', 1_000, 900, now).url;

test('a signed grant is valid, and names its purpose', (t) => {
  t.deepEqual(signer.verify('GET', get, now), {
    method: 'GET',
    key,
    contentType: 'image/png',
    expiresAt: Date.UTC(2026, 0, 2, 4, 5, 0) / 1_000,
  });
  t.deepEqual(signer.verify('HEAD', get, now), signer.verify('GET', get, now));
  t.deepEqual(signer.verify('PUT', put, now), {
    method: 'PUT',
    key: 'ws_1/users/u1/r1.mp4',
    contentType: 'video/mp4',
    sizeMax: 1_000,
    expiresAt: now / 1_000 + 900,
  });
});

test('the signature is a known value, so that no change of ours breaks URLs that are out', (t) => {
  t.is(get, `/api/v1/objects/${key}?expires=1767326700&signature=${KNOWN_SIGNATURE}`);
});

test('an expiry is the last moment, not a second more', (t) => {
  const end = now + 900_000;
  t.truthy(signer.verify('PUT', put, end - 1));
  t.is(signer.verify('PUT', put, end), undefined);
  t.is(signer.verify('GET', get, Date.UTC(2026, 0, 2, 4, 5, 0)), undefined);
  t.truthy(signer.verify('GET', get, Date.UTC(2026, 0, 2, 4, 5, 0) - 1));
});

test('no change of a single character is let through', (t) => {
  const alphabet = ['a', 'A', '0', '1', '9', '/', '.', '%', '&', '=', '?', '-', '_', ' ', '\n', '\u0000', 'é'];
  for (const [method, url] of [
    ['GET', get],
    ['PUT', put],
  ] as const) {
    for (let at = 0; at <= url.length; at += 1) {
      const changed = alphabet.flatMap((char) => [
        url.slice(0, at) + char + url.slice(at),
        url.slice(0, at) + char + url.slice(at + 1),
      ]);
      for (const one of [...changed, url.slice(0, at) + url.slice(at + 1), url.slice(0, at)]) {
        t.true(one === url || signer.verify(method, one, now) === undefined, one);
      }
    }
  }
});

test('no other method, member, order, encoding or base is let through', (t) => {
  for (const method of ['PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'get', '']) {
    t.is(signer.verify(method, get, now), undefined, method);
  }
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'put']) {
    t.is(signer.verify(method, put, now), undefined, method);
  }
  const [path = '', query = ''] = get.split('?');
  const [expires = '', signature = ''] = query.split('&');
  const variants = [
    `${path}?${signature}&${expires}`,
    `${path}?${query}&size=5`,
    `${path}?${expires}&size=5&${signature}`,
    `${path}?${expires}&size=0&${signature}`,
    `${path}?${query}&x=1`,
    `${path}?${expires}&${query}`,
    `${path}?${query}#fragment`,
    `${path}??${query}`,
    `${path}?expires=0${expires.slice(8)}&${signature}`,
    `${path}?expires=%31${expires.slice(9)}&${signature}`,
    `${path.replace('assets', 'assets%2f')}?${query}`,
    `${path.replace('ws_1', 'ws_1/x/..')}?${query}`,
    `//evil.test${get}`,
    `https://evil.test${get}`,
    get.replace('/api/v1', '/api/v2'),
    get.replace('/api', '/API'),
    `${path}?${expires}&signature=`,
    `${path}?${expires}&signature=${'A'.repeat(43)}`,
    `${path}?${query}=`,
    '',
    '?',
    `?${query}`,
    `${get}${'x'.repeat(1_000_000)}`,
  ];
  for (const one of variants) t.is(signer.verify('GET', one, now), undefined, one.slice(0, 200));
});

test('another key, or a GET signature under PUT, does not hold', (t) => {
  const other = createUrlSigner({ base: '/api/v1/objects', signingKey: new Uint8Array(32).fill(8) });
  t.is(other.verify('GET', get, now), undefined);
  t.is(other.verify('PUT', put, now), undefined);
  const getWithPut = put.replace('&size=1000', '');
  t.is(signer.verify('GET', getWithPut, now), undefined);
});

test('an absolute base signs absolute URLs, and its path is what is verified', (t) => {
  const absolute = createUrlSigner({ base: 'https://media.test:8443/api/v1/objects', signingKey });
  const { url } = absolute.signGet(key, 60, now);
  t.true(url.startsWith('https://media.test:8443/api/v1/objects/ws_1/'));
  const parsed = new URL(url);
  t.truthy(absolute.verify('GET', parsed.pathname + parsed.search, now));
});

test('a weak key and an odd base are refused at start', (t) => {
  t.throws(() => createUrlSigner({ base: '/objects', signingKey: new Uint8Array(31) }), {
    instanceOf: BrokenInvariant,
  });
  for (const base of ['', '/', 'objects', '/objects/', 'ftp://host/objects', '/a?b', 'https://host', '/a b', '//h/x']) {
    t.throws(() => createUrlSigner({ base, signingKey }), { instanceOf: BrokenInvariant }, base);
  }
});
