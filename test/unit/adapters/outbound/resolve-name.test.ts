import test, { type ExecutionContext } from 'ava';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createDnsResolve } from '../../../../src/adapters/outbound/resolve-name.ts';
import { callTo, outboundTo, textOf } from '../../../support/adapters/tls-hosts.ts';

const A = 1;
const AAAA = 28;

type Answers = Readonly<Record<number, readonly (readonly number[])[]>>;

/** A name server that answers each question of a type with these addresses, as bytes; undefined: not at all. */
const openNameServer = async (
  t: ExecutionContext,
  answersOf: (name: string) => Answers | undefined,
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
    const answers = answersOf(labels.join('.'));
    if (answers === undefined) return;
    const records = (answers[type] ?? []).map((bytes) => {
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
      return Buffer.concat([head, Buffer.from(bytes)]);
    });
    const isName = Object.keys(answers).length > 0;
    const head = Buffer.from([0x81, isName ? 0x80 : 0x83, 0, 1, 0, records.length, 0, 0, 0, 0]);
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

test('a name server that is silent ends the call in time', async (t) => {
  const server = await openNameServer(t, () => undefined);
  for (const resolve of [createDnsResolve([server]), async () => new Promise<string[]>(() => undefined)]) {
    const { outbound, logged } = outboundTo([443], { resolve, resolveMs: 200 });
    t.deepEqual(await outbound.call(callTo('https://files.test/x?y=z'), textOf), { kind: 'refused', why: 'timed_out' });
    t.deepEqual(logged[0]?.fields, { host: 'files.test', why: 'timed_out', code: undefined });
  }
});

test('files of the machine have no say', async (t) => {
  const server = await openNameServer(t, () => ({ [A]: [[8, 8, 8, 8]] }));
  // Every machine has this name in its file of hosts.
  t.deepEqual(await createDnsResolve([server])('localhost', none), ['8.8.8.8']);
});
