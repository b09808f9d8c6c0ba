/** The body of every refusal: ApiErrorResponse (spec, section 7), and RFC 9457 for clients that accept it. */
import { catalogue, type ErrorCode } from '../../application/calls/error-codes.ts';
import type { Refusal } from './refusal.ts';

export type ErrorContext = {
  readonly requestId: string;
  /** Whether the client accepts `application/problem+json`. */
  readonly problem: boolean;
  /** Whether nothing can have been spent whatever the code: the application was not reached, or cannot spend. */
  readonly spentNothing: boolean;
  /** The operation's own status for a code; the catalogue's unless stated. */
  readonly statusOf?: (code: ErrorCode) => number;
};

export type ErrorAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

const URN = 'urn:production-intelligence';

export const errorAnswer = (refused: Refusal, context: ErrorContext): ErrorAnswer => {
  const { code } = refused;
  const entry = catalogue[code];
  const status = context.statusOf?.(code) ?? entry.status;
  const message = refused.message ?? entry.title;
  const retryAfter = refused.retryAfterSeconds ?? entry.retryAfterSeconds;
  const { firstRequestId: requestId = context.requestId } = refused;
  const body = {
    ok: false,
    code,
    message,
    ...detailMembers(refused),
    requestId,
    ...(hasSpentNothing(refused, context) ? NOTHING_SPENT : {}),
    // A refusal that says when to ask again is of a passing trouble, even if its code mostly is not.
    retryable: refused.firstRequestId === undefined && (entry.retryable || refused.retryAfterSeconds !== undefined),
    ...(retryAfter === undefined ? {} : { retry_after_seconds: retryAfter }),
    ...(context.problem ? problemMembers(code, status, message, requestId) : {}),
  };
  return {
    status,
    contentType: `application/${context.problem ? 'problem+json' : 'json'}; charset=utf-8`,
    headers: { ...refused.headers, ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }) },
    body,
  };
};

/** Of these another call under the same key may spend, or have spent. */
const SPENT_ELSEWHERE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['outcome_unknown', 'request_in_progress']);

const hasSpentNothing = ({ code, nothingSpent }: Refusal, { spentNothing }: ErrorContext): boolean =>
  catalogue[code].spend === 'none' || ((spentNothing || nothingSpent === true) && !SPENT_ELSEWHERE.has(code));

const detailMembers = ({ code, detail }: Refusal): Readonly<Record<string, unknown>> => {
  if (code === 'batch_exceeds_synchronous_capacity') return overCapacityMembers(detail);
  return detail === undefined ? {} : { details: detail };
};

/** Both spellings, as the spec has them. */
const NOTHING_SPENT = { noCreditsSpent: true, no_credits_spent: true } as const;

const problemMembers = (code: ErrorCode, status: number, message: string, requestId: string) => ({
  type: `${URN}:error:${code}`,
  title: catalogue[code].title,
  status,
  detail: message,
  instance: `${URN}:request:${requestId}`,
});

const FLOW = '/api/v1/projects/{projectId}/film-intelligence';

/** Where the same work runs without a ceiling. */
const durableAlternative = {
  plan: `POST ${FLOW}/storyboard-images/plan`,
  generate: `POST ${FLOW}/storyboard-images/generate`,
  poll: `GET ${FLOW}/jobs/{jobId}`,
};

/** Of a 413 of storyboard-batch, besides those of every error: BatchOverCapacityResponse (spec, 2.3). */
const overCapacityMembers = (detail: unknown): Readonly<Record<string, unknown>> => {
  const { requestedCount, maxSynchronousCount, continuityMode } = (detail ?? {}) as Readonly<Record<string, unknown>>;
  return {
    error: 'batch_exceeds_synchronous_capacity',
    requested_count: requestedCount,
    max_synchronous_count: maxSynchronousCount,
    continuity_mode: continuityMode,
    durable_alternative: durableAlternative,
  };
};
