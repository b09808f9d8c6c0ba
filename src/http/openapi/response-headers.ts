/** The headers that answers carry, as the document tells of them. */
import { catalogue, type ErrorCode, saysWhen } from '../../application/calls/error-codes.ts';
import { answerHeaders, isConditional } from '../contract/headers.ts';
import type { Operation } from '../contract/operation.ts';
import type { Components } from './components.ts';

type Json = Readonly<Record<string, unknown>>;

type Name = keyof typeof answerHeaders;

const referred = (names: readonly Name[], components: Components): Json =>
  Object.fromEntries(names.map((name) => [name, components.refer('headers', name, answerHeaders[name])]));

/** Of the answers to a caller that is known. */
const ofEvery = ({ authority }: Operation): readonly Name[] => [
  'X-Request-Id',
  ...(authority === null ? [] : (['X-Log-Position', 'RateLimit', 'RateLimit-Policy'] as const)),
];

/** `status`: of a success, 204 and 304 included. */
export const successHeaders = (operation: Operation, status: string, components: Components): Json => {
  const { idempotency, location, longPoll } = operation;
  return referred(
    [
      ...ofEvery(operation),
      ...(isConditional(operation) ? (['ETag'] as const) : []),
      ...(longPoll === true ? (['Preference-Applied'] as const) : []),
      ...(status === '202' ? (['Retry-After'] as const) : []),
      ...(status === '202' && location !== undefined ? (['Location'] as const) : []),
      ...(idempotency === 'none' ? [] : (['Idempotent-Replayed'] as const)),
    ],
    components,
  );
};

/** Refusals of the token itself. */
const CHALLENGES: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'scope_insufficient']);

/** `status` and its `codes` at that operation. */
export const refusalHeaders = (
  operation: Operation,
  status: number,
  codes: readonly ErrorCode[],
  components: Components,
): Json =>
  referred(
    [
      ...(status === 401 ? (['X-Request-Id'] as const) : ofEvery(operation)),
      ...(codes.some(saysWhen) ? (['Retry-After'] as const) : []),
      // Given after work was queued: the key gives it again.
      ...(codes.some((code) => catalogue[code].spend === 'given_back') ? (['Idempotent-Replayed'] as const) : []),
      ...(codes.some((code) => CHALLENGES.has(code)) ? (['WWW-Authenticate'] as const) : []),
    ],
    components,
  );
