/** The asset library of a workspace, newest first, grouped by type. */
import {
  assetGroups,
  type AssetLibraryDocument,
  assetLibraryProjection,
  type AssetType,
} from '../../../projections/asset-library.ts';
import type { Caller } from '../calls/caller.ts';
import type { Body, Result } from '../calls/result.ts';
import { positionFor, type Freshness, type Read } from '../reading/answers.ts';
import { type PageInput, readList } from '../reading/read-list.ts';
import type { ReadSide } from '../reading/read-side.ts';

export const createListAssets =
  (side: ReadSide) =>
  async (
    caller: Caller,
    { type }: { readonly type?: AssetType },
    page: PageInput,
    fresh: Freshness,
  ): Promise<Result<Read<Body>>> => {
    const list = {
      name: 'assets',
      projection: assetLibraryProjection,
      owner: caller.workspaceId,
      position: positionFor(side, caller, fresh),
      ...(type === undefined ? { index: 'byRendered' } : { index: 'byType', equals: [type] }),
      descending: true,
      keyOf: ({ renderedPosition }: AssetLibraryDocument) => renderedPosition,
      keep: (asset: AssetLibraryDocument) => type === undefined || asset.type === type,
    };
    return readList(side, list, page, (assets) => ({ ok: true, ...assetGroups(assets.map(({ body }) => body)) }));
  };
