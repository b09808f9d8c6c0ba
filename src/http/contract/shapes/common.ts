/** What many bodies have in common. */
import { limits } from '../../../kernel/limits.ts';
import { boolean, integer, literal, nullable, object, oneOf, open, optional, string } from '../../../kernel/shape.ts';
import type { Shape } from '../../../kernel/shape.ts';

export const yes = literal(true);
export const text = string();
export const id = string({ minLength: 1, maxLength: 120 });
export const time = string({ format: 'date-time', description: 'RFC 3339, UTC' });
export const credits = integer({ minimum: 0 });
export const hash = string({ pattern: '^sha256:[0-9a-f]{64}$' });

/** Something to see, and neither line breaks nor other control characters: names end up in lists and logs. */
const VISIBLE = '^(?=.*\\S)[^\\p{Cc}]+$';

export const nameOf = (maxLength: number): Shape<string> =>
  string({ minLength: 1, maxLength, pattern: VISIBLE, description: 'visible text on one line' });

export const url = string({ format: 'uri', maxLength: limits.urlCharsMax });

/** A URL that is signed when the answer is given: relative when the objects are served by this process. */
export const signedUrl = string({ description: 'Signed; anyone may GET it until expiresAt' });

/** The quoted words of a decision to pay. Absent, the call itself confirms (contract, section 1). */
export const confirm = boolean({ description: 'false is refused: 400 confirmation_required' });

/** A body of an operation that spends: its members, and `confirm`. */
export const spendBody = <const M extends Readonly<Record<string, Shape<unknown>>>>(members: M) =>
  object({ ...members, confirm: optional(confirm) });

export const cursor = string({
  minLength: 1,
  maxLength: limits.cursorCharsMax,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'the nextCursor of the page before',
});

export const pageQuery = (limitMax: number) => ({
  limit: optional(integer({ minimum: 1, maximum: limitMax, default: limits.pageSizeDefault })),
  cursor: optional(cursor),
});

export const nextCursor = nullable(string());

/** A picture in an answer. */
export const asset = object({
  id,
  url: signedUrl,
  expiresAt: time,
  hash,
  contentType: text,
  width: integer({ minimum: 1 }),
  height: integer({ minimum: 1 }),
});

export const evidence = object(
  {
    metrics: open(),
    thresholds: open(),
    scorer: text,
    version: text,
    verdict: oneOf(['pass', 'fail']),
  },
  { description: 'What the verdict was made of, so that it can be made again' },
);

/** ApiErrorResponse (spec, section 7), with the members that `errors/error-body.ts` adds. */
export const apiError = object({
  ok: literal(false),
  code: text,
  message: text,
  details: optional({}),
  requestId: optional(text),
  noCreditsSpent: optional(boolean()),
  no_credits_spent: optional(boolean()),
  retryable: optional(boolean()),
  retry_after_seconds: optional(integer({ minimum: 0 })),
  type: optional(text),
  title: optional(text),
  status: optional(integer()),
  detail: optional(text),
  instance: optional(text),
});

export const overCapacity = object({
  ok: literal(false),
  error: literal('batch_exceeds_synchronous_capacity'),
  code: literal('batch_exceeds_synchronous_capacity'),
  message: text,
  requested_count: integer(),
  max_synchronous_count: integer(),
  continuity_mode: oneOf(['independent', 'master_reference', 'chain']),
  no_credits_spent: yes,
  noCreditsSpent: optional(yes),
  durable_alternative: object({ plan: text, generate: text, poll: text }),
  requestId: optional(text),
  retryable: optional(boolean()),
  type: optional(text),
  title: optional(text),
  status: optional(integer()),
  detail: optional(text),
  instance: optional(text),
});
