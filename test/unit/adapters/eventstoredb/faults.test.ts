/** The fault for each error of the client, or of gRPC under it, by class and by code. */
import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { Metadata, type ServiceError } from '@grpc/grpc-js';
import test from 'ava';
import {
  appendFault,
  isPoison,
  isToBeAskedAgain,
  readFault,
} from '../../../../src/adapters/eventstoredb/server/faults.ts';
import { BrokenInvariant, Fault } from '../../../../src/kernel/faults.ts';

const grpc = (code: number, details: string, exception?: string): ServiceError => {
  const metadata = new Metadata();
  if (exception !== undefined) metadata.set('exception', exception);
  return Object.assign(new Error(`${code} ${details}`), { code, details, metadata });
};

const deleted = StreamDeletedError.fromStreamName('job-1');
const tooLarge = MaxAppendSizeExceededError.fromMaxAppendSize(1_048_576);

type Outcome = 'ambiguous' | 'unavailable' | 'unavailable for good' | 'too_large' | 'corrupt' | 'broken';
type Row = readonly [what: string, error: unknown, append: Outcome, read: Outcome];

const rows: readonly Row[] = [
  ['a server that says it is not there', grpc(14, 'Server Is Not Ready'), 'ambiguous', 'unavailable'],
  ['a connection that was cut', grpc(14, 'Connection dropped'), 'ambiguous', 'unavailable'],
  ['the same by class', new UnavailableError(grpc(14, 'read ECONNRESET')), 'ambiguous', 'unavailable'],
  [
    'a connection that never was',
    grpc(14, 'No connection established. Last error: connect ECONNREFUSED 127.0.0.1:1'),
    'unavailable',
    'unavailable',
  ],
  ['a name that nobody knows', grpc(14, 'Name resolution failed for target dns:x:1'), 'unavailable', 'unavailable'],
  ['a channel that was replaced', grpc(14, 'Channel closed before call started'), 'unavailable', 'unavailable'],
  ['the same within the client', new Error('Channel has been shut down'), 'unavailable', 'unavailable'],
  [
    'a deadline before there was a connection',
    grpc(4, 'Deadline exceeded after 0.502s,Waiting for LB pick'),
    'unavailable',
    'unavailable',
  ],
  ['a deadline', grpc(4, 'Deadline exceeded after 3.001s,LB pick: 0.001s'), 'ambiguous', 'unavailable'],
  ['a deadline by class, without code', new DeadlineExceededError(), 'ambiguous', 'unavailable'],
  ['a time-out of the server', grpc(10, 'Operation timed out: Commit phase timeout'), 'ambiguous', 'unavailable'],
  ['the same by class', new TimeoutError(grpc(10, 'Forward timeout')), 'ambiguous', 'unavailable'],
  ['a server that stops', new CancelledError(grpc(1, 'Server shutting down.')), 'ambiguous', 'unavailable'],
  ['an error without class and code', new Error('who knows'), 'ambiguous', 'unavailable'],
  ['no error at all', undefined, 'ambiguous', 'unavailable'],
  ['UNKNOWN', grpc(2, 'Exception was thrown by handler.'), 'ambiguous', 'unavailable'],
  ['UNKNOWN of the batch path', new UnknownError(), 'ambiguous', 'unavailable'],
  ['INTERNAL', grpc(13, 'Received RST_STREAM with code 2'), 'ambiguous', 'unavailable'],
  ['another node leads', grpc(5, 'Leader info available', 'not-leader'), 'unavailable', 'unavailable'],
  ['too large', grpc(3, 'Maximum Append Size Exceeded', 'maximum-append-size-exceeded'), 'too_large', 'unavailable'],
  ['too large by class', tooLarge, 'too_large', 'unavailable'],
  ['what we must never send', grpc(3, 'malformed'), 'broken', 'unavailable'],
  ['a tombstone', grpc(9, "Event stream 'job-1' is deleted.", 'stream-deleted'), 'corrupt', 'corrupt'],
  [
    'a position that is no event’s',
    grpc(2, 'Envelope callback expected ReadAllEventsForward: Invalid position.'),
    'ambiguous',
    'corrupt',
  ],
  ['a tombstone by class', deleted, 'corrupt', 'corrupt'],
  ['wrong credentials', grpc(16, 'Unauthenticated'), 'unavailable for good', 'unavailable for good'],
  ['missing rights', grpc(7, 'Access Denied', 'access-denied'), 'unavailable for good', 'unavailable for good'],
  ['missing rights by class', new AccessDeniedError(), 'unavailable for good', 'unavailable for good'],
  ['another server', grpc(12, 'unimplemented'), 'unavailable for good', 'unavailable for good'],
];

const outcomeOf = (error: Error): string => {
  if (error instanceof BrokenInvariant) return 'broken';
  if (!(error instanceof Fault)) return 'not mapped';
  return error.code === 'unavailable' && !error.retriable ? 'unavailable for good' : error.code;
};

for (const [index, [what, error, append, read]] of rows.entries()) {
  test(`${index + 1}: ${what}: an append is ${append}, a read ${read}`, (t) => {
    t.is(outcomeOf(appendFault(error, true, { stream: 'job-1' })), append);
    t.is(outcomeOf(readFault(error)), read);
    // Before the call was handed over nothing can have been written.
    if (append === 'ambiguous') t.is(outcomeOf(appendFault(error, false, {})), 'unavailable');
  });
}

test('a fault and a broken invariant stay what they are', (t) => {
  const fault = new Fault('unavailable', 'closed');
  const broken = new BrokenInvariant('ours');
  t.is(appendFault(fault, false, {}), fault);
  t.is(outcomeOf(appendFault(fault, true, {})), 'ambiguous', 'it may have been written all the same');
  t.is(readFault(fault), fault);
  t.is(appendFault(broken, true, {}), broken);
  t.is(readFault(broken), broken);
});

test('asked again is only what was certainly not done', (t) => {
  t.true(isToBeAskedAgain(grpc(5, 'Leader info available', 'not-leader')));
  t.true(isToBeAskedAgain(new Error('Channel has been shut down')));
  for (const error of [grpc(14, 'Server Is Not Ready'), grpc(4, 'Deadline exceeded'), new TimeoutError()]) {
    t.false(isToBeAskedAgain(error));
  }
});

test('a failed discovery is poison, what may be is counted, what a server says is not', (t) => {
  t.is(isPoison(new Error('Failed to discover after 10 attempts.')), 'yes');
  for (const error of [grpc(2, ''), grpc(13, ''), grpc(15, ''), grpc(4, ''), new Error('?'), new UnknownError()]) {
    t.is(isPoison(error), 'perhaps', String(error));
  }
  for (const error of [grpc(14, ''), grpc(10, ''), grpc(3, '', 'maximum-append-size-exceeded'), deleted]) {
    t.is(isPoison(error), 'no', String(error));
  }
});
