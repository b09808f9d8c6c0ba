/** Data and metadata come back to the byte, and are JSON to the server and to other readers. */
import test from 'ava';
import type { EncodedEvent } from '../../../../src/ports/event-store.ts';
import { collect, newEvent, newStream, oddTexts } from '../../../contract/samples.ts';
import { openClient } from '../../../support/event-store-double/stock-client.ts';
import { openBoth } from './open.ts';

/** Texts that are the same JSON value as a shorter or another one. */
const oddJson = [
  '{"a": 1}',
  '{"b":1,"a":2}',
  '{"10":1,"9":2}',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '1.0',
  '1e2',
  '-0',
  '12345678901234567890',
  '0.1000000000000000055511151231257827',
  '"\\u0041\\/"',
  '"\\ud83c\\udfac"',
  ' null ',
  '[]\n',
  '{"$hash":"00","a":1}',
];

const events = [...oddJson, ...oddTexts.map((text) => JSON.stringify(text)), 'no JSON at all', ''].map((text) =>
  newEvent({ data: text, metadata: text }),
);

const texts = (all: readonly EncodedEvent[]): (readonly [string, string])[] =>
  all.map(({ data, metadata }) => [data, metadata]);

test('by the stream, by pages of the log and by the subscription', async (t) => {
  const { store, feed } = await openBoth(t);
  const stream = newStream();
  const options = { categories: [stream.slice(0, stream.indexOf('-'))] };
  const following = (async (): Promise<EncodedEvent[]> => {
    const seen: EncodedEvent[] = [];
    for await (const batch of feed.subscribe('', options)) {
      seen.push(...batch.events);
      if (seen.length >= events.length) break;
    }
    return seen;
  })();
  await store.append(stream, 'none', events);
  t.deepEqual(texts(await collect(store.readStream(stream))), texts(events));
  t.deepEqual(texts((await collect(feed.read('', options))).flatMap((batch) => batch.events)), texts(events));
  t.deepEqual(texts(await following), texts(events));
});

test('others read JSON there, and the client’s own reading would lose the bytes', async (t) => {
  const { store, double } = await openBoth(t);
  const client = openClient(t, double.url);
  const stream = newStream();
  await store.append(
    stream,
    'none',
    oddJson.map((text) => newEvent({ data: text, metadata: text })),
  );
  const read: string[] = [];
  for await (const { event } of client.readStream(stream)) {
    t.true(event?.isJson);
    read.push(JSON.stringify(event?.data));
  }
  t.is(read.length, oddJson.length);
  const kept = oddJson.filter((text, index) => text === read[index]);
  t.deepEqual(kept, ['{"b":1,"a":2}', '{"__proto__":{"x":1}}', '{"$hash":"00","a":1}']);
});
