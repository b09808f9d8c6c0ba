/** Content of a workspace that is stored under its hash. */
import type { Asset } from '../../../events/common.ts';
import { sha256 } from '../../kernel/canonical-json.ts';
import { extensionOf } from '../../kernel/content-types.ts';
import { measured, type Chunks } from '../../kernel/streamed-content.ts';
import type { ObjectStore } from '../../ports/object-store.ts';

export type Stored = Pick<Asset, 'key' | 'hash' | 'contentType' | 'sizeBytes'>;

/** `content`: in memory, or read from its beginning at each call. */
export type AssetContent = { readonly content: Uint8Array | (() => Chunks); readonly contentType: string };

export const assetKeyOf = (workspaceId: string, hash: string, contentType: string): string => {
  const extension = extensionOf(contentType) ?? '';
  return `${workspaceId}/assets/${hash}${extension === '' ? '' : `.${extension}`}`;
};

/** Undefined, and nothing is stored: it has more than `bytesMax` bytes. */
export const storeAsset = async (
  objects: Pick<ObjectStore, 'put'>,
  workspaceId: string,
  { content, contentType }: AssetContent,
  bytesMax: number,
): Promise<Stored | undefined> => {
  const named = await nameOf(content, bytesMax);
  if (named === undefined) return undefined;
  const { hash, size } = named;
  const key = assetKeyOf(workspaceId, hash, contentType);
  await objects.put(key, content instanceof Uint8Array ? content : { size, open: content }, contentType);
  return { key, hash, contentType, sizeBytes: size };
};

/** Content that is not in memory is read twice: an object is named by its hash before a byte of it is stored. */
const nameOf = async (content: AssetContent['content'], bytesMax: number) => {
  if (!(content instanceof Uint8Array)) return measured(content(), bytesMax);
  const { byteLength: size } = content;
  return size > bytesMax ? undefined : { hash: sha256(content), size };
};
