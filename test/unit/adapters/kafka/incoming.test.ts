/** Records of a group: no event is skipped, and a record that is none hides nothing. */
import test from 'ava';
import { recordOf, type ReadRecord } from '../../../../src/adapters/kafka/cloud-events.ts';
import { redriveRecordOf } from '../../../../src/adapters/kafka/dead-letter-record.ts';
import { readIncoming, type Incoming, type Source } from '../../../../src/adapters/kafka/incoming.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { overTheWire } from '../../../support/messaging/over-the-wire.ts';

const to = { topic: 'pi.job.v1', group: 'settle' };
const from: Source = { partition: 3, offset: 17, isAgain: false, highest: '0000-5' };

const event = (position: string, type = 'FrameScored'): StoredEvent => ({
  stream: 'job-1',
  revision: 4,
  position,
  id: 'e1',
  type,
  data: '{}',
  metadata: '{"at":"2026-11-21T10:00:00.000Z","correlationId":"c","v":1}',
});

const taken = (incoming: Incoming): Extract<Incoming, { kind: 'take' }> => {
  if (incoming.kind === 'pass') throw new Error('it was passed by');
  return incoming;
};

test('an event is a message, and raises the highest sequence', (t) => {
  const { content, letter, highest } = taken(readIncoming(to, from, overTheWire(recordOf(event('0000-6')))));
  t.deepEqual(content, { kind: 'message', message: { key: 'job-1', event: event('0000-6') } });
  t.is(highest, '0000-6');
  t.like(letter, { id: 'pi.job.v1/settle/0000-6', key: 'job-1', position: '0000-6', partition: 3 });
});

test('seen records, and records for no group here, are skipped', (t) => {
  const pass = { kind: 'pass' };
  for (const position of ['0000-5', '0000-4'])
    t.deepEqual(readIncoming(to, from, overTheWire(recordOf(event(position)))), pass);
  const types = new Set(['FrameAccepted']);
  t.deepEqual(readIncoming({ ...to, types }, from, overTheWire(recordOf(event('0000-6')))), pass);
  t.is(readIncoming({ ...to, types }, from, overTheWire(recordOf(event('0000-6', 'FrameAccepted')))).kind, 'take');
});

test('a record that is no event is taken as such, and hides no event behind its sequence', (t) => {
  const record = recordOf(event('9999-9'));
  const { pi_metadata: _, ...headers } = record.headers;
  for (const one of [
    { ...record, headers },
    { ...record, headers: {} },
  ]) {
    const { content, letter, highest } = taken(
      readIncoming({ ...to, types: new Set(['FrameScored']) }, from, overTheWire(one)),
    );
    t.is(content.kind, 'poison');
    t.is(highest, '0000-5');
    t.like(letter, { id: 'pi.job.v1/settle/3@17', key: 'job-1', position: '3@17' });
  }
});

test('a letter goes to its own group again, as what it was and under its own id', (t) => {
  const at = '2026-11-21T10:00:00.000Z';
  const known = { key: 'job-1', partition: 3, reason: 'x', attempts: 5, at, ...to };
  const good = {
    ...known,
    id: 'pi.job.v1/settle/0000-2',
    position: '0000-2',
    record: overTheWire(recordOf(event('0000-2'))),
  };
  const again = { ...from, isAgain: true };
  const { content, letter, highest } = taken(readIncoming(to, again, overTheWire(redriveRecordOf(good))));
  t.deepEqual(content, { kind: 'message', message: { key: 'job-1', event: event('0000-2') } });
  t.is(letter.id, good.id);
  t.is(highest, '0000-5');
  t.deepEqual(readIncoming({ ...to, group: 'score' }, again, overTheWire(redriveRecordOf(good))), { kind: 'pass' });
  t.deepEqual(readIncoming({ ...to, topic: 'pi.plan.v1' }, again, overTheWire(redriveRecordOf(good))), {
    kind: 'pass',
  });

  const nothing: ReadRecord = { key: Buffer.from('job-1'), value: Buffer.from('nothing'), headers: {} };
  const poison = { ...known, id: 'pi.job.v1/settle/3@9', position: '3@9', record: nothing };
  const still = taken(readIncoming(to, again, overTheWire(redriveRecordOf(poison))));
  t.is(still.content.kind, 'poison');
  t.is(still.letter.id, poison.id);
  t.deepEqual(still.letter.record, nothing);
});
