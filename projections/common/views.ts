/** Members that several answers share, as clients see them. */
import type { Asset, FrameEvidence } from '../../events/common.ts';
import type { Attachment, Makes } from '../../events/job.ts';
import type { ProviderCost } from '../../src/kernel/provider-cost.ts';

/** `sha256:<hex>`: the form that hashes have outside. */
export const publicHash = (hash: string): string => `sha256:${hash}`;

/** An asset without its `url` and `expiresAt`: the sender signs `$asset`, a key of the object store, for them. */
export const assetView = (asset: Asset) => {
  const { id, key, hash, sizeBytes: _size, ...kind } = asset;
  return { id, $asset: key, hash: publicHash(hash), ...kind };
};

/** The kind of media that an output is, for people. */
const MEDIA = {
  image: 'photo',
  clip: 'video',
  assembly: 'video',
  music: 'music',
  speech: 'voice',
  captions: 'captions',
} as const;

export const isMedia = (makes: Makes | Attachment['name']): makes is keyof typeof MEDIA => Object.hasOwn(MEDIA, makes);

/** Media without its `url` and `expiresAt`, as above. */
export const mediaView = (kind: keyof typeof MEDIA, asset: Asset) => {
  const { id, key, hash, contentType, sizeBytes } = asset;
  const durationSeconds = secondsOf(asset);
  return {
    id,
    type: MEDIA[kind],
    $asset: key,
    hash: publicHash(hash),
    contentType,
    sizeBytes,
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
  };
};

/** Undefined for an output without a length. */
export const secondsOf = ({ durationMs }: Asset): number | undefined =>
  durationMs === undefined ? undefined : durationMs / 1_000;

/** By user key; a person without an entry has no known name. */
export type Names = ReadonlyMap<string, string>;

/** A person in answers: the log knows the `id`; the name is beside it, and may be gone. */
export const personView = (id: string, names: Names) => ({ id, name: names.get(id) ?? null });

export const evidenceView = ({
  metrics,
  thresholds,
  scorer,
  version,
  verdict,
  coverage,
  governanceMode,
}: FrameEvidence) => ({
  metrics,
  thresholds,
  scorer,
  version,
  verdict,
  ...(coverage === undefined ? {} : { coverage }),
  ...(governanceMode === undefined ? {} : { governanceMode }),
});

export type Held = {
  /** A cancel was asked for. */
  readonly cancelRequestedAt?: string;
  /** A person holds the job up until it is resumed. */
  readonly pausedAt?: string;
  /** A person is to decide before this task. */
  readonly awaitingCheckpoint?: { readonly before: string; readonly reachedAt: string };
};

/** The own cost of providers, as they told it: a sum for each currency. */
export type Costs = { readonly providerCosts?: readonly ProviderCost[] };
