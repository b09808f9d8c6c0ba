import test from 'ava';
import {
  MongoBulkWriteError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
  type TopologyDescription,
} from 'mongodb';
import { faultOf, isTransient, isUnknownCommit } from '../../../../src/adapters/mongo/driver-faults.ts';
import { Fault } from '../../../../src/kernel/faults.ts';

const server = (code: number, errorLabels: readonly string[] = []): MongoServerError =>
  new MongoServerError({ message: 'said to hunter2@example', code, errorLabels: [...errorLabels] });

const socket = (code: string): Error => Object.assign(new Error('hunter2'), { code });
const selection = new MongoServerSelectionError('hunter2', {} as TopologyDescription);
const concern = new MongoWriteConcernError({
  ok: 1,
  writeConcernError: { code: 64, errmsg: 'waiting for replication timed out', errInfo: { wtimeout: true } },
});
const bulk = new MongoBulkWriteError({ message: 'hunter2', code: 11_000, writeErrors: [] }, {} as never);

const table: readonly [what: string, error: Error, code: string, retriable: boolean][] = [
  ['NotWritablePrimary', server(10_107), 'unavailable', true],
  ['PrimarySteppedDown', server(189), 'unavailable', true],
  ['InterruptedDueToReplStateChange', server(11_602), 'unavailable', true],
  ['ShutdownInProgress', server(91), 'unavailable', true],
  ['MaxTimeMSExpired', server(50), 'unavailable', true],
  ['WriteConflict', server(112, ['TransientTransactionError']), 'unavailable', true],
  ['OutOfDiskSpace', server(14_031), 'unavailable', true],
  ['Unauthorized', server(13), 'unavailable', true],
  ['AuthenticationFailed', server(18), 'unavailable', true],
  ['a majority that did not answer in time', concern, 'unavailable', true],
  ['a duplicate of our own insert', server(11_000), 'unavailable', true],
  ['a duplicate within a bulk', bulk, 'unavailable', true],
  ['a connection that broke', new MongoNetworkError('hunter2'), 'unavailable', true],
  ['a connection that fell silent', new MongoNetworkTimeoutError('hunter2'), 'unavailable', true],
  ['a socket that ended while it was written to', socket('EPIPE'), 'unavailable', true],
  ['a stream that is gone', socket('ERR_STREAM_DESTROYED'), 'unavailable', true],
  ['no node', selection, 'unavailable', true],
  ['a closed client', new MongoTopologyClosedError('hunter2'), 'unavailable', true],
  ['BadValue', server(2), 'unavailable', false],
  ['an argument that the driver refuses', new MongoInvalidArgumentError('hunter2'), 'unavailable', false],
  ['BSONObjectTooLarge', server(10_334), 'too_large', false],
];

for (const [what, error, code, retriable] of table) {
  test(`${what} is fault ${code}, ${retriable ? 'and may pass' : 'and stays'}`, (t) => {
    const fault = faultOf(error);
    t.true(fault instanceof Fault);
    t.like(fault, { code, retriable, cause: error });
    t.false(JSON.stringify([String(fault), (fault as Fault).detail]).includes('hunter2'), 'what the driver says');
  });
}

test('an error that is not the driver’s stays as it is', (t) => {
  const fault = new Fault('conflict', 'fenced');
  const bug = new TypeError('bug');
  t.is(faultOf(fault), fault);
  t.is(faultOf(bug), bug);
  const misuse = Object.assign(new TypeError('bug'), { code: 'ERR_INVALID_ARG_TYPE' });
  t.is(faultOf(misuse), misuse);
});

test('the label of an error tells whether to retry', (t) => {
  t.true(isTransient(server(112, ['TransientTransactionError'])));
  t.false(isTransient(server(112)));
  t.true(isUnknownCommit(server(64, ['UnknownTransactionCommitResult'])));
  t.false(isUnknownCommit(new Error('UnknownTransactionCommitResult')));
});
