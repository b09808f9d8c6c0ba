/** Events go into a store as canonical, chained text, and only what was written comes out. */
import test from 'ava';
import fc from 'fast-check';
import { canonicalJson, sha256 } from '../../../src/kernel/canonical-json.ts';
import { type EventMetadata, eventsOf } from '../../../src/kernel/event.ts';
import { BrokenInvariant } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import * as s from '../../../src/kernel/shape.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import { createEventCodec, GENESIS } from '../../../src/schema/event-codec.ts';
import { createStrictCodec } from '../../support/log/strict-codec.ts';

const event = eventsOf('wall');
const painted = event(
  'WallPainted',
  { colour: s.string(), litres: s.number(), note: s.optional(s.nullable(s.string())) },
  3,
  {
    1: (data: { color: string }) => ({ colour: data.color }),
    2: (data: { colour: string }) => ({ ...data, litres: 1 }),
  },
);
const codec = createEventCodec([painted]);
const metadata: EventMetadata = {
  workspaceId: 'ws_1',
  actor: 'user:ann',
  correlationId: 'c1',
  at: '2026-11-21T10:00:00.000Z',
};
const stream = 'wall-1';

const write = (data: Parameters<typeof painted>[0], revision = 0, previousHash = GENESIS) =>
  codec.encode(painted(data), { stream, revision, id: `id-${revision}`, metadata, previousHash });

const stored = (
  data: Parameters<typeof painted>[0] = { colour: 'red', litres: 2 },
  changes: Partial<StoredEvent> = {},
) => ({
  ...write(data).encoded,
  stream,
  revision: 0,
  position: 'p1',
  ...changes,
});

const withVersion = (version: number, data: string): StoredEvent => {
  const event = stored();
  return { ...event, data, metadata: event.metadata.replace('"v":3', `"v":${version}`) };
};

test('an event is stored as canonical text, its metadata beginning with the hash', (t) => {
  const { encoded, recorded, bytes } = write({ litres: 2.5, colour: 'blå', note: undefined as never });
  t.is(encoded.data, '{"colour":"blå","litres":2.5}');
  const rest = '"actor":"user:ann","at":"2026-11-21T10:00:00.000Z","correlationId":"c1","v":3,"workspaceId":"ws_1"}';
  const hash = sha256(`${GENESIS}\nwall-1\n0\nid-0\nWallPainted\n${encoded.data}\n${rest}`);
  t.is(encoded.metadata, `{"$hash":"${hash}",${rest}`);
  t.is(encoded.metadata, canonicalJson(JSON.parse(encoded.metadata)));
  t.deepEqual(recorded, {
    type: 'WallPainted',
    data: { colour: 'blå', litres: 2.5 },
    stream,
    revision: 0,
    id: 'id-0',
    metadata,
    hash,
  });
  t.is(bytes, Buffer.byteLength(encoded.data) + Buffer.byteLength(encoded.metadata) + 2 * 'WallPainted'.length);
});

test('a recorded event reads back the same: no undefined member, no -0, nothing shared with the caller', (t) => {
  const data = { colour: 'red', litres: -0, note: undefined as never };
  const { encoded, recorded } = write(data);
  const { position, ...decoded } = codec.decodeOnce({ ...encoded, stream, revision: 0, position: 'p1' });
  t.is(position, 'p1');
  t.deepEqual(recorded, decoded as typeof recorded);
  t.true(Object.is(recorded.data.litres, 0));
  t.false('note' in recorded.data);
  data.colour = 'changed';
  t.is(recorded.data.colour, 'red');
});

test('property: any text and number comes back as it was, and the metadata as well', (t) => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed() && !value.includes('\0'));
  const member = text.filter((value) => value !== '');
  fc.assert(
    fc.property(
      fc.record({ colour: text, litres: fc.double({ noNaN: true, min: -1e15, max: 1e15 }), note: fc.option(text) }),
      fc.record(
        { actor: member, correlationId: member, at: member },
        { requiredKeys: ['actor', 'correlationId', 'at'] },
      ),
      fc.option(fc.record({ userId: member, traceparent: member, workspaceId: member }), { nil: {} }),
      (data, required, more) => {
        const place = { stream, revision: 7, id: 'x', metadata: { ...required, ...more }, previousHash: GENESIS };
        const { encoded } = codec.encode(painted(data), place);
        const read = codec.decodeOnce({ ...encoded, stream, revision: 7, position: 'p' });
        t.deepEqual(read.data, JSON.parse(canonicalJson(data)));
        t.deepEqual(read.metadata, place.metadata);
        t.is(encoded.metadata, canonicalJson(JSON.parse(encoded.metadata)));
        t.is(codec.verify(GENESIS, { ...encoded, stream, revision: 7, position: 'p' }), read.hash);
      },
    ),
  );
});

test('an event that does not fit its shape is a bug of the decision', (t) => {
  const bad = [
    { colour: 5, litres: 1 },
    { colour: 'red' },
    { colour: 'red', litres: 1, more: 1 },
    { colour: 'a\0b', litres: 1 },
    { colour: '\ud800', litres: 1 },
    { colour: 'red', litres: Number.NaN },
    { colour: 'red', litres: 2 ** 60 },
  ];
  for (const data of bad) t.throws(() => write(data as never), { instanceOf: BrokenInvariant }, JSON.stringify(data));
  const place = { stream, revision: 0, id: 'x', metadata, previousHash: GENESIS };
  t.throws(() => codec.encode({ type: 'WallEaten', data: {} }, place), { instanceOf: BrokenInvariant });
  t.throws(() => codec.encode(painted({ colour: 'red', litres: 1 }), { ...place, stream: 'roof-1' }), {
    instanceOf: BrokenInvariant,
  });
});

test('an event over the size bound is refused by a fault, one at the bound is not', (t) => {
  const { bytes } = write({ colour: '', litres: 1 });
  const room = limits.eventBytesMax - bytes;
  t.is(write({ colour: 'x'.repeat(room), litres: 1 }).bytes, limits.eventBytesMax);
  t.throws(() => write({ colour: 'x'.repeat(room + 1), litres: 1 }), { code: 'too_large' });
});

test('the same stored object is decoded once; another object of the same bytes anew', (t) => {
  const event = stored();
  t.is(codec.decode(event), codec.decode(event));
  t.not(codec.decode(event), codec.decode({ ...event }));
  t.not(codec.decodeOnce(event), codec.decodeOnce(event));
  t.deepEqual(codec.decodeOnce(event), codec.decode(event));
});

test('an event that comes back as it was encoded here is not parsed again; a changed one is', (t) => {
  const { encoded, recorded } = write({ colour: 'red', litres: 2 });
  const back: StoredEvent = { ...encoded, stream, revision: 0, position: 'p1' };
  const changed: StoredEvent[] = [
    { ...back, data: '{"colour":"blue","litres":2}' },
    { ...back, stream: 'wall-2' },
    { ...back, revision: 1 },
    { ...back, id: 'another' },
    { ...back, metadata: back.metadata.replace('user:ann', 'user:bob') },
  ];
  for (const stored of changed) t.deepEqual(codec.decode(stored), codec.decodeOnce(stored));
  const event = codec.decode(back);
  t.is(event.data, recorded.data);
  t.deepEqual(event, codec.decodeOnce(back));
  t.not(codec.decode({ ...back }).data, recorded.data);
});

test('member names that no object keeps in order are written in order all the same', (t) => {
  const counted = event('BricksCounted', { bricks: s.record(s.number()) });
  const own = createEventCodec([counted]);
  const bricks = JSON.parse('{"b":1,"10":2,"9":3,"__proto__":4}') as Record<string, number>;
  const place = { stream, revision: 0, id: 'x', metadata, previousHash: GENESIS };
  const { encoded, recorded } = own.encode(counted({ bricks }), place);
  t.is(encoded.data, '{"bricks":{"10":2,"9":3,"__proto__":4,"b":1}}');
  t.deepEqual(recorded.data, JSON.parse(encoded.data));
});

test('old versions are lifted, one step after another', (t) => {
  t.deepEqual(codec.decode(withVersion(1, '{"color":"red"}')).data, { colour: 'red', litres: 1 });
  t.deepEqual(codec.decode(withVersion(2, '{"colour":"red"}')).data, { colour: 'red', litres: 1 });
});

const refused: Readonly<Record<string, StoredEvent>> = {
  unknown_type: stored(undefined, { type: 'WallEaten' }),
  future_version: withVersion(4, '{}'),
  unreadable: stored(undefined, { data: '{"colour":' }),
  misshapen: stored(undefined, { data: '{"colour":"red"}' }),
};

for (const [reason, event] of Object.entries(refused)) {
  test(`refused as corrupt: ${reason}`, (t) => {
    const fault = t.throws(() => codec.decode(event), { code: 'corrupt' });
    t.like(fault, { detail: { reason, stream, revision: 0, position: 'p1', type: event.type } });
    t.true(fault?.message.startsWith('wall-1 at revision 0 (p1): '));
  });
}

test('metadata that lacks a member, or is none, is unreadable', (t) => {
  const { metadata: text } = stored();
  for (const broken of ['', 'x', '{}', 'null', text.replace('"v":3', '"v":0'), text.replace('actor', 'actress')]) {
    t.like(
      t.throws(() => codec.decode(stored(undefined, { metadata: broken })), { code: 'corrupt' }),
      { detail: { reason: 'unreadable' } },
      broken,
    );
  }
});

test('the chain notices every change of what is stored, and every other place', (t) => {
  const event = stored();
  const hash = codec.verify(GENESIS, event);
  t.is(hash, codec.decode(event).hash);
  const next = { ...write({ colour: 'red', litres: 2 }, 1, hash).encoded, stream, revision: 1, position: 'p2' };
  t.notThrows(() => codec.verify(hash, next));

  const flip = (text: string, at: number): string =>
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
  const changed: StoredEvent[] = [
    { ...event, stream: 'wall-2' },
    { ...event, revision: 1 },
    { ...event, id: 'id-1' },
    { ...event, type: 'WallPaintex' },
    { ...event, metadata: event.metadata.slice(1) },
    { ...event, metadata: `{"$hash":"${hash}"}` },
    ...Array.from(event.data, (_, at) => ({ ...event, data: flip(event.data, at) })),
    ...Array.from(event.metadata, (_, at) => ({ ...event, metadata: flip(event.metadata, at) })),
    // Bytes that move from one part to the next must change the hash.
    { ...event, type: '', data: `${event.type}\n${event.data}` },
    { ...event, id: `${event.id}\n${event.type}`, type: event.data, data: '' },
  ];
  for (const one of changed) {
    const fault = t.throws(() => codec.verify(GENESIS, one), { code: 'corrupt' }, JSON.stringify(one));
    t.like(fault, { detail: { reason: 'chain_broken' } });
  }
  t.throws(() => codec.verify(hash, event), { code: 'corrupt' }, 'after another event');
  t.throws(() => codec.verify(GENESIS, next), { code: 'corrupt' }, 'in place of the one before it');
});

test('sabotage: a chain over the data alone would not notice a swap', (t) => {
  const weak = (previous: string, event: StoredEvent): string => sha256(previous + event.data);
  const event = stored();
  t.is(weak(GENESIS, event), weak(GENESIS, { ...event, revision: 1 }));
});

test('a freezing codec finds code that changes an event', (t) => {
  const strict = createStrictCodec([painted]);
  const event = strict.decode(stored());
  t.throws(() => Object.assign(event.data as object, { colour: 'blue' }), { instanceOf: TypeError });
  t.throws(() => Object.assign(event.metadata, { actor: 'x' }), { instanceOf: TypeError });
});
