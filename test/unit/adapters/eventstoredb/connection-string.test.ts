/** Addresses, and that nothing of them is ever said aloud. */
import test from 'ava';
import { connectionString } from '../../../../src/adapters/eventstoredb/server/connection-string.ts';
import { createClient } from '../../../../src/adapters/eventstoredb/server/client.ts';
import { Fault } from '../../../../src/kernel/faults.ts';

test('our defaults are added to what an address leaves out', (t) => {
  const plain = connectionString(' esdb://127.0.0.1:2113 ');
  t.is(
    plain,
    'esdb://127.0.0.1:2113?keepAliveInterval=10000&keepAliveTimeout=5000&gossipTimeout=2' +
      '&connectionName=production-intelligence',
  );
  const stated = connectionString('esdb+discover://u:p@db?tls=false&Keep_Alive_Timeout=7000');
  t.true(stated.startsWith('esdb+discover://u:p@db?tls=false&Keep_Alive_Timeout=7000&keepAliveInterval=10000&'));
  t.false(stated.includes('keepAliveTimeout'));
});

const wrong = [
  'http://user:secret@127.0.0.1:2113',
  'esdb://',
  'esdb://user:secret@host?tls=false&wrong=secret',
  'esdb://user:secret@host?tlsVerifyCert=false',
  'esdb://user:secret@host?throwOnAppendFailure=false',
  'esdb://user:secret@host:port?tls=false',
  'esdb://user:secret@host?tls=maybe',
  'esdb://user:secret@host?tls',
  'esdb://user:secret@host?tlsCAFile=/there/is/no/such/file',
];

for (const url of wrong) {
  test.serial(`an address that cannot be used is refused without a word of it: ${url}`, (t) => {
    const said: unknown[] = [];
    const { warn } = console;
    console.warn = (...words: unknown[]) => void said.push(...words);
    const fault = t.throws(() => createClient(url), { instanceOf: Fault });
    console.warn = warn;
    t.is(fault?.code, 'unavailable');
    t.false(fault?.retriable);
    t.false(
      `${fault?.message}${JSON.stringify(fault?.detail)}${String(fault?.cause)}${String(said)}`.includes('secret'),
    );
  });
}
