/** An export is compressed on its way: never held as a whole, and no faster than its client reads. */
import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { ok } from '../../../src/application/calls/result.ts';
import { START } from '../../../src/kernel/position.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { givenApi } from '../../spec/api-spec.ts';
import { tokenOf } from '../../support/http/fake-verifier.ts';
import { eventually } from '../../support/kernel/eventually.ts';

const path = '/api/v1/ledger/export';
const CHUNK_BYTES = 65_536;

/** An export of so many chunks, which do not shrink much; tells how many were asked for, and whether it has ended. */
const givenExport = async (t: Parameters<typeof givenApi>[0], chunks: number, fault?: Error) => {
  const seen = { made: 0, ended: false };
  async function* content(): AsyncGenerator<Buffer> {
    try {
      for (; seen.made < chunks; seen.made += 1) {
        await sleep(0);
        yield Buffer.from(`${randomBytes(CHUNK_BYTES / 2).toString('hex')}\n`);
      }
      if (fault !== undefined) throw fault;
    } finally {
      seen.ended = true;
    }
  }
  const exportLedger = async () => ok({ content: content(), position: START });
  return { api: await givenApi(t, { application: { exportLedger } }), seen };
};

test('a client that takes gzip gets the same lines, compressed', async (t) => {
  const { api, seen } = await givenExport(t, 4);
  const { headers, bytes, text } = await api.when({ path, headers: { 'accept-encoding': 'gzip' } });
  t.like(headers, { 'content-encoding': 'gzip', vary: 'Accept-Encoding', 'content-type': 'application/x-ndjson' });
  t.is(headers['content-length'], undefined);
  t.is(text.length, 4 * (CHUNK_BYTES + 1));
  t.true(bytes.length < text.length * 0.7);
  t.like(seen, { made: 4, ended: true });
  const plain = await api.when({ path, headers: { 'accept-encoding': 'identity' } });
  t.is(plain.headers['content-encoding'], undefined);
  t.is(plain.headers.vary, 'Accept-Encoding');
  const head = await api.when({ method: 'HEAD', path, headers: { 'accept-encoding': 'gzip' } });
  t.like(head, { status: 200, text: '' });
});

test('an export that breaks off is not whole for its client', async (t) => {
  const { api, seen } = await givenExport(t, 40, new Fault('corrupt', 'the ledger is damaged'));
  await t.throwsAsync(async () => api.when({ path, headers: { 'accept-encoding': 'gzip' } }));
  t.true(seen.ended);
  t.deepEqual(api.fatal, []);
});

test('a client that does not read holds the export back, and one that leaves ends it', async (t) => {
  const { api, seen } = await givenExport(t, 10_000);
  const headers = { authorization: `Bearer ${tokenOf('alice')}`, 'accept-encoding': 'gzip' };
  const asked = httpRequest({ host: '127.0.0.1', port: api.port, path, headers });
  // Node reads an answer without a listener by itself. One with a listener waits to be read.
  asked.on('response', () => undefined).on('error', () => undefined);
  asked.end();
  await eventually('it begins', () => seen.made > 0);
  for (let before = -1; before !== seen.made;) {
    before = seen.made;
    await sleep(300);
  }
  t.true(seen.made < 1_000, `${seen.made} chunks fit the sockets`);
  t.false(seen.ended);
  asked.destroy();
  await eventually('it ends', () => seen.ended);
});
