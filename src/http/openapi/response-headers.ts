/** The headers that answers carry, as the document tells of them. */
import type { ErrorCode } from '../../kernel/error-codes.ts';
import { isConditional } from '../contract/headers.ts';
import type { Operation } from '../contract/operation.ts';
import { catalogue } from '../errors/catalogue.ts';
import type { Components } from './components.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (description: string): Json => ({ description, schema: { type: 'string' } });

const known = {
  'X-Request-Id': text('Names this answer, also in the logs'),
  'X-Log-Position': text('The position of the log; may be sent as If-Position-At-Least'),
  ETag: text('Names this very copy; may be sent as If-None-Match'),
  Location: text('Where to poll'),
  'Retry-After': { description: 'Seconds until it makes sense to ask again', schema: { type: 'integer', minimum: 0 } },
  'Idempotent-Replayed': text('true: the answer that this Idempotency-Key was given before'),
  RateLimit: text('The rest of the allowance (draft-ietf-httpapi-ratelimit-headers)'),
  'RateLimit-Policy': text('The allowance'),
  'WWW-Authenticate': text('Why the credentials did not do'),
} satisfies Readonly<Record<string, Json>>;

type Name = keyof typeof known;

const referred = (names: readonly Name[], components: Components): Json =>
  Object.fromEntries(names.map((name) => [name, components.refer('headers', name, known[name])]));

const ofEvery = ({ authority }: Operation): readonly Name[] => [
  'X-Request-Id',
  ...(authority === null ? [] : (['X-Log-Position', 'RateLimit', 'RateLimit-Policy'] as const)),
];

/** `status`: of a success, 204 and 304 included. */
export const successHeaders = (operation: Operation, status: string, components: Components): Json => {
  const { idempotency, location } = operation;
  return referred(
    [
      ...ofEvery(operation),
      ...(isConditional(operation) ? (['ETag'] as const) : []),
      ...(status === '202' ? (['Retry-After'] as const) : []),
      ...(status === '202' && location !== undefined ? (['Location'] as const) : []),
      ...(idempotency === 'none' ? [] : (['Idempotent-Replayed'] as const)),
    ],
    components,
  );
};

export const refusalHeaders = (status: number, codes: readonly ErrorCode[], components: Components): Json =>
  referred(
    [
      'X-Request-Id',
      ...(codes.some((code) => catalogue[code].retryAfterSeconds !== undefined) ? (['Retry-After'] as const) : []),
      // Given after work was queued: the key gives it again.
      ...(codes.some((code) => catalogue[code].spend === 'given_back') ? (['Idempotent-Replayed'] as const) : []),
      ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ],
    components,
  );
