/** Appends as the stock client sees them, by either path, row by row of what EventStoreDB does. */
import { randomUUID } from 'node:crypto';
import { type EventStoreDBClient, WrongExpectedVersionError } from '@eventstore/db-client';
import test from 'ava';
import { type AppendRules, decideAppend } from '../../../support/event-store-double/append-rules.ts';
import { openDouble } from '../../../support/event-store-double/open-double.ts';
import { event, idsOf, rejection, unary } from '../../../support/event-store-double/stock-client.ts';

const paths = { 'a call of its own': unary, 'the batch call': {} } as const;
type Path = (typeof paths)[keyof typeof paths];

type Expected = 'no_stream' | bigint;

const ids = (count: number): readonly string[] => Array.from({ length: count }, () => randomUUID());

/** The rows whose answer is not what EventStoreDB gives. */
const wrongRows = async (client: EventStoreDBClient, path: Path): Promise<readonly string[]> => {
  const [a, b, c, d] = ids(4) as [string, string, string, string];
  const wrong: string[] = [];
  const stream = `rows-${randomUUID()}`;
  const append = async (expectedRevision: Expected, given: readonly string[]): Promise<string> => {
    const events = given.map((id) => event(id));
    const answer = client.appendToStream(stream, events, { expectedRevision, ...path });
    return answer.then(
      ({ nextExpectedRevision, position }) => `${nextExpectedRevision} at ${position?.commit}`,
      (error: unknown) =>
        error instanceof WrongExpectedVersionError
          ? `conflict: ${error.actualVersion}, not ${error.expectedVersion}`
          : String(error),
    );
  };
  const row = async (what: string, expected: Expected, given: readonly string[], answer: string): Promise<void> => {
    const found = await append(expected, given);
    if (found !== answer) wrong.push(`${what}: ${found}, not ${answer}`);
  };
  await row('E > cur, no stream', 0n, [a], 'conflict: no_stream, not 0');
  const first = await append('no_stream', [a, b]);
  if (!/^1 at \d+$/.test(first)) wrong.push(`first: ${first}`);
  const [second, only] = await positions(client, stream);
  await row('no_stream, all ids', 'no_stream', [a, b], `1 at ${second}`);
  await row('no_stream, a prefix', 'no_stream', [a], `0 at ${only}`);
  await row('no_stream, another id', 'no_stream', [c], 'conflict: 1, not no_stream');
  await row('no_stream, a later id differs', 'no_stream', [a, c], 'conflict: 1, not no_stream');
  await row('no_stream, past the head', 'no_stream', [a, b, c], 'conflict: 1, not no_stream');
  await row('E < cur, the ids that follow', 0n, [b], `1 at ${second}`);
  await row('E < cur, another id', 0n, [c], 'conflict: 1, not 0');
  await row('E < cur, past the head', 0n, [b, c], 'conflict: 1, not 0');
  await row('E > cur', 2n, [c], 'conflict: 1, not 2');
  const again = await append(1n, [b]);
  if (!again.startsWith('2 at ')) wrong.push(`E = cur, an id that is stored: ${again}`);
  const third = await append(2n, [c, d]);
  if (!third.startsWith('4 at ')) wrong.push(`E = cur: ${third}`);
  await row('what came first, long after', 'no_stream', [a, b], `1 at ${second}`);
  const stored = await idsOf(client.readStream(stream));
  if (stored.join() !== [a, b, b, c, d].join()) wrong.push(`stored: ${stored.join()}`);
  return wrong;
};

/** Backwards from the head. */
const positions = async (client: EventStoreDBClient, stream: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const { event } of client.readStream(stream, { direction: 'backwards', fromRevision: 'end' })) {
    found.push(String(event?.position?.commit));
  }
  return found;
};

for (const [name, path] of Object.entries(paths)) {
  test.serial(`every row of the table of appends, by ${name}`, async (t) => {
    const { client } = await openDouble(t);
    t.deepEqual(await wrongRows(client, path), []);
  });

  test.serial(`an empty append takes the place of none, by ${name}`, async (t) => {
    const { client } = await openDouble(t);
    const none = await client.appendToStream('box-1', [], { expectedRevision: 'no_stream', ...path });
    t.is(none.nextExpectedRevision, 0n);
    await client.appendToStream('box-1', [event()], { expectedRevision: 'no_stream', ...path });
    t.is((await client.appendToStream('box-1', [], { expectedRevision: 0n, ...path })).nextExpectedRevision, 0n);
    const late = await rejection(client.appendToStream('box-1', [], { expectedRevision: 'no_stream', ...path }));
    t.is(late.name, 'WrongExpectedVersionError');
  });

  test.serial(
    `of twins at the same moment one is answered, and the other when its time is up, by ${name}`,
    async (t) => {
      const { client, double } = await openDouble(t, { twinTimeoutMs: 30 });
      // The first is on its way to disk for as long as we like.
      const slow = double.faults.next({ on: 'append', kind: 'slow' });
      const twin = event();
      const append = async () => client.appendToStream('box-1', twin, { expectedRevision: 'no_stream', ...path });
      // The client does not keep their order.
      const twins = [append(), append()];
      const error = await rejection(Promise.all(twins));
      slow.release();
      const outcomes = await Promise.allSettled(twins);
      t.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      t.is(error.name, 'credentials' in path ? 'TimeoutError' : 'DeadlineExceededError');
      t.is(error.code, 'credentials' in path ? 10 : undefined);
      t.regex(error.message, 'credentials' in path ? /Commit phase timeout/ : /^$/);
      t.is((await append()).nextExpectedRevision, 0n, 'later it is a repeat');
      t.deepEqual(await idsOf(client.readStream('box-1')), [twin.id]);
    },
  );

  test.serial(`many twins in one group: one is answered, by ${name}`, async (t) => {
    const { client } = await openDouble(t, { twinTimeoutMs: 30 });
    const twin = event();
    const calls = Array.from({ length: 8 }, async () =>
      client.appendToStream('box-1', twin, { expectedRevision: 'no_stream', ...path }),
    );
    const answers = await Promise.allSettled(calls);
    t.true(answers.some(({ status }) => status === 'fulfilled'));
    t.deepEqual(await idsOf(client.readStream('box-1')), [twin.id]);
  });

  test.serial(`appends of a moment share a commit and keep their streams apart, by ${name}`, async (t) => {
    const { client } = await openDouble(t);
    const streams = Array.from({ length: 40 }, (_, index) => `box-${index}`);
    const append = async (stream: string) =>
      client.appendToStream(stream, [event(), event()], { expectedRevision: 'no_stream', ...path });
    const answers = await Promise.all(streams.map(append));
    t.true(answers.every(({ nextExpectedRevision }) => nextExpectedRevision === 1n));
    t.is(new Set(answers.map(({ position }) => position?.commit)).size, streams.length);
  });
}

test.serial('a batch of 5 MB comes in several messages, and is taken as one', async (t) => {
  const { client } = await openDouble(t, { appendBytesMax: 16 * 1024 * 1024 });
  const events = Array.from({ length: 10 }, () => event(undefined, { text: 'x'.repeat(500_000) }));
  const { nextExpectedRevision } = await client.appendToStream('box-1', events, { expectedRevision: 'no_stream' });
  t.is(nextExpectedRevision, 9n);
});

const sabotages: Readonly<Record<string, AppendRules>> = {
  'forgets ids': (check) => decideAppend({ ...check, idAt: () => undefined }),
  'trusts any id': (check) =>
    decideAppend({ ...check, ids: check.ids.map((_, i) => check.idAt(check.expected + 1 + i) ?? '') }),
  'looks at the first id only': (check) => decideAppend({ ...check, ids: check.ids.slice(0, 1) }),
  'writes wherever the stream stands': () => 'write',
  'refuses ids that are stored': (check) =>
    check.expected === check.current && check.ids.some((id) => id === check.idAt(check.current))
      ? 'conflict'
      : decideAppend(check),
};

for (const [name, rules] of Object.entries(sabotages)) {
  test.serial(`sabotage: a server that ${name} is found by the table`, async (t) => {
    const { client } = await openDouble(t, { rules });
    t.not((await wrongRows(client, unary)).length, 0);
  });
}
