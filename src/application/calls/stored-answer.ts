/** Answers as bodies, and those that a key may give again. */

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
