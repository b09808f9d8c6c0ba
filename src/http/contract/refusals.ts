/** Every code that an operation may be refused with: its own, and those of the gates before it. */
import { catalogue, type ErrorCode } from '../../application/calls/error-codes.ts';
import { pathId } from './ids.ts';
import { namesIn, type Operation } from './operation.ts';

const always: readonly ErrorCode[] = ['malformed_request', 'service_unavailable', 'internal_error'];

const withToken: readonly ErrorCode[] = [
  'unauthorized',
  'scope_insufficient',
  'rate_limited',
  'membership_required',
  'workspace_forbidden',
  // The personal workspace may be made by any first request, and that is an append.
  'outcome_unknown',
  'log_corrupt',
];

const withAnyBody: readonly ErrorCode[] = ['body_too_large', 'request_timeout'];
const withBody: readonly ErrorCode[] = ['malformed_json', 'unsupported_content_type', ...withAnyBody];

/** The credits of paid work are held before it begins. */
const ofCredits: readonly ErrorCode[] = ['insufficient_credits', 'spend_cap_reached', 'too_many_open_holds'];

export const refusalsOf = (operation: Operation): ReadonlySet<ErrorCode> =>
  new Set<ErrorCode>([
    ...always,
    // An unknown query parameter is refused wherever a gate looks at it.
    ...(operation.anyBody === true ? [] : (['validation_failed'] as const)),
    ...(operation.authority === null ? [] : withToken),
    ...(operation.authority === 'Read' ? (['read_model_behind'] as const) : []),
    ...(operation.authority === 'Spend' ? (['confirmation_required'] as const) : []),
    ...(operation.flag === undefined ? [] : (['feature_disabled'] as const)),
    ...(operation.method === 'GET' ? [] : operation.anyBody === true ? withAnyBody : withBody),
    ...(operation.idempotency === 'required' ? (['idempotency_key_required'] as const) : []),
    ...(operation.idempotency === 'none' ? [] : (['request_in_progress'] as const)),
    ...(operation.idempotency === 'none' || operation.keyPerBody === true ? [] : (['idempotency_key_reused'] as const)),
    ...Object.values(operation.missing ?? {}),
    ...codesOfIds(operation).filter((code) => !operation.errors.includes(code)),
    ...operation.errors,
    ...(operation.authority === 'Spend' ? ofCredits : []),
  ]);

/** Of ids in its path that are unknown, or of another workspace. */
const codesOfIds = ({ path, pathIds = {} }: Operation): readonly ErrorCode[] =>
  namesIn(path).flatMap((name) => {
    const { unknown, foreign } = pathIds[name] ?? pathId(name) ?? {};
    return [unknown ?? [], foreign ?? []].flat();
  });

/** The status that a code has at an operation. */
export const statusAt = (operation: Operation | undefined, code: ErrorCode): number =>
  code === 'validation_failed' && operation !== undefined ? operation.schemaFailureStatus : catalogue[code].status;
