/** The library as its callers see it; the sender signs `$asset`. */
import type { AssetLibraryDocument, AssetType } from './document.ts';

export const assetItem = ({
  asset,
  type,
  filename,
  createdAt,
  jobId,
}: Omit<AssetLibraryDocument, 'renderedPosition'>) => ({
  id: asset.id,
  type,
  filename,
  $asset: asset.key,
  contentType: asset.contentType,
  sizeBytes: asset.sizeBytes,
  createdAt,
  ...(jobId !== undefined && { jobId }),
});

/** Each group has the order of the given documents. */
export const assetGroups = (documents: readonly AssetLibraryDocument[]) => {
  const items = documents.map(assetItem);
  const ofType = (asked: AssetType) => items.filter(({ type }) => type === asked);
  return { videos: ofType('video'), photos: ofType('photo'), music: ofType('music'), voices: ofType('voice') };
};
