import test, { type ExecutionContext } from 'ava';
import { createServer, type RequestListener } from 'node:http';
import { jwksFromUrl } from '../../../../src/adapters/jose/jwks-from-url.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { listening } from '../../../support/http/listening.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

/** The URL of a key set, which answers as the test says. */
const endpoint = async (t: ExecutionContext, answer: RequestListener): Promise<string> =>
  `${(await listening(t, createServer(answer))).url}/jwks`;

const timers = createTimers();

test('the text of the key set is given as it is', async (t) => {
  const url = await endpoint(t, (_, response) => response.end('{"keys":[]}'));
  t.is(await jwksFromUrl({ url, timers })(), '{"keys":[]}');
});

test('anything but 200 is no key set', async (t) => {
  for (const status of [204, 304, 404, 500, 503]) {
    const url = await endpoint(t, (_, response) => response.writeHead(status).end());
    await t.throwsAsync(jwksFromUrl({ url, timers })(), { message: new RegExp(String(status)) });
  }
});

test('a redirect is not followed', async (t) => {
  let asked = 0;
  const url = await endpoint(t, (request, response) => {
    asked += 1;
    if (request.url === '/jwks') response.writeHead(302, { location: '/elsewhere' }).end();
    else response.end('{"keys":[]}');
  });
  await t.throwsAsync(jwksFromUrl({ url, timers })());
  t.is(asked, 1);
});

test('a body over the cap is cut off, also when it never ends', async (t) => {
  const url = await endpoint(t, (_, response) => {
    response.on('error', () => undefined);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, ' '))) continue;
    };
    response.on('drain', more);
    more();
  });
  await t.throwsAsync(jwksFromUrl({ url, timers })(), { message: new RegExp(String(limits.jwksBytesMax)) });
});

test('an endpoint that does not answer in time is given up', async (t) => {
  const { timers: fakeTimers, advance, sleeping } = createFakeClock();
  const asked = Promise.withResolvers<void>();
  const url = await endpoint(t, () => asked.resolve());
  const loading = jwksFromUrl({ url, timers: fakeTimers })();
  await asked.promise;
  await Promise.all([t.throwsAsync(loading, { message: /over 5000 ms/ }), advance(limits.jwksTimeoutMs)]);
  t.is(sleeping(), 0);
});

test('an endpoint that stops in the middle is given up', async (t) => {
  const { timers: fakeTimers, advance } = createFakeClock();
  const started = Promise.withResolvers<void>();
  const url = await endpoint(t, (_, response) => {
    response.writeHead(200);
    response.write('{"keys":', () => started.resolve());
  });
  const loading = jwksFromUrl({ url, timers: fakeTimers })();
  await started.promise;
  await Promise.all([t.throwsAsync(loading), advance(limits.jwksTimeoutMs)]);
});

test('an unreachable server is a failure, and no timer stays', async (t) => {
  const { timers: fakeTimers, sleeping } = createFakeClock();
  await t.throwsAsync(jwksFromUrl({ url: 'http://127.0.0.1:9/jwks', timers: fakeTimers })());
  t.is(sleeping(), 0);
});
