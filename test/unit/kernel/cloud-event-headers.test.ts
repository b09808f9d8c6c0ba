/** From an event to its record and back: checked on the golden samples, which represent every existing log. */
import test from 'ava';
import { readSamples, storedOf } from '../../../infra/tooling/event-samples.ts';
import { cloudEventHeaders, eventOfRecord, headersOf } from '../../../src/kernel/cloud-event-headers.ts';
import { compile } from '../../../src/schema/validator.ts';

const samples = [...readSamples().values()].map(({ sample }) => storedOf(sample));
const validate = compile(cloudEventHeaders);

test('every event has headers that hold to their shape, and can be put together again', (t) => {
  t.true(samples.length > 40);
  for (const event of samples) {
    const headers = headersOf(event);
    t.deepEqual(validate(headers), { ok: true, value: headers });
    t.deepEqual(eventOfRecord(headers, event.data), event);
  }
});

test('headers are derived from the event and its metadata', (t) => {
  const metadata = {
    $hash: '0'.repeat(64),
    actor: 'tool:test',
    at: '2026-11-21T10:00:00.000Z',
    correlationId: 'c1',
    traceparent: '00-1-2-01',
    v: 3,
    workspaceId: 'ws_1',
  };
  const event = { stream: 'job-job_1', revision: 4, position: '0001a', id: 'e1', type: 'JobQueued', data: '{}' };
  t.deepEqual(headersOf({ ...event, metadata: JSON.stringify(metadata) }), {
    ce_specversion: '1.0',
    ce_id: 'e1',
    ce_source: '/pi/job/job_1',
    ce_type: 'pi.job.JobQueued',
    ce_subject: 'job-job_1',
    ce_time: '2026-11-21T10:00:00.000Z',
    ce_dataschema: 'urn:pi:event:job:JobQueued:v3',
    ce_sequence: '0001a',
    ce_streamrevision: '4',
    ce_partitionkey: 'job-job_1',
    ce_correlationid: 'c1',
    ce_workspaceid: 'ws_1',
    ce_traceparent: '00-1-2-01',
    'content-type': 'application/json',
    pi_metadata: JSON.stringify(metadata),
  });
  const user = { ...event, metadata: JSON.stringify({ ...metadata, workspaceId: undefined, traceparent: undefined }) };
  t.false('ce_workspaceid' in headersOf(user));
  t.false('ce_traceparent' in headersOf(user));
});

test('a record of another service is a fault', (t) => {
  const [event] = samples;
  if (event === undefined) throw new Error('there are samples');
  for (const metadata of ['', '{', '{}', '{"at":1}', '{"at":"x","correlationId":"c"}']) {
    t.throws(() => headersOf({ ...event, metadata }), { code: 'corrupt' });
  }
  const headers: Readonly<Record<string, string | undefined>> = headersOf(event);
  for (const name of ['ce_id', 'ce_type', 'ce_subject', 'ce_sequence', 'ce_streamrevision', 'pi_metadata']) {
    t.throws(() => eventOfRecord({ ...headers, [name]: undefined }, event.data), { code: 'corrupt' }, name);
  }
  t.throws(() => eventOfRecord({ ...headers, ce_type: 'pi.other.Thing' }, event.data), { code: 'corrupt' });
});
