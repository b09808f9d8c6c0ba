/** Content of a workspace that is stored under its hash. */
import type { Asset } from '../../../events/common.ts';
import { extensionOf } from '../../kernel/content-types.ts';
import { assert } from '../../kernel/faults.ts';
import { measured, type Chunks } from '../../kernel/streamed-content.ts';
import type { ObjectStore } from '../../ports/object-store.ts';

export type Stored = Pick<Asset, 'key' | 'hash' | 'contentType' | 'sizeBytes'>;

export const assetKeyOf = (workspaceId: string, hash: string, contentType: string): string =>
  `${workspaceId}/assets/${hash}.${extensionOf(contentType) ?? ''}`;

/** A file that was looked at, so it is within its bound. `open` reads it from its beginning at each call. */
export const storeFile = async (
  objects: Pick<ObjectStore, 'put'>,
  workspaceId: string,
  { open, bytesMax, contentType }: { open: () => Chunks; bytesMax: number; contentType: string },
): Promise<Stored> => {
  const named = await measured(open(), bytesMax);
  assert(named !== undefined, 'a file that was looked at is within its bound');
  const { hash, size } = named;
  const key = assetKeyOf(workspaceId, hash, contentType);
  await objects.put(key, { size, open }, contentType);
  return { key, hash, contentType, sizeBytes: size };
};
