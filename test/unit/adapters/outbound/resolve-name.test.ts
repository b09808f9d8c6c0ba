import test, { type ExecutionContext } from 'ava';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createDnsResolve } from '../../../../src/adapters/outbound/resolve-name.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { callTo, outboundTo, textOf } from '../../../support/adapters/tls-hosts.ts';

const A = 1;
const AAAA = 28;

type Answers = Readonly<Record<number, readonly (readonly number[])[]>>;

const SERVFAIL = 2;
const NXDOMAIN = 3;
const REFUSED = 5;

/** A name server that answers each question of a type with these addresses, as bytes; undefined: not at all. */
const openNameServer = async (
  t: ExecutionContext,
  answersOf: (name: string, type: number) => Answers | typeof SERVFAIL | typeof REFUSED | undefined,
): Promise<string> => {
  const server = createSocket('udp4');
  server.on('message', (query, from) => {
    let at = 12;
    const labels: string[] = [];
    for (; query[at] !== 0; at += (query[at] ?? 0) + 1) {
      labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
    }
    const question = query.subarray(12, at + 5);
    const type = query.readUInt16BE(at + 1);
    const answered = answersOf(labels.join('.'), type);
    if (answered === undefined) return;
    const answers = typeof answered === 'number' ? {} : answered;
    const records = (answers[type] ?? []).map((bytes) => {
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
      return Buffer.concat([head, Buffer.from(bytes)]);
    });
    const missing = Object.keys(answers).length > 0 ? 0 : NXDOMAIN;
    const code = typeof answered === 'number' ? answered : missing;
    const head = Buffer.from([0x81, 0x80 + code, 0, 1, 0, records.length, 0, 0, 0, 0]);
    server.send(Buffer.concat([query.subarray(0, 2), head, question, ...records]), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return `127.0.0.1:${server.address().port}`;
};

const LOCAL_V6 = [...Array.from({ length: 15 }, () => 0), 1];
const none = new AbortController().signal;

test('all addresses of both families are answered, of a name with one family too', async (t) => {
  const server = await openNameServer(t, (name) =>
    name === 'both.test'
      ? {
          [A]: [
            [8, 8, 8, 8],
            [127, 0, 0, 1],
          ],
          [AAAA]: [LOCAL_V6],
        }
      : { [AAAA]: [LOCAL_V6] },
  );
  const resolve = createDnsResolve([server]);
  t.deepEqual((await resolve('both.test', none)).toSorted(), ['127.0.0.1', '8.8.8.8', '::1']);
  t.deepEqual(await resolve('six.test', none), ['::1']);
});

test('a name without addresses, and one that there is not, are unknown', async (t) => {
  const server = await openNameServer(t, (name) => (name === 'empty.test' ? { 99: [] } : {}));
  const resolve = createDnsResolve([server]);
  for (const name of ['empty.test', 'missing.test']) {
    const { outbound } = outboundTo([443], { resolve });
    t.deepEqual(
      await outbound.call(callTo(`https://${name}/`), textOf),
      { kind: 'refused', why: 'name_unknown' },
      name,
    );
  }
});

test('name servers that cannot answer are an outage: nothing is known of the name', async (t) => {
  const failing = await openNameServer(t, (name, type) => {
    if (name === 'refused.test') return REFUSED;
    return name === 'half.test' && type === A ? { 99: [] } : SERVFAIL;
  });
  const away = createSocket('udp4').bind(0, '127.0.0.1');
  await once(away, 'listening');
  const { port } = away.address();
  away.close();
  for (const [server, host, code] of [
    [failing, 'failing.test', 'ESERVFAIL'],
    [failing, 'half.test', 'ESERVFAIL'],
    [failing, 'refused.test', 'EREFUSED'],
    [`127.0.0.1:${port}`, 'files.test', 'ECONNREFUSED'],
  ] as const) {
    const { outbound, logged } = outboundTo([443], { resolve: createDnsResolve([server]) });
    const outcome = await outbound.call(callTo(`https://${host}/`), textOf);
    t.deepEqual(outcome, { kind: 'refused', why: 'unreachable' }, host);
    t.deepEqual(logged[0]?.fields, { host, why: 'unreachable', code });
  }
});

test('a failure of a resolver is a missing name under two codes alone', async (t) => {
  for (const [code, why] of [
    ['ENOTFOUND', 'name_unknown'],
    ['ENODATA', 'name_unknown'],
    ['ETIMEOUT', 'unreachable'],
    ['EAI_AGAIN', 'unreachable'],
  ] as const) {
    const resolve = async (): Promise<never> => Promise.reject(Object.assign(new Error('no answer'), { code }));
    const { outbound } = outboundTo([443], { resolve });
    t.deepEqual(await outbound.call(callTo('https://files.test/'), textOf), { kind: 'refused', why }, code);
  }
});

test('a name server that is silent ends the call in time', async (t) => {
  const server = await openNameServer(t, () => undefined);
  for (const resolve of [createDnsResolve([server]), async () => new Promise<string[]>(() => undefined)]) {
    const { outbound, logged } = outboundTo([443], { resolve, resolveMs: 200 });
    t.deepEqual(await outbound.call(callTo('https://files.test/x?y=z'), textOf), { kind: 'refused', why: 'timed_out' });
    t.deepEqual(logged[0]?.fields, { host: 'files.test', why: 'timed_out', code: undefined });
  }
});

test('a silent name server leaves time for the next one, and a silent family for the other', async (t) => {
  const silent = await openNameServer(t, () => undefined);
  const good = await openNameServer(t, () => ({ [A]: [[8, 8, 8, 8]] }));
  const half = await openNameServer(t, (_, type) => (type === A ? { [A]: [[9, 9, 9, 9]] } : undefined));
  const inTime = AbortSignal.timeout(limits.outboundResolveMs);
  const asked = [createDnsResolve([silent, good])('next.test', inTime), createDnsResolve([half])('half.test', inTime)];
  t.deepEqual(await Promise.all(asked), [['8.8.8.8'], ['9.9.9.9']]);
});

test('files of the machine have no say', async (t) => {
  const server = await openNameServer(t, () => ({ [A]: [[8, 8, 8, 8]] }));
  // Every machine has this name in its file of hosts.
  t.deepEqual(await createDnsResolve([server])('localhost', none), ['8.8.8.8']);
});
