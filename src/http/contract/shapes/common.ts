/** Shapes that many bodies share. */
import { governanceModes } from '../../../kernel/governance.ts';
import type { IdPrefix } from '../../../kernel/ids.ts';
import { limits } from '../../../kernel/limits.ts';
import { AMOUNT, CURRENCY } from '../../../kernel/provider-cost.ts';
import {
  array,
  boolean,
  formed,
  integer,
  literal,
  named,
  namedObject,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  type Static,
  string,
} from '../../../kernel/shape.ts';

export const yes = literal(true);

/** Text of ours in an answer; documents show it by the example. */
export const text = (example: string, description?: string): Shape<string> =>
  string({ ...(description === undefined ? {} : { description }), examples: [example] });

/** Opaque to clients; documents show it by the prefix that it begins with (`kernel/ids.ts`). */
export const idOf = (prefix: IdPrefix): Shape<string> =>
  string({ minLength: 1, maxLength: 120, examples: [`${prefix}_4e1xq0v6d8mz2r9t7b5c3n1hja`] });

export const workspaceId = idOf('ws');
export const projectId = idOf('prj');
export const planId = idOf('pln');
export const workPlanId = idOf('wpl');
export const repairPlanId = idOf('rpl');
export const jobId = idOf('job');
export const requirementId = idOf('req');
export const revisionId = idOf('rvs');

export const time = string({
  format: 'date-time',
  description: 'RFC 3339, UTC',
  examples: ['2026-11-20T09:30:00.000Z'],
});
export const credits = integer({ minimum: 0 });
export const count = integer({ minimum: 0 });

export const providerCost = namedObject(
  'ProviderCost',
  {
    amount: string({ pattern: AMOUNT, description: 'an exact decimal', examples: ['0.04'] }),
    currency: string({ pattern: CURRENCY, description: 'as in ISO 4217', examples: ['USD'] }),
  },
  {
    description:
      'The own cost of a provider, as it told it, in money. Null: it told one that this service does not take. ' +
      'Absent: it told none. Credits never follow from it',
  },
);
export const providerCosts = array(providerCost, {
  description: 'the cost, as providers told it, of all attempts so far: a sum for each currency',
});
export const hash = string({
  pattern: '^sha256:[0-9a-f]{64}$',
  examples: ['sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
});

/**
 * At least one visible character, and neither tabs nor line breaks: names end up in lists and logs.
 * `schema/plain-value.ts` refuses other control characters in any input. The pattern runs in one pass, and every
 * dialect of regular expressions reads it alike.
 */
const VISIBLE = '^[^\\S\\t\\n\\r]*\\S[^\\t\\n\\r]*$';
const ON_ONE_LINE = 'visible text on one line';

export const nameOf = (maxLength: number): Shape<string> =>
  formed(
    ON_ONE_LINE,
    string({ minLength: 1, maxLength, pattern: VISIBLE, description: ON_ONE_LINE, examples: ['The letter'] }),
  );

/** At least one visible character: blank text would be paid work of nothing. */
export const visibleText = (maxLength: number, example: string): Shape<string> =>
  formed('visible text', string({ minLength: 1, maxLength, pattern: '\\S', examples: [example] }));

export const url = string({
  format: 'uri',
  maxLength: limits.urlCharsMax,
  examples: ['https://studio.example/ada.png'],
});

/** A URL that is signed when the answer is given: of this service's origin, or of an object store of its own. */
export const signedUrl = string({
  description: 'Signed; works for GET without a token until expiresAt, also with one Range',
  examples: ['https://studio.example/api/v1/objects/ws_…/assets/9f86d081.png?expires=1795167300&signature=…'],
});

/** The quoted words of a decision to pay. Absent, the call itself confirms. */
const confirm = boolean({ description: 'false is refused: 400 confirmation_required', examples: [true] });

/** A body of an operation that spends: its members, and `confirm`. */
export const spendBody = <const M extends Readonly<Record<string, Shape<unknown>>>>(members: M) =>
  object({ ...members, confirm: optional(confirm) });

const cursor = string({
  minLength: 1,
  maxLength: limits.cursorCharsMax,
  pattern: '^[!-~]+$',
  description: 'the nextCursor of the page before',
  examples: ['eyJhIjoiMDAwMC0wMDAwNDIifQ'],
});

export const pageQuery = (limitMax: number, limitDefault: number = limits.pageSizeDefault) => ({
  limit: optional(
    integer({
      minimum: 1,
      maximum: limitMax,
      default: limitDefault,
      description: 'how many items a page has at most',
    }),
  ),
  cursor: optional(cursor),
});

export const nextCursor = nullable(
  string({ description: 'where the next page begins; null on the last one', examples: ['eyJhIjoiMDAwMC0wMDAwNDIifQ'] }),
);

export const frameIndex = integer({
  minimum: 0,
  maximum: limits.framesPerPlanMax - 1,
  description: 'place in the photo sequence, from 0',
});

/** Null for a frame without one. */
export const frameTitle = nullable(text('Arrival'));

export const failure = namedObject(
  'Failure',
  { code: text('engine_failed'), message: text('the engine could not draw this prompt') },
  { description: 'The failure' },
);

/** A picture in an answer. */
export const asset = namedObject('Asset', {
  id: idOf('ast'),
  url: signedUrl,
  expiresAt: time,
  hash,
  contentType: text('image/jpeg'),
  width: integer({ minimum: 1, examples: [1280] }),
  height: integer({ minimum: 1, examples: [720] }),
});

const bound = namedObject(
  'Bound',
  { min: optional(number({ examples: [4.5] })), max: optional(number()) },
  { description: 'The bound of a metric: at least `min`, at most `max`' },
);

const coverage = namedObject(
  'Coverage',
  {
    drawn: array(string(), { examples: [['ada', 'rain']] }),
    left: array(string(), { examples: [['bench']] }),
  },
  { description: 'Words of the prompt that the drafting engine has drawn, and those that it left out' },
);

/** Without a default: an answer that lacks it is of the mode `balanced`. */
export const governanceMode = named(
  'AppliedGovernance',
  oneOf([...governanceModes], { description: 'the mode that moved the bounds of looks; absent under `balanced`' }),
);

export const verdict = named('Verdict', oneOf(['pass', 'fail']));

export const evidence = namedObject(
  'Evidence',
  {
    metrics: record(number(), { description: 'value by metric', examples: [{ decodes: 1, entropy: 6.1 }] }),
    thresholds: record(bound, {
      description: 'bound by metric',
      examples: [{ decodes: { min: 1 }, entropy: { min: 4.5 } }],
    }),
    scorer: text('pixels'),
    version: text('1'),
    verdict,
    coverage: optional(coverage),
    governanceMode: optional(governanceMode),
  },
  {
    description:
      'The inputs of the technical verdict, so that it can be repeated: exposure, contrast, sharpness and ' +
      'likeness of the pixels. It does not say whether the picture shows the prompt',
  },
);

export const continuityMode = named(
  'ContinuityMode',
  oneOf(['independent', 'master_reference', 'chain'], {
    default: 'chain',
    description:
      '`chain` conditions each frame on the one before, `master_reference` all on one picture, `independent` none',
    examples: ['independent'],
  }),
);

/** Of storyboards; single pictures know more. */
export const aspectRatio = named('AspectRatio', oneOf(['16:9', '9:16', '1:1'], { default: '16:9' }));

/** ApiErrorResponse (spec, section 7), with the members that `errors/error-answer.ts` adds. */
export const apiError = namedObject(
  'ApiErrorResponse',
  {
    ok: literal(false),
    code: text('insufficient_credits', 'one of `x-errors`'),
    message: text('The workspace has too few credits'),
    details: optional({ description: 'the subject of the code; for validation_failed a list of {pointer, message}' }),
    requestId: optional(text('rid_4e1xq0v6d8mz2r9t7b5c3n1hja')),
    noCreditsSpent: optional(boolean({ description: 'true when nothing can have been spent', examples: [true] })),
    no_credits_spent: optional(boolean({ description: 'the same', examples: [true] })),
    retryable: optional(boolean({ description: 'whether the very same request may succeed later', examples: [false] })),
    retry_after_seconds: optional(integer({ minimum: 0 })),
    type: optional(string({ description: 'this and the following in problem+json only' })),
    title: optional(string()),
    status: optional(integer()),
    detail: optional(string()),
    instance: optional(string()),
  },
  { description: 'The body of every refusal; as application/problem+json for clients that accept it (RFC 9457)' },
);

const CAPACITY = literal('batch_exceeds_synchronous_capacity');

export const overCapacity = namedObject('BatchOverCapacityResponse', {
  ok: literal(false),
  error: CAPACITY,
  code: CAPACITY,
  message: text('The batch cannot finish within one request'),
  requested_count: integer({ examples: [40] }),
  max_synchronous_count: integer({ examples: [32] }),
  continuity_mode: continuityMode,
  no_credits_spent: yes,
  noCreditsSpent: optional(yes),
  durable_alternative: namedObject(
    'DurableAlternative',
    {
      plan: text('POST /api/v1/projects/{projectId}/film-intelligence/storyboard-images/plan'),
      generate: text('POST /api/v1/projects/{projectId}/film-intelligence/storyboard-images/generate'),
      poll: text('GET /api/v1/projects/{projectId}/film-intelligence/jobs/{jobId}'),
    },
    { description: 'Where the same work runs without a ceiling' },
  ),
  requestId: optional(string()),
  retryable: optional(boolean()),
  type: optional(string()),
  title: optional(string()),
  status: optional(integer()),
  detail: optional(string()),
  instance: optional(string()),
});

/** The answer with a list, a page of it at a time. */
export const pageOf = <const N extends string, S extends Shape<unknown>>(name: string, member: N, item: S) =>
  named(
    name,
    object({ ok: yes, ...({ [member]: array(item) } as { readonly [K in N]: Shape<Static<S>[]> }), nextCursor }),
  );

export const seedOf = (description: string) =>
  integer({ minimum: 0, maximum: limits.seedMax, description, examples: [1_847_261] });

/** The id of a voice of `production/capabilities`. */
export const voiceIdBounds = { minLength: 1, maxLength: limits.voiceIdCharsMax };

export const flags = record(boolean(), {
  description: 'feature flags, and whether they are on',
  examples: [{ STORYBOARD_PHOTO_BATCH_ENABLED: true }],
});
