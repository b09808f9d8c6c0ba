/** The calls of a client of several nodes: gossip, features, and the place of the leader. */
import { FOLLOWER, NotLeaderError } from '@eventstore/db-client';
import test from 'ava';
import { openDouble } from '../../../support/event-store-double/open-double.ts';
import { startEventStoreDouble } from '../../../support/event-store-double/start.ts';
import { event, idsOf, openClient, rejection, unary } from '../../../support/event-store-double/stock-client.ts';

const host = '127.0.0.1';

test.serial('a client of two nodes goes to the one that gossip calls leader', async (t) => {
  const leader = await startEventStoreDouble(t);
  const follower = await startEventStoreDouble(t, { sharing: leader });
  const members = [
    { host, port: follower.port, state: 'follower' },
    { host, port: leader.port, state: 'leader' },
  ] as const;
  leader.setMembers(members);
  follower.setMembers(members);
  const onFollower = follower.faults.next({ on: 'append', kind: 'unknown', times: Infinity });
  const hosts = `${host}:${leader.port},${host}:${follower.port}`;
  const client = openClient(t, `esdb://${hosts}?tls=false&nodePreference=leader`);
  for (const path of [unary, {}]) {
    await client.appendToStream(`box-${path === unary}`, event(), { expectedRevision: 'no_stream', ...path });
  }
  t.is(onFollower.fired(), 0);
  const reader = openClient(t, `esdb://${hosts}?tls=false&nodePreference=${FOLLOWER}`);
  leader.faults.next({ on: 'read', kind: 'unknown' });
  t.is((await idsOf(reader.readStream('box-true'))).length, 1, 'the other node has the same log');
});

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

test.serial('features and gossip can fail too', async (t) => {
  const { client, double } = await openDouble(t);
  const features = double.faults.next({ on: 'features', kind: 'unknown' });
  const append = async () => client.appendToStream('box-1', event(), { expectedRevision: 'no_stream' });
  const first = await rejection(append());
  t.deepEqual([first.name, first.code, features.fired()], ['Error', 2, 1], 'a plain error of gRPC');
  t.is((await rejection(append())).code, 2, 'and this client never asks again');
  const gossip = double.faults.next({ on: 'gossip', kind: 'unavailable' });
  const other = openClient(t, `esdb://${host}:${double.port},${host}:${double.port}?tls=false&discoveryInterval=1`);
  await other.appendToStream('box-1', event(), { expectedRevision: 'no_stream', ...unary });
  t.is(gossip.fired(), 1);
});
