/** Members that several answers share, as clients see them (contract, section 5). */
import type { Asset, FrameEvidence } from '../events/common.ts';

/** `sha256:<hex>`: the form that hashes have outside. */
export const publicHash = (hash: string): string => `sha256:${hash}`;

/** An asset without its `url` and `expiresAt`: whoever sends it signs `$asset`, a key of the object store, for them. */
export type AssetView = {
  readonly id: string;
  readonly $asset: string;
  readonly hash: string;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
};

export const assetView = ({ id, key, hash, contentType, width, height }: Asset): AssetView => ({
  id,
  $asset: key,
  hash: publicHash(hash),
  contentType,
  width,
  height,
});

export type EvidenceView = Pick<FrameEvidence, 'metrics' | 'thresholds' | 'scorer' | 'version' | 'verdict'>;

export const evidenceView = ({ metrics, thresholds, scorer, version, verdict }: FrameEvidence): EvidenceView => ({
  metrics,
  thresholds,
  scorer,
  version,
  verdict,
});
