/** Looks at the bytes of an upload: an asset under its hash where they are what they claimed to be, else why not. */
import type { Asset } from '../../../events/common.ts';
import type { UploadOffer } from '../../../commands/upload.ts';
import { assert } from '../../kernel/faults.ts';
import type { Gate } from '../../kernel/gate.ts';
import { limits } from '../../kernel/limits.ts';
import { isContained } from '../../kernel/media-types.ts';
import { gathered } from '../../kernel/streamed-content.ts';
import { uploadRules } from '../../kernel/upload-categories.ts';
import type { UploadRefusalCode } from '../../kernel/upload-refusals.ts';
import type { ProbedFile, StreamProbe } from '../../ports/media-probe.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { PictureCheck } from '../../ports/picture-check.ts';
import { assetKeyOf, storeAsset } from './stored-asset.ts';

export type LookDeps = {
  readonly objects: Pick<ObjectStore, 'put' | 'read' | 'head'>;
  readonly pictures: PictureCheck;
  readonly probe: StreamProbe;
};

type Content = Omit<Asset, 'id'>;
export type Looked =
  | { readonly kind: 'asset'; readonly content: Content }
  | { readonly kind: 'refused'; readonly code: UploadRefusalCode };

const refused = (code: UploadRefusalCode): Looked => ({ kind: 'refused', code });

/** `size`: of what arrived. Faults: `not_found`, `unavailable`; they leave the upload as it is. */
export const lookAtUpload = async (deps: LookDeps, gate: Gate, offer: UploadOffer, size: number): Promise<Looked> => {
  const { category, sizeBytes, key } = offer;
  const { bytesMax } = uploadRules[category];
  if (size > bytesMax) return refused('too_large');
  if (sizeBytes !== null && size !== sizeBytes) return refused('size_differs');
  if (category === 'PHOTOS') return gate.run(async () => lookAtPicture(deps, offer));
  const bounds = { bytesMax, durationMaxMs: limits.uploadMediaMsMax };
  const use = async (file: ProbedFile) => lookAtMedia(deps, offer, file, bytesMax);
  const found = await deps.probe.probeStream(deps.objects.read(key), bounds, use);
  return 'why' in found ? refused(found.why) : found;
};

const lookAtPicture = async ({ objects, pictures }: LookDeps, offer: UploadOffer): Promise<Looked> => {
  const { bytes, hash } = await gathered(objects.read(offer.key));
  const picture = await pictures.check(bytes);
  if (picture === null) return refused('not_a_picture');
  const { contentType, width, height } = picture;
  if (contentType !== offer.contentType) return refused('type_differs');
  const key = assetKeyOf(offer.workspaceId, hash, contentType);
  await objects.put(key, bytes, contentType);
  return { kind: 'asset', content: { key, hash, contentType, sizeBytes: bytes.byteLength, width, height } };
};

const lookAtMedia = async (
  { objects }: LookDeps,
  { workspaceId, category, contentType }: UploadOffer,
  { media, open }: ProbedFile,
  bytesMax: number,
): Promise<Looked> => {
  const picture = media.tracks.find((track) => track.kind === 'video');
  const isFilm = category === 'VIDEOS';
  if (!isContained(contentType, media.container) || (picture !== undefined) !== isFilm) return refused('type_differs');
  const stored = await storeAsset(objects, workspaceId, { content: open, contentType }, bytesMax);
  assert(stored !== undefined, 'an upload that was looked at is within its bound');
  const frame = picture === undefined ? {} : { width: picture.width, height: picture.height };
  return { kind: 'asset', content: { ...stored, ...frame, durationMs: Math.round(media.durationMs) } };
};
