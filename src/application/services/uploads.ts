/**
 * Uploads of users. The bytes have a place of their own first, for which no URL for GET is signed. A look at them makes
 * them an asset of the workspace under their hash, or removes them.
 */
import {
  type UploadCommand,
  uploadDecider,
  type UploadOffer,
  type UploadOutcome,
  type UploadState,
  uploadStream,
} from '../../../commands/upload.ts';
import { assert, Fault, isFault } from '../../kernel/faults.ts';
import { createGate, type Gate } from '../../kernel/gate.ts';
import { limits } from '../../kernel/limits.ts';
import { addMs } from '../../kernel/time.ts';
import type { Clock } from '../../ports/basics.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { CommandContext, CommandHandler } from '../log/command-handler.ts';
import type { OwnObject } from './own-object.ts';
import type { Asset } from '../../../events/common.ts';
import { isContained } from '../../kernel/media-types.ts';
import { bounded, gathered } from '../../kernel/streamed-content.ts';
import { uploadRules } from '../../kernel/upload-categories.ts';
import type { UploadRefusalCode } from '../../kernel/upload-refusals.ts';
import type { ProbedFile, StreamProbe } from '../../ports/media-probe.ts';
import type { PictureCheck } from '../../ports/picture-check.ts';
import { assetKeyOf, storeAsset } from './stored-asset.ts';

export type Uploads = {
  /** State of an upload, no older than the call. */
  read(uploadId: string): Promise<UploadState>;

  /**
   * Looks at what arrived, once; the outcome stays. Null: nothing has arrived, or it was never offered. May be
   * repeated. Faults: `unavailable`, it could not be looked at now.
   */
  register(uploadId: string): Promise<UploadOutcome | null>;

  /**
   * Registers what arrived, empties its place and ends the upload. For after its URL has expired. One of which nothing
   * is there, or that could not be looked at in time, is awaited: it ends at the next call that is late enough. `at`:
   * RFC 3339.
   */
  clear(uploadId: string, at: string): Promise<void>;

  /**
   * The key of the asset that an object of ours is; of an upload, once it is registered. Null: there is none, or the
   * upload has its place at another key.
   */
  keyOf(own: OwnObject): Promise<string | null>;
};

export type UploadDeps = Omit<LookDeps, 'objects'> & {
  readonly objects: LookDeps['objects'] & Pick<ObjectStore, 'remove'>;
  readonly commands: CommandHandler;
  readonly clock: Pick<Clock, 'now'>;
};

export const createUploads = (deps: UploadDeps): Uploads => {
  const { commands, objects, clock } = deps;
  const gate = createGate({ placesMax: limits.uploadPicturesAtOnceMax, waitingMax: limits.uploadsWaitingMax });

  const read = async (uploadId: string): Promise<UploadState> =>
    (await commands.read(uploadDecider, uploadStream(uploadId))).state;

  const handle = async (uploadId: string, command: UploadCommand, context: CommandContext): Promise<UploadState> =>
    (await commands.handle(uploadDecider, uploadStream(uploadId), command, context)).state;

  /** `isLast`: no other look follows. Before that a look that was late tells nothing of the bytes. */
  const look = async (uploadId: string, isLast: boolean): Promise<UploadOutcome | 'late' | null> => {
    const { offer, outcome: before, cleared } = await read(uploadId);
    if (offer === null || before !== null || cleared) return before;
    const looked = await lookAtUpload(deps, gate, offer);
    // Nothing came, or another process has looked at it and removed it.
    if (looked === null) return (await read(uploadId)).outcome;
    if (looked.kind === 'refused' && looked.code === 'timed_out' && !isLast) return 'late';
    const outcome: UploadOutcome =
      looked.kind === 'refused'
        ? looked
        : {
            kind: 'registered',
            asset: { id: uploadId, ...looked.content },
            registeredAt: new Date(clock.now()).toISOString(),
          };
    const context = contextOf(offer.workspaceId, 'register-upload', uploadId);
    const { outcome: kept } = await handle(uploadId, { type: 'ConcludeUpload', outcome }, context);
    if (kept?.kind === 'refused') await objects.remove(offer.key);
    return kept;
  };

  const register: Uploads['register'] = async (uploadId) => {
    const found = await look(uploadId, false);
    if (found === 'late') throw new Fault('unavailable', `the look at the upload ${uploadId} was not done in time`);
    return found;
  };

  return Object.freeze({
    read,
    register,
    clear: async (uploadId: string, at: string) => {
      const { offer, awaited, cleared } = await read(uploadId);
      if (offer === null) return;
      const isLast = cleared || (awaited !== null && at >= awaited);
      const found = await look(uploadId, isLast);
      const context = contextOf(offer.workspaceId, 'clear-upload', uploadId);
      if ((found === null || found === 'late') && !isLast) {
        const until = addMs(offer.expiresAt, limits.uploadGraceMs + limits.uploadAwaitedMs);
        await handle(uploadId, { type: 'AwaitUpload', until }, context);
        return;
      }
      await objects.remove(offer.key);
      await handle(uploadId, { type: 'ClearUpload' }, context);
    },
    keyOf: async ({ key, uploadId }: OwnObject) => {
      if (uploadId === null) return key;
      // The address is the caller's own text: the workspace that it names may be another one than the upload's.
      if ((await read(uploadId)).offer?.key !== key) return null;
      const outcome = await register(uploadId);
      return outcome?.kind === 'registered' ? outcome.asset.key : null;
    },
  });
};

/** Not from `services.ts`, which has the type of this service. */
const contextOf = (workspaceId: string, step: string, uploadId: string): CommandContext => ({
  workspaceId,
  actor: `system:${step}`,
  correlationId: uploadId,
});

type LookDeps = {
  readonly objects: Pick<ObjectStore, 'put' | 'read' | 'head'>;
  readonly pictures: PictureCheck;
  readonly probe: StreamProbe;
};

type Content = Omit<Asset, 'id'>;
type Looked =
  | { readonly kind: 'asset'; readonly content: Content }
  | { readonly kind: 'refused'; readonly code: UploadRefusalCode };

const refused = (code: UploadRefusalCode): Looked => ({ kind: 'refused', code });

/**
 * An asset under its hash where the bytes are what they claimed to be, else why not. Null: there are none. Fault
 * `unavailable`; it leaves the upload as it is.
 */
const lookAtUpload = async (deps: LookDeps, gate: Gate, offer: UploadOffer): Promise<Looked | null> => {
  const found = await deps.objects.head(offer.key);
  if (found === undefined) return null;
  try {
    return await lookAtBytes(deps, gate, offer, found.size);
  } catch (error) {
    if (isFault(error, 'not_found')) return null;
    if (isFault(error, 'too_large')) return refused('too_large');
    throw error;
  }
};

/** `size`: of what arrived. */
const lookAtBytes = async (deps: LookDeps, gate: Gate, offer: UploadOffer, size: number): Promise<Looked> => {
  const { category, sizeBytes, key } = offer;
  const { bytesMax } = uploadRules[category];
  if (size > bytesMax) return refused('too_large');
  if (sizeBytes !== null && size !== sizeBytes) return refused('size_differs');
  if (category === 'PHOTOS') return gate.run(async () => lookAtPicture(deps, offer, bytesMax));
  const bounds = { bytesMax, durationMaxMs: limits.uploadMediaMsMax };
  const use = async (file: ProbedFile) => lookAtMedia(deps, offer, file, bytesMax);
  const found = await deps.probe.probeStream(deps.objects.read(key), bounds, use);
  return 'why' in found ? refused(found.why) : found;
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
