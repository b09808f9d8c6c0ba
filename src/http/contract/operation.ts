/**
 * One declaration per operation, the only place that describes it. From it are derived the router, the body and query
 * checks, scopes and rate limits. So are the OpenAPI document and the contract tests.
 */
import type { ErrorCode } from '../../application/calls/error-codes.ts';
import type { rateLimits } from '../../kernel/limits.ts';
import type { Shape } from '../../kernel/shape.ts';
import type { PathId } from './ids.ts';
import type { Tag } from './tags.ts';

/**
 * The authority class of a call (spec, section 5); its scope is the class in lower case, and no class implies another.
 */
export type AuthorityClass = keyof typeof rateLimits;

export const flagNames = [
  'STORYBOARD_PHOTO_BATCH_ENABLED',
  'UNIVERSAL_DELIVERY_ENABLED',
  'COMMERCE_VIDEO_ENABLED',
] as const;

export type FlagName = (typeof flagNames)[number];
export type Flags = Readonly<Record<FlagName, boolean>>;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A rule that no JSON Schema says. */
export type BodyRule<B> = {
  /** The members that it looks at. It is asked where each of them holds to its own shape. */
  readonly of: readonly string[];
  /** Every flaw, by its pointer. */
  readonly flaws: (body: B) => readonly { readonly pointer: string; readonly message: string }[];
};

export type Parameters<N extends string = string> = Readonly<Record<N, string>>;

/** The names in a path: `/projects/{projectId}/script` has one. */
export type NamesIn<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | NamesIn<Rest> : never;

/** The same of any path. */
export const namesIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** A next call, made of an answer and of the call that got it: values are runtime expressions of OpenAPI. */
export type Link = {
  readonly operationId: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly requestBody?: Readonly<Record<string, unknown>>;
};

export const linkTo = (operationId: string, parameters: Readonly<Record<string, string>>): Link => ({
  operationId,
  parameters,
});

/** The next page of a list. */
export const nextPage = (operationId: string): Link => linkTo(operationId, { cursor: '$response.body#/nextCursor' });

/** Bodies of success, by status. */
type Answers = Readonly<Record<number, Shape<unknown>>>;

/** `N`: names of the parameters in its path. */
type Declaration<B = unknown, Q = unknown, N extends string = string, A extends Answers = Answers> = {
  readonly method: Method;
  /** With `{name}` for parameters, of which each is an id that `ids.ts` knows. */
  readonly path: string;
  /** Ids in the path that are more than `ids.ts` says of their name. */
  readonly pathIds?: Readonly<Record<string, PathId>>;
  /** For the type checker only. */
  readonly names?: N;
  readonly summary: string;
  /** Notes for callers beside the summary, in Markdown. */
  readonly description: string;
  /** Null: no token is asked for. */
  readonly authority: AuthorityClass | null;
  /** Also taken in a workspace whose removal has begun: it carries the removal on. */
  readonly endsWorkspace?: true;
  /** The bodies that spend nothing: they need the scope `plan` in the place of the operation's own. */
  readonly planWhen?: (body: B) => boolean;
  readonly flag?: FlagName;
  /** Left out: no body, or `{}`. */
  readonly body?: Shape<B>;
  /** No body counts as `{}`; otherwise a body that is declared must be there. */
  readonly bodyOptional?: boolean;
  /** Takes a body of any type, and does not look at it. */
  readonly anyBody?: true;
  /** `limits.bodyBytesMax` unless stated. */
  readonly bodyBytesMax?: number;
  readonly rules?: readonly BodyRule<B>[];
  /** Every member is a text or a whole number; others are refused. */
  readonly query?: Shape<Q>;
  /** The status of `validation_failed` here; 422 unless stated. */
  readonly schemaFailureStatus?: 422 | 400;
  /** Members of body or query that have a code of their own when they are absent, null or empty. */
  readonly missing?: Readonly<Record<string, ErrorCode>>;
  /** Members of the body with a code of their own for numbers past the safe integers. Any other flaw comes first. */
  readonly tooLarge?: Readonly<Record<string, ErrorCode>>;
  /** Whether it takes a key; `none` unless stated. */
  readonly idempotency?: 'none' | 'optional' | 'required';
  /** True: another body under the same key is another request. */
  readonly keyPerBody?: boolean;
  /** The operation under whose id its keys and bodies are known; its own unless stated. */
  readonly aliasOf?: string;
  readonly answers: A;
  /** The calls that follow an answer, by its status and a name. */
  readonly links?: Readonly<Record<number, Readonly<Record<string, Link>>>>;
  /** Its own refusals; none unless stated. Those of gates, ids in the path and credits follow (`refusals.ts`). */
  readonly errors?: readonly ErrorCode[];
  /** Codes of the application that this operation does not list, and their replacements here. */
  readonly instead?: Readonly<Partial<Record<ErrorCode, ErrorCode>>>;
  /** Where a client polls after a 202. */
  readonly location?: (parameters: Parameters, body: Readonly<Record<string, unknown>>) => string | undefined;
  /** Served as `text/event-stream`: the declared answer is the data of each message. */
  readonly stream?: boolean;
  /** Answered as bytes of one of these types, in the place of the declared shape. */
  readonly bytesOf?: readonly string[];
  /** Beside JSON, a table of this type for clients that ask for it by `Accept`. */
  readonly tableAs?: { readonly type: string; readonly example: string };
  /** Takes `Prefer: wait=N`. */
  readonly longPoll?: boolean;
  /** Takes `If-Match` with a revision id. */
  readonly ifMatch?: boolean;
  /** False: a GET whose answer is of its moment, and names no copy. */
  readonly entityTag?: false;
  /** Documented only under `?include=extensions`. */
  readonly extension?: boolean;
};

const DEFAULTS = { schemaFailureStatus: 422, idempotency: 'none', errors: [] } as const;

/** With the defaults of what it does not state. */
type Declared<B, Q, N extends string, A extends Answers> = Declaration<B, Q, N, A> &
  Required<Pick<Declaration, keyof typeof DEFAULTS>> & { readonly tag: Tag };

export type Operation<B = unknown, Q = unknown, N extends string = string, A extends Answers = Answers> = Declared<
  B,
  Q,
  N,
  A
> & {
  /** The name of the declaration (`operations/registry.ts`). */
  readonly operationId: string;
};

/**
 * Declares operations of one group. Keeps the types: of body, query and path for the route that answers the operation,
 * of answers for its clients.
 */
export const declaring =
  (tag: Tag) =>
  <const P extends string, A extends Answers, B = undefined, Q = undefined>(
    declaration: Declaration<B, Q, string, A> & { readonly path: P },
  ): Declared<B, Q, NamesIn<P>, A> =>
    Object.freeze({ ...DEFAULTS, ...declaration, tag }) as unknown as Declared<B, Q, NamesIn<P>, A>;
