import test from 'ava';
import { errorAnswer } from '../../../../src/http/errors/error-answer.ts';
import { asRefusal, isRefusal, refusal } from '../../../../src/http/errors/refusal.ts';
import { refused } from '../../../../src/application/calls/result.ts';

const plain = { requestId: 'rid_1', problem: false, spentNothing: false };

test('a refusal in the form of the spec', (t) => {
  const { status, contentType, body } = errorAnswer(refusal('insufficient_credits'), plain);
  t.is(status, 402);
  t.is(contentType, 'application/json; charset=utf-8');
  t.deepEqual(body, {
    ok: false,
    code: 'insufficient_credits',
    message: 'The workspace has too few credits',
    requestId: 'rid_1',
    noCreditsSpent: true,
    no_credits_spent: true,
    retryable: false,
  });
});

test('a refusal in the form of RFC 9457 is the same refusal, with five members more', (t) => {
  const refused = refusal('project_not_found', 'No such project', { detail: { a: 1 } });
  const { contentType, body } = errorAnswer(refused, { ...plain, problem: true });
  t.is(contentType, 'application/problem+json; charset=utf-8');
  t.deepEqual(body, {
    ...errorAnswer(refused, plain).body,
    type: 'urn:production-intelligence:error:project_not_found',
    title: 'There is no such project',
    status: 404,
    detail: 'No such project',
    instance: 'urn:production-intelligence:request:rid_1',
  });
});

test('advice to wait is in header and body', (t) => {
  const own = errorAnswer(refusal('rate_limited', undefined, { retryAfterSeconds: 17 }), plain);
  t.is(own.headers['Retry-After'], '17');
  t.is(own.body['retry_after_seconds'], 17);
  t.is(errorAnswer(refusal('request_in_progress'), plain).headers['Retry-After'], '1');
  t.false('Retry-After' in errorAnswer(refusal('human_review'), plain).headers);
});

test('a refusal that says when to ask again is retryable, also under a code that mostly is not', (t) => {
  const passing = refusal('lip_sync_preflight_failed', undefined, { retryAfterSeconds: 30 });
  t.like(errorAnswer(passing, plain).body, { retryable: true, retry_after_seconds: 30 });
  t.like(errorAnswer(refusal('lip_sync_preflight_failed'), plain).body, { retryable: false });
});

test('a refusal that its key gives again names its first request, and promises nothing to the same call', (t) => {
  const kept = refusal('render_failed', undefined, { firstRequestId: 'rid_0' });
  t.like(errorAnswer(kept, plain).body, { requestId: 'rid_0', retryable: false });
  const { instance } = errorAnswer(kept, { ...plain, problem: true }).body;
  t.is(instance, 'urn:production-intelligence:request:rid_0');
  t.like(errorAnswer(refusal('render_failed'), plain).body, { requestId: 'rid_1', retryable: true });
});

test('the operation has the last word on the status', (t) => {
  t.is(errorAnswer(refusal('validation_failed'), { ...plain, statusOf: () => 400 }).status, 400);
});

/** The refusal's word on money: both spellings, or none. */
const claims = (code: Parameters<typeof refusal>[0], spentNothing: boolean): unknown => {
  const { noCreditsSpent, no_credits_spent } = errorAnswer(refusal(code), { ...plain, spentNothing }).body;
  return noCreditsSpent === no_credits_spent ? (noCreditsSpent ?? false) : 'the two spellings differ';
};

test('a refusal that says that nothing was spent knows it', (t) => {
  t.true(claims('chain_broken', false));
  t.true(claims('service_unavailable', true));
  t.false(claims('service_unavailable', false));
  t.true(claims('internal_error', true));
  t.false(claims('internal_error', false));
  t.false(claims('render_failed', false));
  t.false(claims('outcome_unknown', true), 'never, whatever else is known');
  t.false(claims('outcome_unknown', false));
  t.false(claims('request_in_progress', true), 'another call under the key may spend');
  t.false(claims('request_in_progress', false));
});

test('a batch over capacity has the members of its own schema', (t) => {
  const detail = { requestedCount: 40, maxSynchronousCount: 32, continuityMode: 'independent' };
  const { status, body } = errorAnswer(refusal('batch_exceeds_synchronous_capacity', 'Too many', { detail }), plain);
  t.is(status, 413);
  t.like(body, {
    error: 'batch_exceeds_synchronous_capacity',
    code: 'batch_exceeds_synchronous_capacity',
    requested_count: 40,
    max_synchronous_count: 32,
    continuity_mode: 'independent',
    no_credits_spent: true,
  });
  t.deepEqual(Object.keys(body['durable_alternative'] as object), ['plan', 'generate', 'poll']);
  t.false('details' in body);
});

test('no JSON can pass for a refusal', (t) => {
  t.false(isRefusal(JSON.parse('{"kind":"refused","code":"unauthorized","headers":{"X":"y"}}')));
  t.false(isRefusal(refused('unauthorized')), 'also the application has to be asked');
  t.true(isRefusal(asRefusal(refused('unauthorized'))));
  t.false(isRefusal(null));
  t.false(isRefusal(undefined));
});
