/** The public catalogue: what each code promises about retrying and about money. */
import test from 'ava';
import { catalogue, type ErrorEntry } from '../../../../src/application/calls/error-codes.ts';

const entries = Object.entries(catalogue) as readonly (readonly [string, ErrorEntry])[];

/** The statuses of the spec (section 7), and those that only a transport, a precondition or an engine can have. */
const STATUSES = [400, 401, 402, 403, 404, 405, 408, 409, 412, 413, 415, 416, 422, 425, 429, 431, 500, 502, 503];

for (const [code, { status, title, retryable, retryAfterSeconds, spend }] of entries) {
  test(`${code} is complete`, (t) => {
    t.true(STATUSES.includes(status), `${status}`);
    t.regex(title, /^[A-Z].*[^.]$/);
    t.is(retryAfterSeconds !== undefined && !retryable, false, 'to wait for what never succeeds is bad advice');
    // 425 tells of another call under the key, which may spend.
    if (status < 500 && status !== 425) t.is(spend, 'none', 'what the caller caused was found before dispatch');
  });
}

test('415 tells a type: of a body, and of what a remote resource turns out to be', (t) => {
  const codes = entries.filter(([, { status }]) => status === 415).map(([code]) => code);
  t.deepEqual(codes, ['unsupported_content_type', 'not_an_image']);
});

test('a limit that a person has reached is no wrong input', (t) => {
  for (const code of ['decision_limit_reached', 'repair_limit_reached'] as const) t.is(catalogue[code].status, 409);
});

test('only what is certain is said of money', (t) => {
  for (const code of [
    'outcome_unknown',
    'service_unavailable',
    'internal_error',
    'log_corrupt',
    'content_lost',
  ] as const) {
    t.is(catalogue[code].spend, 'unknown', code);
  }
  t.is(catalogue.render_failed.spend, 'given_back');
});
