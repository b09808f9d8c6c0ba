/**
 * A picture at an address, for a page that may not ask its host. An address of our own objects is one of the workspace.
 * Other hosts are those that the operator approves. Its kind is told by its bytes, before one of them goes on.
 */
import { isOfAddress } from '../../kernel/address-refusals.ts';
import { begun } from '../../kernel/begun.ts';
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { PICTURE_HEAD_BYTES, pictureTypeOf, type PictureType } from '../../kernel/picture-type.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Outbound, OutboundAnswer, OutboundRefusal } from '../../ports/outbound.ts';
import type { Caller } from '../calls/caller.ts';
import { ok, refused, type Refused, type Result } from '../calls/result.ts';
import { ownObject } from '../services/own-object.ts';
import type { Uploads } from '../services/uploads.ts';

export type Preview = {
  readonly contentType: PictureType;
  /** Bytes; null where its host has not said. */
  readonly size: number | null;
  readonly content: AsyncIterable<Uint8Array>;
};

type Deps = {
  readonly objects: Pick<ObjectStore, 'head' | 'read'>;
  readonly outbound: Outbound;
  readonly uploads: Pick<Uploads, 'keyOf'>;
  /** Names of hosts, in lower case. */
  readonly previewHosts: readonly string[];
};

/** Refusals: url_not_allowed, file_too_large, not_an_image, upstream_unavailable, content_lost. */
export const createPreviewPicture = ({ objects, outbound, previewHosts, uploads }: Deps) => {
  const ofWorkspace = async (key: string, signal: AbortSignal): Promise<Result<Preview>> => {
    const found = await objects.head(key);
    if (found === undefined) return NOT_ALLOWED;
    if (found.size > limits.previewBytesMax) return TOO_LARGE;
    try {
      return await pictureOf(objects.read(key, signal), found.size);
    } catch (error) {
      if (isFault(error, 'not_found')) return NOT_ALLOWED;
      if (isFault(error, 'corrupt')) return refused('content_lost', 'the picture is not the one that was stored');
      throw error;
    }
  };

  /** The call goes on until the last byte is read, and so keeps its place. */
  const elsewhere = async (workspaceId: string, url: string, signal: AbortSignal): Promise<Result<Preview>> => {
    const answered = Promise.withResolvers<Result<Preview>>();
    const relay = async (answer: OutboundAnswer): Promise<void> => {
      const picture = answer.status === 200 ? await pictureOf(answer.body, null) : UPSTREAM;
      if (picture.kind === 'refused') {
        answered.resolve(picture);
        return;
      }
      const { content, over } = untilOver(picture.value.content);
      answered.resolve(ok({ ...picture.value, content }));
      await over;
    };
    const call = { workspaceId, url, method: 'GET', headers: { Accept: ACCEPT }, ...BOUNDS, signal } as const;
    outbound.call(call, relay).then((outcome) => {
      if (outcome.kind === 'refused') answered.resolve(refusalOf(outcome.why));
    }, answered.reject);
    return answered.promise;
  };

  /** `signal`: the reader has gone. Fault `cancelled` where no byte was there yet. */
  return async ({ workspaceId }: Caller, url: string, signal: AbortSignal): Promise<Result<Preview>> => {
    const own = ownObject(url);
    if (own !== undefined) {
      const key = own.workspaceId === workspaceId ? await uploads.keyOf(own) : null;
      return key === null ? NOT_ALLOWED : ofWorkspace(key, signal);
    }
    return previewHosts.includes(URL.parse(url)?.hostname ?? '') ? elsewhere(workspaceId, url, signal) : NOT_ALLOWED;
  };
};

const BOUNDS = { bytesMax: limits.previewBytesMax, totalMs: limits.previewMs };
const ACCEPT = 'image/png, image/jpeg, image/webp, image/gif';

/** The same for an address of another tenant, an unknown one, and one whose host is not approved. */
const NOT_ALLOWED = refused('url_not_allowed');
const TOO_LARGE = refused('file_too_large');
const UPSTREAM = refused('upstream_unavailable');

const pictureOf = async (chunks: AsyncIterable<Uint8Array>, size: number | null): Promise<Result<Preview>> => {
  const { head, whole } = await begun(chunks, PICTURE_HEAD_BYTES);
  const contentType = pictureTypeOf(head);
  if (contentType !== null) return ok({ contentType, size, content: whole });
  await whole[Symbol.asyncIterator]().return?.();
  return refused('not_an_image');
};

/** `over` resolves when its reader has all of it, has left, or has met an error. */
const untilOver = (chunks: AsyncIterable<Uint8Array>) => {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const reader = chunks[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    try {
      const step = await reader.next();
      if (step.done === true) resolve();
      return step;
    } catch (error) {
      resolve();
      throw error;
    }
  };
  const end = async (): Promise<IteratorResult<Uint8Array>> => {
    resolve();
    await reader.return?.();
    return { done: true, value: undefined };
  };
  return { over, content: { [Symbol.asyncIterator]: () => ({ next, return: end }) } };
};

const refusalOf = (why: OutboundRefusal): Refused => {
  if (why === 'answer_too_large') return TOO_LARGE;
  // An address that is refused as it is written, or leads to no public host, was never allowed.
  return isOfAddress(why) || why === 'host_not_allowed' || why === 'address_not_public' ? NOT_ALLOWED : UPSTREAM;
};
