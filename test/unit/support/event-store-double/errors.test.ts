/** Errors as the stock client shows them: classes, codes, fields and texts, by either path. */
import {
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import streams, { type BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { credentials } from '@grpc/grpc-js';
import test from 'ava';
import { eventually } from '../../../support/kernel/eventually.ts';
import type { FaultSpec } from '../../../support/event-store-double/faults.ts';
import { toIdentifier } from '../../../support/event-store-double/messages.ts';
import { openDouble } from '../../../support/event-store-double/open-double.ts';
import { event, idsOf, rejection, unary } from '../../../support/event-store-double/stock-client.ts';

const leader = { host: '127.0.0.9', port: 2113 };

test.serial('a wrong revision: both revisions, and no message', async (t) => {
  const { client } = await openDouble(t);
  await client.appendToStream('box-1', [event(), event()], { expectedRevision: 'no_stream' });
  for (const path of [unary, {}]) {
    const { error, message, code } = await rejection(
      client.appendToStream('box-1', event(), { expectedRevision: 0n, ...path }),
    );
    t.true(error instanceof WrongExpectedVersionError);
    const { streamName, expectedVersion, actualVersion } = error as WrongExpectedVersionError;
    t.deepEqual([streamName, expectedVersion, actualVersion], ['box-1', 0n, 1n]);
    t.deepEqual([message, code], ['', undefined]);
    const none = await rejection(client.appendToStream('box-2', event(), { expectedRevision: 0n, ...path }));
    t.is((none.error as WrongExpectedVersionError).actualVersion, 'no_stream');
  }
});

test.serial('a stream that was never written is not found, and only when it is read', async (t) => {
  const { client } = await openDouble(t);
  const { error, name } = await rejection(idsOf(client.readStream('box-none')));
  t.is(name, 'StreamNotFoundError');
  t.is((error as StreamNotFoundError).streamName, 'box-none');
});

test.serial('1 MiB is taken, a byte more is not', async (t) => {
  const { client } = await openDouble(t);
  const type = 'Happened';
  /** Its data is `{"x":"…"}`. */
  const sized = (bytes: number) => event(undefined, { x: 'a'.repeat(bytes - 8 - 2 * type.length) }, type);
  for (const path of [unary, {}]) {
    const options = { expectedRevision: 'no_stream', ...path } as const;
    const { error, code, message } = await rejection(client.appendToStream('box-1', sized(1_048_577), options));
    t.true(error instanceof MaxAppendSizeExceededError);
    t.is((error as MaxAppendSizeExceededError).maxAppendSize, 1_048_576);
    t.deepEqual([code, message === ''], path === unary ? [3, false] : [undefined, true]);
  }
  await client.appendToStream('box-1', sized(1_048_576), { expectedRevision: 'no_stream', ...unary });
  t.is((await idsOf(client.readStream('box-1'))).length, 1);
});

test.serial('a bad event by a call of its own is an error without a class', async (t) => {
  const { client } = await openDouble(t);
  for (const bad of [event(undefined, {}, ''), event('no uuid'), event('00000000-0000-0000-0000-000000000000')]) {
    const { name, code } = await rejection(
      client.appendToStream('box-1', bad, { expectedRevision: 'no_stream', ...unary }),
    );
    t.deepEqual([name, code], ['UnknownError', 2]);
  }
});

test.serial('a bad event in the batch call is answered twice, which kills the stock client', async (t) => {
  const { double } = await openDouble(t, { twinTimeoutMs: 10 });
  const raw = new StreamsClient(`127.0.0.1:${double.port}`, credentials.createInsecure());
  const call = raw.batchAppend();
  t.teardown(() => {
    call.cancel();
    raw.close();
  });
  const answers: string[] = [];
  call.on('error', () => undefined);
  call.on('data', (answer: BatchAppendResp) => answers.push(answer.getError()?.getDetails()?.getTypeName() ?? ''));
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(toIdentifier('box-1'));
  options.setStreamPosition('0');
  const message = new streams.BatchAppendReq.ProposedMessage().setId(new shared.UUID().setString('no uuid'));
  const request: BatchAppendReq = new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString('c0ffee00-0000-4000-8000-000000000000'))
    .setOptions(options)
    .setProposedMessagesList([message])
    .setIsFinal(true);
  call.write(request);
  await eventually('two answers to one append', () => answers.length === 2);
  t.deepEqual(answers, ['event_store.client.BadRequest', 'event_store.client.Timeout']);
});

test.serial(
  'a deadline that has passed on the way fails an append of the batch call, and nothing is written',
  async (t) => {
    const { client } = await openDouble(t);
    const options = { expectedRevision: 'no_stream', deadline: -60_000 } as const;
    const { name } = await rejection(client.appendToStream('box-1', event(), options));
    t.is(name, 'DeadlineExceededError');
    t.is((await rejection(idsOf(client.readStream('box-1')))).name, 'StreamNotFoundError');
  },
);

test.serial('the double reports unknown calls', async (t) => {
  const { client } = await openDouble(t);
  for (const expectedRevision of ['any', 'stream_exists'] as const) {
    t.is((await rejection(client.appendToStream('box-1', event(), { expectedRevision, ...unary }))).code, 12);
    t.is((await rejection(client.appendToStream('box-1', event(), { expectedRevision }))).name, 'UnknownError');
  }
  t.is((await rejection(client.deleteStream('box-1'))).code, 12);
  t.is((await rejection(client.tombstoneStream('box-1'))).code, 12);
});

type Shown = readonly [name: string, code: number | undefined, message: RegExp];

/** Each kind of failure: as a call of its own shows it, and as the batch call does. */
const shown: Readonly<Partial<Record<FaultSpec['kind'], readonly [own: Shown, batch: Shown]>>> = {
  unavailable: [
    ['UnavailableError', 14, /Server Is Not Ready/],
    ['UnknownError', undefined, /Could not recognize Server Is Not Ready/],
  ],
  timeout: [
    ['TimeoutError', 10, /Operation timed out/],
    ['DeadlineExceededError', undefined, /^$/],
  ],
  unknown: [
    ['UnknownError', 2, /./],
    ['UnknownError', undefined, /^$/],
  ],
  'not-leader': [
    ['NotLeaderError', 5, /Leader info available/],
    ['NotLeaderError', 5, /Leader info available/],
  ],
  cancelled: [
    ['CancelledError', 1, /shutting down/],
    ['CancelledError', 1, /shutting down/],
  ],
  cut: [
    ['UnavailableError', 14, /./],
    ['UnavailableError', 14, /./],
  ],
};

for (const [kind, [own, batch]] of Object.entries(shown)) {
  for (const [path, [name, code, message]] of [
    [unary, own],
    [{}, batch],
  ] as const) {
    test.serial(`${kind}, by ${path === unary ? 'a call of its own' : 'the batch call'}`, async (t) => {
      const { client, double } = await openDouble(t);
      const fault = double.faults.next({ on: 'append', kind: kind as FaultSpec['kind'], leader });
      const append = async () => client.appendToStream('box-1', event(), { expectedRevision: 'no_stream', ...path });
      const found = await rejection(append());
      t.deepEqual([found.name, found.code, fault.fired()], [name, code, 1], found.message);
      t.regex(found.message, message);
      if (kind === 'not-leader') {
        t.deepEqual((found.error as NotLeaderError).leader, { address: leader.host, port: leader.port });
        return;
      }
      t.is((await append()).nextExpectedRevision, 0n, 'nothing was applied, and the client is as good as before');
    });
  }
}
