/** Events read from bytes: what the package's own classes make of the same values. */
import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import test from 'ava';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { isFault } from '../../../../src/kernel/faults.ts';
import { recordedIn, toLogEvent } from '../../../../src/adapters/eventstoredb/server/recorded.ts';
import { caughtUp, checkpoint, confirmation } from '../../../support/event-store-double/messages.ts';
import { anyText } from '../../../support/property/any-text.ts';
import { holds } from '../../../support/property/property.ts';

const digits = fc.bigInt({ min: 0n, max: 2n ** 64n - 2n }).map(String);
const text = anyText({ maxLength: 300 });

const recorded = fc.record(
  {
    id: fc.uuid(),
    type: text,
    data: text,
    metadata: text,
    stream: text,
    revision: fc.nat(Number.MAX_SAFE_INTEGER),
    commit: digits,
  },
  { noNullPrototype: true },
);

type Values = Parameters<typeof toLogEvent>[0];

const utf8 = (value: string): Uint8Array => Buffer.from(value, 'utf8');

const bytesOf = ({ id, type, data, metadata, stream, revision, commit }: Values): Buffer => {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(utf8(stream)))
    .setStreamRevision(String(revision))
    .setPreparePosition(commit)
    .setCommitPosition(commit)
    .setData(utf8(data))
    .setCustomMetadata(utf8(metadata));
  event.getMetadataMap().set('created', '1').set('type', type).set('content-type', 'application/json');
  const read = new streams.ReadResp.ReadEvent().setEvent(event).setCommitPosition(commit);
  return Buffer.from(new streams.ReadResp().setEvent(read).serializeBinary());
};

test('property: an event is read as it was written', (t) => {
  holds(
    recorded,
    (values) => {
      deepStrictEqual(recordedIn(bytesOf(values)), values);
    },
    300,
  );
  t.pass();
});

test('a message that is cut anywhere is a fault, and not an event that lacks something', (t) => {
  const values = { id: 'i', type: 'T', data: '{"a":1}', metadata: '{}', stream: 'box-1', revision: 300, commit: '999' };
  const whole = bytesOf(values);
  t.deepEqual(recordedIn(whole), values);
  for (let length = 1; length < whole.length; length += 1) {
    const error = t.throws(() => recordedIn(whole.subarray(0, length)), { message: /cut or broken/ }, `${length}`);
    t.true(isFault(error, 'unavailable'));
  }
});

test('a response that tells of something else has no event', (t) => {
  const others = [confirmation('x'), caughtUp(), checkpoint(7), new streams.ReadResp().setFirstStreamPosition('3')];
  for (const other of others) t.is(recordedIn(Buffer.from(other.serializeBinary())), undefined);
  t.is(recordedIn(Buffer.alloc(0)), undefined);
  t.is(
    recordedIn(Buffer.from(new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent()).serializeBinary())),
    undefined,
  );
});

test('fields that a later server may add are passed over, however they are encoded', (t) => {
  const values = { id: 'i', type: '', data: '{}', metadata: '', stream: 'box-1', revision: 5, commit: '9' };
  const own = bytesOf(values);
  // Of field 15: a number, eight bytes, a text, four bytes.
  const added = Buffer.from([0x78, 0xff, 0x01, 0x79, 1, 2, 3, 4, 5, 6, 7, 8, 0x7a, 2, 65, 66, 0x7d, 1, 2, 3, 4]);
  // ReadResp.event of ReadEvent.event: both are shorter than 128 bytes, so their lengths are one byte each.
  const inner = own.subarray(4, 4 + (own[3] ?? 0));
  const event = Buffer.concat([Buffer.from([0x0a, inner.length + added.length]), added, inner]);
  const whole = Buffer.concat([Buffer.from([0x0a, event.length + added.length]), added, event]);
  t.deepEqual(recordedIn(whole), values);
});

test('a server that tells no positions is refused, and a prefix is taken off', (t) => {
  const values = { id: 'i', type: 'T', data: '{}', metadata: '', stream: 'one.box-1', revision: 0, commit: '9' };
  t.like(toLogEvent(values, 'one.'), { stream: 'box-1', seq: '9'.padStart(20, '0') });
  t.throws(() => toLogEvent({ ...values, commit: '18446744073709551615' }, ''), { message: /older than 22\.6/ });
});
