/** Every fault on demand does what it says, as often as it says, to what it says; and counts itself. */
import type { AppendResult, EventStoreDBClient } from '@eventstore/db-client';
import test from 'ava';
import { eventually } from '../../../support/kernel/eventually.ts';
import type { FaultKind, Strike } from '../../../support/event-store-double/faults.ts';
import { openDouble } from '../../../support/event-store-double/open-double.ts';
import { event, idsOf, rejection, unary } from '../../../support/event-store-double/stock-client.ts';
import { untilTold, watch } from '../../../support/event-store-double/watch.ts';

const append = async (client: EventStoreDBClient, stream = 'box-1', deadline?: number): Promise<AppendResult> =>
  client.appendToStream(stream, event(), {
    expectedRevision: 'no_stream',
    ...unary,
    ...(deadline !== undefined && { deadline }),
  });

const exists = async (client: EventStoreDBClient, stream = 'box-1'): Promise<boolean> =>
  idsOf(client.readStream(stream)).then(
    (ids) => ids.length > 0,
    () => false,
  );

const faulty: readonly (readonly [FaultKind, name: string, applied: boolean])[] = [
  ['unavailable', 'UnavailableError', false],
  ['unavailable-after', 'UnavailableError', true],
  ['timeout', 'TimeoutError', false],
  ['timeout-after', 'TimeoutError', true],
  ['unknown', 'UnknownError', false],
  ['unknown-after', 'UnknownError', true],
  ['no-answer', 'DeadlineExceededError', false],
  ['no-answer-after', 'DeadlineExceededError', true],
  ['cut', 'UnavailableError', false],
  ['cut-after', 'UnavailableError', true],
];

for (const [kind, name, applied] of faulty) {
  test.serial(`an append that meets ${kind} is ${applied ? '' : 'not '}applied`, async (t) => {
    const { client, double } = await openDouble(t);
    const fault = double.faults.next({ on: 'append', kind });
    const found = await rejection(append(client, 'box-1', 300));
    t.is(found.name, name, found.message);
    t.is(await exists(client), applied);
    t.is(fault.fired(), 1);
  });
}

test.serial('an append of the batch call that gets no answer holds up no other one', async (t) => {
  const { client, double } = await openDouble(t);
  const batch = async (stream: string) => client.appendToStream(stream, event(), { expectedRevision: 'no_stream' });
  const fault = double.faults.next({ on: 'append', kind: 'no-answer-after', streams: 'box-1' });
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  // It settles when its client is disposed of, after the test.
  batch('box-1').then(settle, settle);
  await batch('box-2');
  await eventually('it is applied', async () => exists(client));
  t.deepEqual([fault.fired(), settled], [1, false]);
});

test.serial('so many times, only such streams, and no more once it is called off', async (t) => {
  const { client, double } = await openDouble(t);
  const twice = double.faults.next({ on: 'append', kind: 'unavailable', times: 2, streams: 'job-' });
  await append(client, 'plan-1');
  await rejection(append(client, 'job-1'));
  await rejection(append(client, 'job-1'));
  await append(client, 'job-1');
  t.is(twice.fired(), 2);
  const always = double.faults.next({ on: 'append', kind: 'unavailable', times: Infinity });
  await rejection(append(client, 'job-2'));
  await rejection(append(client, 'job-2'));
  always.cancel();
  await append(client, 'job-2');
  t.is(always.fired(), 2);
  t.throws(() => double.faults.next({ on: 'append', kind: 'not-leader' }), { message: /leader/ });
});

test.serial('a late append lands when it is let go, though its caller was told otherwise', async (t) => {
  const { client, double } = await openDouble(t);
  const late = double.faults.next({ on: 'append', kind: 'late', answer: 'unavailable' });
  t.is((await rejection(append(client))).name, 'UnavailableError');
  t.false(await exists(client));
  late.release();
  await eventually('it has landed', async () => exists(client));
  double.faults.next({ on: 'append', kind: 'late', ms: 20 });
  t.is((await rejection(append(client, 'box-2', 10))).name, 'DeadlineExceededError');
  await eventually('it has landed', async () => exists(client, 'box-2'));
});

test.serial('a late append is an append like others: what came before it counts', async (t) => {
  const { client, double } = await openDouble(t);
  const late = double.faults.next({ on: 'append', kind: 'late', answer: 'timeout' });
  await rejection(append(client));
  const winner = event();
  await client.appendToStream('box-1', winner, { expectedRevision: 'no_stream', ...unary });
  late.release();
  await append(client, 'box-2');
  t.deepEqual(await idsOf(client.readStream('box-1')), [winner.id]);
});

test.serial('a slow answer comes when it is let go', async (t) => {
  const { client, double } = await openDouble(t);
  const slow = double.faults.next({ on: 'append', kind: 'slow' });
  let answered = false;
  const call = append(client).then(() => (answered = true));
  await eventually('it is applied', async () => exists(client));
  t.false(answered);
  slow.release();
  t.true(await call);
  double.faults.next({ on: 'read', kind: 'slow', ms: 5 });
  t.true(await exists(client));
});

test.serial('reads: errors before and between events, an early end, no answer', async (t) => {
  const { client, double } = await openDouble(t);
  const events = [event(), event(), event()];
  await client.appendToStream('box-1', events, { expectedRevision: 'no_stream' });
  const seen = async (): Promise<string> => {
    let count = 0;
    const read = async (): Promise<void> => {
      for await (const _ of client.readStream('box-1')) count += 1;
    };
    const failure = await read().then(
      () => 'end',
      (error: Error) => error.constructor.name,
    );
    return `${count} ${failure}`;
  };
  const { faults } = double;
  faults.next({ on: 'read', kind: 'unavailable' });
  t.is(await seen(), '0 UnavailableError');
  faults.next({ on: 'read', kind: 'end', events: 2 });
  t.is(await seen(), '2 end');
  faults.next({ on: 'read', kind: 'timeout' });
  t.is(await seen(), '0 TimeoutError');
  faults.next({ on: 'read', kind: 'cut' });
  t.is(await seen(), '0 UnavailableError');
  const silent = faults.next({ on: 'read', kind: 'no-answer', streams: 'box-' });
  const read = client.readStream('box-1');
  read.on('error', () => undefined);
  await eventually('it is asked', () => silent.fired() === 1);
  t.is(faults.openReads(), 1);
  await read.cancel();
  t.is(await seen(), '3 end');
});

const strikes: readonly (readonly [Strike, told: readonly string[], code?: number])[] = [
  ['unavailable', ['UnavailableError'], 14],
  ['timeout', ['TimeoutError'], 10],
  ['unknown', ['UnknownError'], 2],
  ['cancelled', ['CancelledError'], 1],
  ['cut', ['UnavailableError'], 14],
  ['end', ['end', 'close']],
];

for (const [kind, told, code] of strikes) {
  test.serial(`an open subscription that meets ${kind} tells ${told.join(', ')} and no more`, async (t) => {
    const { client, double } = await openDouble(t);
    const watched = watch(client.subscribeToAll());
    await untilTold(watched, 'caughtUp');
    t.is(double.faults.strikeSubscriptions(kind), 1);
    await untilTold(watched, told.at(-1) ?? '');
    // A read has come and gone: whatever else there was to tell is told.
    await exists(client);
    t.deepEqual(watched.told.slice(watched.told.indexOf('caughtUp') + 1), told);
    t.is(watched.error()?.code, code);
    t.is(double.faults.openSubscriptions(), 0);
  });
}

test.serial('a subscription that falls silent stays open, and nothing comes', async (t) => {
  const { client, double } = await openDouble(t);
  const live = watch(client.subscribeToAll());
  await untilTold(live, 'caughtUp');
  double.faults.strikeSubscriptions('no-answer');
  double.faults.next({ on: 'subscribe', kind: 'no-answer' });
  const mute = watch(client.subscribeToAll());
  await untilTold(mute, 'confirmation');
  const heard = watch(client.subscribeToAll());
  await append(client);
  await eventually('another one hears', () => heard.events().length === 1);
  t.deepEqual([live.events(), mute.told], [[], ['confirmation']]);
  t.is(double.faults.openSubscriptions(), 3);
});

test.serial('a subscription breaks off after so many events, or is not taken at all', async (t) => {
  const { client, double } = await openDouble(t);
  await client.appendToStream('box-1', [event(), event(), event()], { expectedRevision: 'no_stream' });
  double.faults.next({ on: 'subscribe', kind: 'unavailable', events: 2, streams: 'box-' });
  const broken = watch(client.subscribeToStream('box-1'));
  await eventually('it breaks', () => broken.error() !== undefined);
  t.deepEqual(broken.told, ['confirmation', 'box-1@0', 'box-1@1', 'UnavailableError']);
  double.faults.next({ on: 'subscribe', kind: 'timeout' });
  const refused = watch(client.subscribeToStream('box-1'));
  await eventually('it is refused', () => refused.error() !== undefined);
  t.deepEqual(refused.told, ['TimeoutError']);
});

test.serial('cleared, nothing strikes any more, and what waited goes on', async (t) => {
  const { client, double } = await openDouble(t);
  double.faults.next({ on: 'append', kind: 'slow', streams: 'box-1' });
  double.faults.next({ on: 'append', kind: 'unavailable', streams: 'box-2' });
  const waiting = append(client);
  await eventually('it is applied', async () => exists(client));
  double.faults.clear();
  await waiting;
  await t.notThrowsAsync(append(client, 'box-2'));
});
