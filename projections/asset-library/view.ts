/** An asset as the library shows it; the sender signs `$asset`. */
import type { AssetLibraryDocument } from './document.ts';

export type AssetItem = {
  readonly id: string;
  readonly type: string;
  readonly filename: string;
  readonly $asset: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly createdAt: string;
  readonly jobId: string;
};

export const assetItem = ({ asset, type, filename, createdAt, jobId }: AssetLibraryDocument): AssetItem => ({
  id: asset.id,
  type,
  filename,
  $asset: asset.key,
  contentType: asset.contentType,
  sizeBytes: asset.sizeBytes,
  createdAt,
  jobId,
});
