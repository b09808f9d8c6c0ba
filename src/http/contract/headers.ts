/** The headers of the contract: of requests beside those of every client, with the rule of each, and of answers. */
import { limits } from '../../kernel/limits.ts';
import { string } from '../../kernel/shape.ts';
import { workspaceIdPattern } from './ids.ts';
import type { Operation } from './operation.ts';

const POSITION_FORM = `^[0-9a-f]{4}-[0-9A-Za-z_.:-]{0,${limits.positionCharsMax}}$`;
const KEY_FORM = `^[!-+.-~-]{1,${limits.idempotencyKeyCharsMax}}$`;

/** The log epoch and a dash, then a text that only the store understands (`kernel/position.ts`). */
export const POSITION = new RegExp(POSITION_FORM);

/** Visible ASCII without a comma, which would be a list. */
export const IDEMPOTENCY_KEY = new RegExp(KEY_FORM);

export type RequestHeader = {
  readonly name: string;
  readonly description: string;
  readonly shape: ReturnType<typeof string>;
  /** Whether an operation takes it. */
  readonly takenBy: (operation: Operation) => boolean;
  readonly required?: true;
};

const key = {
  name: 'Idempotency-Key',
  description: 'One for each logical attempt: the same again gives the same answer, and nothing is started twice',
  shape: string({ pattern: KEY_FORM, examples: ['letter-1'] }),
};

/** Reads with an entity tag can be conditional. */
export const isConditional = ({ method, stream, entityTag }: Operation): boolean =>
  method === 'GET' && stream !== true && entityTag !== false;

/** By the names that they have in the document. */
export const requestHeaders: Readonly<Record<string, RequestHeader>> = {
  IdempotencyKey: { ...key, takenBy: ({ idempotency }) => idempotency === 'optional' },
  RequiredIdempotencyKey: { ...key, takenBy: ({ idempotency }) => idempotency === 'required', required: true },
  WorkspaceId: {
    name: 'X-Workspace-Id',
    description: "The workspace that the call is for; the token's, else the caller's personal one, unless stated",
    shape: string({ pattern: workspaceIdPattern.source, examples: ['ws_4e1xq0v6d8mz2r9t7b5c3n1hja'] }),
    takenBy: ({ authority }) => authority !== null,
  },
  IfPositionAtLeast: {
    name: 'If-Position-At-Least',
    description: 'An X-Log-Position: the answer is to reflect it, or be a 503',
    shape: string({ pattern: POSITION_FORM, examples: ['0000-000000000042'] }),
    takenBy: ({ authority }) => authority === 'Read',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    description: 'An ETag: 304 while it is the present one',
    shape: string({ examples: ['"7"'] }),
    takenBy: isConditional,
  },
  IfMatch: {
    name: 'If-Match',
    description:
      'The revision that is replaced, or a list: 412 when none is the present one. No weak tag matches. `*`: 412 ' +
      'when there is none yet',
    shape: string({ examples: ['"rvs_4e1xq0v6d8mz2r9t7b5c3n1hja"'] }),
    takenBy: ({ ifMatch }) => ifMatch === true,
  },
  IfNoneMatchAny: {
    name: 'If-None-Match',
    description: '`*`: 412 when there is one already',
    shape: string({ examples: ['*'] }),
    takenBy: ({ ifMatch }) => ifMatch === true,
  },
  Prefer: {
    name: 'Prefer',
    description: 'wait=N: the answer may take up to N seconds, until there is news',
    shape: string({ examples: ['wait=30'] }),
    takenBy: ({ longPoll }) => longPoll === true,
  },
  LastEventId: {
    name: 'Last-Event-ID',
    description: 'The id of the last message that came: only newer states follow',
    shape: string({ pattern: POSITION_FORM, examples: ['0000-000000000042'] }),
    takenBy: ({ stream }) => stream === true,
  },
};

const said = (description: string) => ({ description, schema: { type: 'string' } });

export const answerHeaders = {
  'X-Request-Id': said('Names this answer, also in the logs'),
  'X-Log-Position': said('The position of the log; may be sent as If-Position-At-Least'),
  ETag: said('Names this very copy; may be sent as If-None-Match'),
  Location: said('Where to poll'),
  'Retry-After': { description: 'Seconds until it makes sense to ask again', schema: { type: 'integer', minimum: 0 } },
  'Idempotent-Replayed': said('true: the answer that this Idempotency-Key was given before'),
  RateLimit: said('The rest of the allowance (draft-ietf-httpapi-ratelimit-headers)'),
  'RateLimit-Policy': said('The allowance'),
  'WWW-Authenticate': said('Why the credentials did not do'),
  'Preference-Applied': said('The wait of Prefer, where the answer waited'),
} as const;
