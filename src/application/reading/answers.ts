/** The common part of the answers of reads. */
import { sha256 } from '../../kernel/canonical-json.ts';
import { laterOf, type Position, START } from '../../kernel/position.ts';
import { type Caller } from '../calls/caller.ts';
import { type Body, ok, refused, type Result } from '../calls/result.ts';
import type { Found } from './read-document.ts';
import type { ReadSide } from './read-side.ts';

/** How new an answer must be: at or past this process's own last append, and past `atLeast` when it is given. */
export type Freshness = { readonly atLeast: Position | null };

/** A read model's answer with the position that it reflects and, for documents of one stream, its revision. */
export type Read<T> = { readonly value: T; readonly position: Position; readonly etag: string };

export const behind = refused(
  'read_model_behind',
  'the read model has not come as far as the position that was asked for',
);

/** Whether the log itself has not come as far as was asked for. It is all that a reader of streams need ask. */
export const createIsAhead =
  ({ feed }: Pick<ReadSide, 'feed'>) =>
  async ({ atLeast }: Freshness): Promise<boolean> =>
    atLeast !== null && (await feed.head()) < atLeast;

/** The least position of an answer: that of the caller's own writes, and the one that the caller asks for. */
export const positionFor = (
  { written }: Pick<ReadSide, 'written'>,
  caller: Pick<Caller, 'workspaceId' | 'userKey'>,
  { atLeast }: Freshness,
): Position => laterOf(written.of(caller), atLeast ?? START);

/**
 * An answer made of one document. Its position is the document's own, so that it changes only with the document. A
 * later position that was asked for is named instead, since the answer reflects that too.
 */
export const documentRead = <T>(
  value: T,
  { document, etag }: Found<unknown>,
  { atLeast }: Freshness,
): Result<Read<T>> => ok({ value, position: laterOf(document.position, atLeast ?? START), etag });

/** Of answers without a revision of their own, such as lists: the same members are the same copy. */
export const listRead = (value: Body, position: Position): Result<Read<Body>> =>
  ok({ value, position, etag: tagOf(value) });

export const tagOf = (value: Body): string => shortHash(JSON.stringify(value));

/** Long enough to tell copies apart. */
export const shortHash = (text: string): string => sha256(text).slice(0, 32);
