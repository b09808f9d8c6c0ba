/** The calls of a client of several nodes: gossip, and the place of the leader. */
import type { NotLeaderError } from '@eventstore/db-client';
import test from 'ava';
import { openDouble } from '../../../support/event-store-double/open-double.ts';
import { startEventStoreDouble } from '../../../support/event-store-double/start.ts';
import { event, idsOf, openClient, rejection, unary } from '../../../support/event-store-double/stock-client.ts';

const host = '127.0.0.1';

test.serial('told where the leader is, the client goes there by itself; the append is repeated by hand', async (t) => {
  const leader = await startEventStoreDouble(t);
  const { client, double: follower } = await openDouble(t, { sharing: leader });
  const fault = follower.faults.next({
    on: 'append',
    kind: 'not-leader',
    times: Infinity,
    leader: { host, port: leader.port },
  });
  const append = async () => client.appendToStream('box-1', event(), { expectedRevision: 'no_stream', ...unary });
  const { error } = await rejection(append());
  t.deepEqual((error as NotLeaderError).leader, { address: host, port: leader.port });
  t.is((await append()).nextExpectedRevision, 0n);
  t.is(fault.fired(), 1);
});

test.serial('a client of several nodes finds the leader by gossip', async (t) => {
  const { port } = await startEventStoreDouble(t);
  const client = openClient(t, `esdb://${host}:${port},${host}:${port}?tls=false&nodePreference=leader`);
  for (const [stream, path] of [
    ['box-1', unary],
    ['box-2', {}],
  ] as const) {
    await client.appendToStream(stream, event(), { expectedRevision: 'no_stream', ...path });
    t.is((await idsOf(client.readStream(stream))).length, 1);
  }
});
