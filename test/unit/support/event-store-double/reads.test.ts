/** Reads as the stock client sees them: edges, positions, what events look like. */
import { binaryEvent, type EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import test from 'ava';
import { eventually } from '../../../support/kernel/eventually.ts';
import { openDouble } from '../../../support/event-store-double/open-double.ts';
import { event, idsOf, rejection } from '../../../support/event-store-double/stock-client.ts';

const letters = ['a', 'b', 'c', 'd', 'e'];
const idOf = (letter: string): string => `${letter.repeat(8)}-0000-4000-8000-000000000000`;

/** Five events in `box-1`, one by one, with others between. */
const filled = async (client: EventStoreDBClient): Promise<readonly bigint[]> => {
  const positions: bigint[] = [];
  for (const [index, letter] of letters.entries()) {
    const expectedRevision = index === 0 ? 'no_stream' : BigInt(index - 1);
    const { position } = await client.appendToStream('box-1', event(idOf(letter)), { expectedRevision });
    positions.push(position?.commit ?? -1n);
    await client.appendToStream(`other-${index}`, event(), { expectedRevision: 'no_stream' });
  }
  return positions;
};

const read = async (
  client: EventStoreDBClient,
  options: Parameters<EventStoreDBClient['readStream']>[1],
): Promise<string> => (await idsOf(client.readStream('box-1', options))).map((id) => id[0]).join('');

test.serial('a stream from either end, from a revision, so many', async (t) => {
  const { client } = await openDouble(t);
  await filled(client);
  t.is(await read(client, {}), 'abcde');
  t.is(await read(client, { fromRevision: 2n }), 'cde');
  t.is(await read(client, { fromRevision: 1n, maxCount: 2 }), 'bc');
  t.is(await read(client, { fromRevision: 5n }), '', 'past the end: nothing, and no error');
  t.is(await read(client, { direction: 'backwards', fromRevision: 'end' }), 'edcba');
  t.is(await read(client, { direction: 'backwards', fromRevision: 'end', maxCount: 1 }), 'e');
  t.is(await read(client, { direction: 'backwards', fromRevision: 2n }), 'cba');
  t.is(await read(client, { direction: 'backwards', fromRevision: 99n }), 'edcba', 'down from the head');
  t.is(await read(client, { direction: 'backwards', fromRevision: 'start' }), 'a');
  t.is((await rejection(read(client, { maxCount: 0 }))).name, 'UnknownError');
});

test.serial('everything forwards from a position on, backwards from before it', async (t) => {
  const { client } = await openDouble(t);
  const positions = await filled(client);
  const at = (index: number) => ({ commit: positions[index] ?? 0n, prepare: positions[index] ?? 0n });
  const ours = async (options: Parameters<EventStoreDBClient['readAll']>[0]): Promise<string> =>
    (await idsOf(client.readAll(options)))
      .filter((id) => id.endsWith('-0000-4000-8000-000000000000'))
      .map((id) => id[0])
      .join('');
  t.is(await ours({}), 'abcde');
  t.is(await ours({ fromPosition: at(2) }), 'cde');
  t.is(await ours({ direction: 'backwards', fromPosition: at(2) }), 'ba');
  t.is(await ours({ direction: 'backwards', fromPosition: 'end' }), 'edcba');
  t.is((await idsOf(client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 }))).length, 1);
  t.is(await ours({ fromPosition: 'end' }), '');
  const nowhere = { commit: at(2).commit + 1n, prepare: at(2).prepare + 1n };
  const { name, code } = await rejection(ours({ fromPosition: nowhere }));
  t.deepEqual([name, code], ['UnknownError', 2]);
});

test.serial('positions grow by the bytes written, and an append has the position of its last event', async (t) => {
  const { client } = await openDouble(t);
  const { position } = await client.appendToStream('box-1', [event(), event(), event()], {
    expectedRevision: 'no_stream',
  });
  const inStream: bigint[] = [];
  for await (const { event } of client.readStream('box-1')) inStream.push(event?.position?.commit ?? -1n);
  const inAll: bigint[] = [];
  for await (const { event } of client.readAll()) {
    t.is(event?.position?.commit, event?.position?.prepare);
    inAll.push(event?.position?.commit ?? -1n);
  }
  t.deepEqual(inAll.slice(-3), inStream);
  t.is(inStream.at(-1), position?.commit);
  const steps = inAll.slice(1).map((commit, index) => commit - (inAll[index] ?? 0n));
  t.true(
    steps.every((step) => step > 100n),
    'no two follow each other as numbers do',
  );
});

test.serial("the server's own events are there from the start", async (t) => {
  const { client } = await openDouble(t);
  const types: string[] = [];
  for await (const { event } of client.readAll()) types.push(event?.type ?? '');
  t.true(types.length > 0 && types.every((type) => type.startsWith('$')));
});

test.serial('an event comes out as it went in', async (t) => {
  const { client } = await openDouble(t);
  const before = Date.now();
  const metadata = { who: 'ä' };
  const bytes = Uint8Array.from([0, 255, 10]);
  await client.appendToStream(
    'Any name: $ü/1',
    [jsonEvent({ type: 'Ünited', data: { a: 'ß' }, metadata }), binaryEvent({ type: 'Bytes', data: bytes })],
    { expectedRevision: 'no_stream' },
  );
  const found = [];
  for await (const { event } of client.readStream('Any name: $ü/1')) found.push(event);
  const [first, second] = found;
  t.deepEqual(
    [first?.streamId, first?.type, first?.revision, first?.data, first?.metadata, first?.isJson],
    ['Any name: $ü/1', 'Ünited', 0n, { a: 'ß' }, metadata, true],
  );
  t.true((first?.created.getTime() ?? 0) >= before);
  t.false(second?.isJson);
  t.deepEqual(Buffer.from(second?.data as Uint8Array), Buffer.from(bytes));
});

test.serial('more than a page either way', async (t) => {
  const { client } = await openDouble(t);
  const events = Array.from({ length: 700 }, () => event());
  const ids = events.map(({ id }) => id);
  await client.appendToStream('box-1', events, { expectedRevision: 'no_stream' });
  t.deepEqual(await idsOf(client.readStream('box-1')), ids);
  t.deepEqual(
    await idsOf(client.readStream('box-1', { direction: 'backwards', fromRevision: 'end' })),
    ids.toReversed(),
  );
  t.deepEqual((await idsOf(client.readAll())).slice(-700), ids);
});

test.serial('a read that is left open shows, until the client lets it go', async (t) => {
  const { client, double } = await openDouble(t);
  const events = Array.from({ length: 400 }, () => event(undefined, { text: 'x'.repeat(2_000) }));
  await client.appendToStream('box-1', events, { expectedRevision: 'no_stream' });
  for await (const _ of client.readStream('box-1')) break;
  t.is(double.faults.openReads(), 1);
  await client.dispose();
  await eventually('the call is over', () => double.faults.openReads() === 0);
});

test.serial('reads of more than a page of the server are counted while they are under way at once', async (t) => {
  const { client, double } = await openDouble(t);
  const events = Array.from({ length: 500 }, () => event());
  await client.appendToStream('box-1', events, { expectedRevision: 'no_stream' });
  const readSome = async (maxCount: number): Promise<number> =>
    (await idsOf(client.readStream('box-1', { maxCount }))).length;
  t.deepEqual(await Promise.all([32, 32, 32].map(readSome)), [32, 32, 32]);
  t.is(double.faults.largeReadsAtOnceMax(), 0);
  t.deepEqual(await Promise.all([500, 100, 33].map(readSome)), [500, 100, 33]);
  t.is(double.faults.largeReadsAtOnceMax(), 3);
});
