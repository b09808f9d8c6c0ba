/** Answers as bodies, and those that a key may give again. */
import type { Refused } from './result.ts';

/**
 * Ready to send, except for objects with a member `$asset` (an object-store key). The presenter drops `$asset` and adds
 * the `url` and `expiresAt`.
 */
export type Body = Readonly<Record<string, unknown>>;

/**
 * An answer that a key may give again: the body as JSON text in which the objects at `signed` pointers await their
 * `url` and `expiresAt`.
 */
export type StoredAnswer = {
  readonly status: number;
  readonly body: string;
  readonly signed: readonly { readonly pointer: string; readonly key: string }[];
  readonly replayed: boolean;
};

/** Of which it is not said yet whether it was given before. */
export type Answer = Omit<StoredAnswer, 'replayed'>;

export const json = (status: number, body: Body): Answer => ({ status, body: JSON.stringify(body), signed: [] });

/** A refusal that came after work was queued, and the request that it was given to first. */
export type KeptRefusal = Pick<Refused, 'code' | 'message' | 'detail'> & { readonly requestId: string };

/** That refusal as an answer: the members of its body that differ from call to call. */
export const refusedAnswer = (status: number, refused: Omit<KeptRefusal, 'requestId'>, requestId: string): Answer =>
  json(status, { ok: false, code: refused.code, message: refused.message, details: refused.detail, requestId });

/** The refusal that an answer is, if it is one. */
export const refusalIn = ({ status, body }: Pick<Answer, 'status' | 'body'>): KeptRefusal | undefined => {
  if (status < FIRST_ERROR) return undefined;
  const { details: detail, ...rest } = JSON.parse(body) as KeptRefusal & { readonly details?: unknown };
  return { ...rest, detail };
};

const FIRST_ERROR = 400;
