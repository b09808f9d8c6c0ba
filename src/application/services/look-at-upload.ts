/**
 * The look at the bytes of an upload: they are what they claimed to be, and become an asset under their hash, or are
 * something else. Calls at one moment share one look, and a workspace has few of them: each takes as much room on the
 * disk, or in memory, as its file.
 */
import type { UploadOffer } from '../../../commands/upload.ts';
import type { Asset } from '../../../events/common.ts';
import { assert, Fault, isFault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { createGates } from '../../kernel/gates.ts';
import { limits } from '../../kernel/limits.ts';
import { isContained } from '../../kernel/media-types.ts';
import { bounded, gathered } from '../../kernel/streamed-content.ts';
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

type Looked =
  | { readonly kind: 'asset'; readonly content: Omit<Asset, 'id'> }
  | { readonly kind: 'refused'; readonly code: UploadRefusalCode };

const refused = (code: UploadRefusalCode): Looked => ({ kind: 'refused', code });

/** Null: there are no bytes. Fault `unavailable`; it leaves the upload as it is. */
export const createLookAtUpload = (deps: LookDeps): ((offer: UploadOffer) => Promise<Looked | null>) => {
  const waitingMax = limits.uploadsWaitingMax;
  const pictures = createGate({ placesMax: limits.uploadPicturesAtOnceMax, waitingMax });
  const media = createGate({ placesMax: limits.uploadMediaAtOnceMax, waitingMax });
  const workspaces = createGates({ placesMax: limits.uploadLooksPerWorkspaceMax, waitingMax });
  const underWay = new Map<string, Promise<Looked>>();

  const look = async (offer: UploadOffer, size: number): Promise<Looked> => {
    const { category, sizeBytes, workspaceId } = offer;
    const { bytesMax } = uploadRules[category];
    if (size > bytesMax) return refused('too_large');
    if (sizeBytes !== null && size !== sizeBytes) return refused('size_differs');
    const [gate, lookAt] = category === 'PHOTOS' ? [pictures, lookAtPicture] : [media, lookAtMedia];
    return workspaces(workspaceId).run(async () => gate.run(async () => lookAt(deps, offer, bytesMax)));
  };

  return async (offer) => {
    const { key } = offer;
    const found = await deps.objects.head(key);
    if (found === undefined) return null;
    const looking = underWay.get(key) ?? look(offer, found.size).finally(() => underWay.delete(key));
    underWay.set(key, looking);
    try {
      return await looking;
    } catch (error) {
      if (isFault(error, 'not_found')) return null;
      if (isFault(error, 'too_large')) return refused('too_large');
      throw error;
    }
  };
};

const lookAtPicture = async (
  { objects, pictures }: LookDeps,
  offer: UploadOffer,
  bytesMax: number,
): Promise<Looked> => {
  // Where a URL takes more than one PUT, these may be other bytes than those that were told of.
  const grown = new Fault('too_large', `the upload at ${offer.key} has grown`);
  const { bytes, hash } = await gathered(bounded(objects.read(offer.key), bytesMax, () => grown));
  const picture = await pictures.check(bytes).catch((error: unknown) => {
    if (isFault(error, 'unavailable') && error.detail['ended'] === 'late') return 'late' as const;
    throw error;
  });
  if (picture === 'late') return refused('timed_out');
  if (picture === null) return refused('not_a_picture');
  const { contentType, width, height } = picture;
  if (contentType !== offer.contentType) return refused('type_differs');
  const key = assetKeyOf(offer.workspaceId, hash, contentType);
  await objects.put(key, bytes, contentType);
  return { kind: 'asset', content: { key, hash, contentType, sizeBytes: bytes.byteLength, width, height } };
};

const lookAtMedia = async (deps: LookDeps, offer: UploadOffer, bytesMax: number): Promise<Looked> => {
  const bounds = { bytesMax, durationMaxMs: limits.uploadMediaMsMax };
  const use = async (file: ProbedFile) => keepMedia(deps, offer, file, bytesMax);
  const found = await deps.probe.probeStream(deps.objects.read(offer.key), bounds, use);
  return 'why' in found ? refused(found.why) : found;
};

const keepMedia = async (
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
