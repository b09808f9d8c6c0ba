/** Events become records and come back, byte for byte; what is no event says so. */
import test from 'ava';
import { readSamples, storedOf } from '../../../../infra/tooling/event-samples.ts';
import {
  eventOf,
  headerOf,
  type ReadRecord,
  recordBytes,
  recordOf,
  typeOf,
} from '../../../../src/adapters/kafka/cloud-events.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { createEventCodec, GENESIS } from '../../../../src/schema/event-codec.ts';
import { oddTexts } from '../../../contract/samples.ts';
import { overTheWire } from '../../../support/messaging/over-the-wire.ts';

const samples: readonly StoredEvent[] = [...readSamples().values()].map(({ sample }) => storedOf(sample));

test('every event comes back as it was stored', (t) => {
  t.true(samples.length > 40);
  for (const event of samples) {
    const record = overTheWire(recordOf(event));
    t.deepEqual(eventOf(record), event);
    t.is(typeOf(record), event.type);
    t.is(record.key?.toString(), event.stream);
    t.is(record.value?.toString(), event.data);
  }
});

test('text that a careless copy changes comes back too', (t) => {
  const [sample] = samples;
  if (sample === undefined) throw new Error('there are samples');
  for (const text of oddTexts) {
    const data = JSON.stringify({ text });
    const metadata = JSON.stringify({ $hash: 'x', at: '2026-11-21T10:00:00.000Z', correlationId: text, v: 1 });
    const event = { ...sample, data, metadata };
    t.deepEqual(eventOf(overTheWire(recordOf(event))), event);
  }
});

test('a reader of records can check the chain of their stream', (t) => {
  const codec = createEventCodec();
  const chained = (event: StoredEvent): StoredEvent => {
    const { type, data, metadata, stream, id } = codec.decode(event);
    const place = { stream, revision: 0, id, metadata, previousHash: GENESIS };
    return { ...event, ...codec.encode({ type, data }, place).encoded, revision: 0 };
  };
  for (const event of samples.slice(0, 10).map(chained)) {
    const back = eventOf(overTheWire(recordOf(event)));
    t.notThrows(() => codec.verify(GENESIS, back));
    t.throws(() => codec.verify(GENESIS, { ...back, data: `${back.data} ` }), { code: 'corrupt' });
  }
});

test('a message that is no event is a fault, never another event', (t) => {
  const [event] = samples;
  if (event === undefined) throw new Error('there are samples');
  const record = overTheWire(recordOf(event));
  const broken: readonly ReadRecord[] = [
    { ...record, value: null },
    { ...record, headers: {} },
    { key: record.key, value: record.value },
    { ...record, value: Buffer.from([0xff, 0xfe]) },
    { ...record, headers: { ...record.headers, pi_metadata: Buffer.from([0xc3]) } },
    { ...record, headers: { ...record.headers, ce_id: ['one', 'two'] } },
  ];
  for (const one of broken) t.throws(() => eventOf(one), { code: 'corrupt' });
  t.is(headerOf({ ...record, headers: { ce_id: ['one', 'two'] } }, 'ce_id'), undefined);
  t.is(typeOf({ key: null, value: null }), undefined);
});

test('a record is never larger than it was taken for', (t) => {
  for (const event of samples) {
    const record = recordOf(event);
    const bare = Object.entries(record.headers).reduce((sum, [name, text]) => sum + Buffer.byteLength(name + text), 0);
    t.true(recordBytes(record) > bare + Buffer.byteLength(record.key) + Buffer.byteLength(record.value));
  }
});
