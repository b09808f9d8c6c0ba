import test from 'ava';
import type { TLSSocket } from 'node:tls';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import type { OutboundAnswer, OutboundCall, OutboundRefusal } from '../../../../src/ports/outbound.ts';
import { certify } from '../../../support/adapters/certificate.ts';
import { callTo, type Host, openHost, outboundTo, says, textOf } from '../../../support/adapters/tls-hosts.ts';

/** One call to a host, and what is made of its answer. */
const ask = async <T>(host: Host, read: (answer: OutboundAnswer) => Promise<T>, change?: Partial<OutboundCall>) =>
  outboundTo([host.port]).outbound.call(callTo(host.url, change), read);

test('the answer of a public host is read, and the request names the host and nothing of this machine', async (t) => {
  const host = await openHost(t, says('hello'));
  const { outbound, counted } = outboundTo([host.port]);
  const url = `https://FILES.test:${host.port}/a%20b/ä.png?sig=x&y=%2F`;
  const outcome = await outbound.call(callTo(url, { headers: { Accept: 'image/*', Host: 'evil.test' } }), textOf);
  t.deepEqual(outcome, { kind: 'answered', value: { status: 200, contentType: 'image/png', text: 'hello' } });
  t.deepEqual(counted, ['answered']);
  const [head = ''] = host.requests;
  t.regex(head, /^GET \/a%20b\/%C3%A4\.png\?sig=x&y=%2F HTTP\/1\.1\r\n/);
  t.deepEqual(
    head
      .split('\r\n')
      .slice(1)
      .filter((line) => line !== '')
      .map((line) => line.toLowerCase())
      .toSorted(),
    [
      'accept-encoding: identity',
      'accept: image/*',
      'connection: close',
      `host: files.test:${host.port}`,
      'user-agent: production-intelligence',
    ],
  );
});

test('a body is sent with its length, and any status but a redirect is an answer', async (t) => {
  const host = await openHost(t, says('no', 'HTTP/1.1 404 Not Found'));
  const outcome = await ask(host, textOf, { method: 'POST', body: Buffer.from('{"a":1}') });
  t.deepEqual(outcome, { kind: 'answered', value: { status: 404, contentType: null, text: 'no' } });
  t.regex(host.requests[0] ?? '', /^POST \/ [^]*\r\nContent-Length: 7\r\n/);
});

test('a connection ends with its call, and no other call uses it', async (t) => {
  const host = await openHost(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok');
  });
  const { outbound } = outboundTo([host.port]);
  for (const _ of [1, 2]) await outbound.call(callTo(host.url), textOf);
  t.is(host.connections(), 2);
});

const head = (...lines: readonly string[]): string => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`;

const forEver = (socket: TLSSocket, chunk: string): void => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
    socket.once('drain', more);
  };
  more();
};

const ends =
  (text: string) =>
  (socket: TLSSocket): void =>
    void socket.end(text);

const endless =
  (first: string, chunk: string) =>
  (socket: TLSSocket): void => {
    socket.write(first);
    forEver(socket, chunk);
  };

const redirect = (status: number, ...lines: readonly string[]) =>
  says('', [`HTTP/1.1 ${status} X`, ...lines].join('\r\n'));

/** Each keeps within the bounds until it breaks one of them. */
const answers: readonly [string, OutboundRefusal, (socket: TLSSocket) => void][] = [
  ['a declared body that is too long', 'answer_too_large', (socket) => void socket.write(head('Content-Length: 1001'))],
  [
    'a chunked body without an end',
    'answer_too_large',
    endless(head('Transfer-Encoding: chunked'), '64\r\n'.concat('x'.repeat(100), '\r\n')),
  ],
  ['a body until the end of a connection that has none', 'answer_too_large', endless(head(), 'x'.repeat(100))],
  [
    'a body that is one byte too long',
    'answer_too_large',
    (socket) => {
      socket.write(head('Transfer-Encoding: chunked'));
      socket.end(`3e9\r\n${'x'.repeat(1001)}\r\n0\r\n\r\n`);
    },
  ],
  [
    'a byte a while, for ever',
    'timed_out',
    (socket) => {
      socket.write(head('Content-Length: 1000'));
      const drip = async (): Promise<void> => {
        for (; !socket.destroyed; await createTimers().sleep(20)) socket.write('x');
      };
      drip().catch(() => undefined);
    },
  ],
  ['nothing after the head', 'timed_out', (socket) => void socket.write(head('Content-Length: 10'))],
  ['nothing at all', 'timed_out', () => undefined],
  [
    'informational answers without an end',
    'timed_out',
    (socket) => {
      const tell = async (): Promise<void> => {
        for (; !socket.destroyed; await createTimers().sleep(5)) socket.write('HTTP/1.1 103 Early Hints\r\n\r\n');
      };
      tell().catch(() => undefined);
    },
  ],
  ['a head without an end', 'answer_malformed', endless('HTTP/1.1 200 OK\r\n', 'X-More: yes\r\n')],
  ['one header without an end', 'answer_malformed', endless('HTTP/1.1 200 OK\r\nX-More: ', 'y'.repeat(100))],
  ['no HTTP', 'answer_malformed', ends('SSH-2.0-OpenSSH_9.2\r\n')],
  ['HTTP/0.9', 'answer_malformed', ends('<html>hello</html>')],
  ['two lengths', 'answer_malformed', ends(`${head('Content-Length: 2', 'Content-Length: 3')}abc`)],
  [
    'a length and chunks',
    'answer_malformed',
    ends(`${head('Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\nab\r\n0\r\n\r\n`),
  ],
  ['chunks of odd sizes', 'answer_broken_off', ends(`${head('Transfer-Encoding: chunked')}zz\r\nab\r\n`)],
  ['less than it declares', 'answer_broken_off', ends(`${head('Content-Length: 10')}abc`)],
  ['chunks without the last one', 'answer_broken_off', ends(`${head('Transfer-Encoding: chunked')}2\r\nab\r\n`)],
  ['the end of the connection', 'answer_broken_off', (socket) => void socket.end()],
  ['another protocol', 'answer_malformed', ends('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')],
  ['a compressed body', 'answer_encoded', says('x', head('Content-Encoding: gzip').trimEnd())],
  ...[300, 301, 302, 303, 304, 307, 308].map(
    (status) =>
      [
        `a redirect ${status} to this machine`,
        'redirected',
        redirect(status, 'Location: https://127.0.0.2/'),
      ] as const satisfies [string, OutboundRefusal, unknown],
  ),
  ['a redirect to itself', 'redirected', redirect(302, 'Location: /')],
  ['a redirect to http', 'redirected', redirect(302, 'Location: http://files.test/')],
  ['a redirect without a target', 'redirected', redirect(302)],
];

for (const [title, why, answer] of answers) {
  test.serial(`${title}: ${why}`, async (t) => {
    const host = await openHost(t, answer);
    // Short only where it is the bound that is broken: this machine may be busy.
    const isLate = why === 'timed_out';
    const { outbound, counted } = outboundTo([host.port], isLate ? { firstByteMs: 300 } : {});
    const totalMs = isLate ? 600 : 60_000;
    const call = callTo(`https://files.test:${host.port}/secret?token=x`, { totalMs });
    t.deepEqual(await outbound.call(call, textOf), { kind: 'refused', why });
    t.is(host.connections(), 1);
    t.deepEqual(counted, [why]);
  });
}

test('a `Refresh` header is not followed', async (t) => {
  const host = await openHost(t, says('stay', head('Refresh: 0; url=https://127.0.0.2/').trimEnd()));
  t.is((await ask(host, textOf)).kind, 'answered');
  t.is(host.connections(), 1);
});

test('a status is an answer to a reader of it alone, whatever body is said to follow', async (t) => {
  for (const lines of ['Content-Length: 1000000', 'Content-Encoding: gzip', 'Transfer-Encoding: chunked']) {
    const host = await openHost(t, (socket) => void socket.write(head(lines)));
    const outcome = await ask(host, async ({ status }) => Promise.resolve(status));
    t.deepEqual(outcome, { kind: 'answered', value: 200 }, lines);
    await t.notThrowsAsync(host.isLeft());
  }
});

test('a reader that takes a torn body for a whole one is overruled', async (t) => {
  const host = await openHost(t, (socket) => void socket.end(`${head('Content-Length: 10')}abc`));
  const outcome = await ask(host, async (answer) => textOf(answer).catch(() => 'fine'));
  t.deepEqual(outcome, { kind: 'refused', why: 'answer_broken_off' });
});

test('a reader that calls a torn body by another name is overruled, too', async (t) => {
  const host = await openHost(t, (socket) => void socket.end(`${head('Content-Length: 10')}abc`));
  const outcome = await ask(host, async (answer) =>
    textOf(answer).catch((cause: unknown) => {
      throw new Error('cannot be stored', { cause });
    }),
  );
  t.deepEqual(outcome, { kind: 'refused', why: 'answer_broken_off' });
});

test('a fault of the reader is its caller’s, and the connection ends', async (t) => {
  const host = await openHost(t, endless(head('Transfer-Encoding: chunked'), '1\r\nx\r\n'));
  const { outbound, counted } = outboundTo([host.port]);
  const call = outbound.call(callTo(host.url), async () => Promise.reject(new Error('the disk is full')));
  await t.throwsAsync(call, { message: 'the disk is full' });
  t.deepEqual(counted, ['failed']);
  await t.notThrowsAsync(host.isLeft());
});

test('a caller that stops waiting is told so', async (t) => {
  const host = await openHost(t, () => undefined);
  const caller = new AbortController();
  const call = ask(host, textOf, { signal: caller.signal });
  caller.abort();
  t.true(isFault(await t.throwsAsync(call), 'cancelled'));
});

const certificates = [
  ['of another name', certify({ names: ['elsewhere.test'] })],
  ['that has expired', certify({ names: ['files.test'], days: -1 })],
  ['of an unknown issuer', certify({ names: ['files.test'] })],
] as const;

for (const [title, certified] of certificates) {
  test.serial(`a certificate ${title} is refused, also where the environment trusts all`, async (t) => {
    const host = await openHost(t, says('secret'), { certified });
    const ca = title.includes('issuer') ? {} : { ca: certified.cert };
    const { outbound, logged } = outboundTo([host.port], ca);
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    t.teardown(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    const outcome = await outbound.call(callTo(`https://files.test:${host.port}/path?token=x`), textOf);
    t.deepEqual(outcome, { kind: 'refused', why: 'certificate_refused' });
    t.is(host.requests.length, 0);
    t.notRegex(JSON.stringify(logged), /token|path/);
  });
}

test('a host that takes no connection, or speaks no TLS, is unreachable', async (t) => {
  const host = await openHost(t, says('x'));
  const { outbound, logged } = outboundTo([host.port, 1]);
  const outcome = await outbound.call(callTo('https://files.test:1/path?token=x'), textOf);
  t.deepEqual(outcome, { kind: 'refused', why: 'unreachable' });
  const [refused, ...others] = logged;
  t.like(refused, { fields: { host: 'files.test', why: 'unreachable' }, message: 'a call to a host was refused' });
  // A system under load may tell a refused connection as one that was broken off.
  t.regex(String(refused?.fields['code']), /^(ECONNREFUSED|ECONNRESET)$/);
  t.deepEqual(others, []);
});
