/**
 * The upload of one file: its place is offered, its bytes are taken, and its asset is registered. The bytes are
 * looked at when they have arrived.
 */
import { uploadDecider, type UploadOutcome, uploadStream } from '../../../commands/upload.ts';
import { extensionOf } from '../../kernel/content-types.ts';
import { assert } from '../../kernel/faults.ts';
import { newId } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import { addMs } from '../../kernel/time.ts';
import { type UploadCategory, uploadRules } from '../../kernel/upload-categories.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { type Body, foreign, ok, refused, type Result } from '../calls/result.ts';
import { uploadIn, uploadKey } from '../services/own-object.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { nowText, type Services } from '../services/services.ts';
import { assetItem, uploadTypes } from '../../../projections/asset-library.ts';

export type UploadRequest = {
  readonly filename: string;
  /** One that the category takes. */
  readonly contentType: string;
  /** PHOTOS unless stated. */
  readonly category?: UploadCategory;
  readonly sizeBytes?: number;
};

export type OfferedUpload = {
  readonly assetId: string;
  readonly key: string;
  readonly contentType: string;
  readonly category: UploadCategory;
  readonly maxBytes: number;
  /** The size that the client named. */
  readonly sizeBytes: number | null;
};

/** Refusals: file_too_large. */
export const createOfferUpload =
  ({ commands, clock, ids }: Pick<Services, 'commands' | 'clock' | 'ids'>) =>
  async (caller: Caller, request: UploadRequest): Promise<Result<OfferedUpload>> => {
    const { workspaceId, userKey } = caller;
    const { category = 'PHOTOS', contentType, sizeBytes = null } = request;
    const { bytesMax: maxBytes } = uploadRules[category];
    if (sizeBytes !== null && sizeBytes > maxBytes) {
      return refused('file_too_large', `a file of ${category} has at most ${maxBytes} bytes`, { maxBytes });
    }
    const extension = extensionOf(contentType);
    assert(extension !== undefined, 'a category takes types that objects have');
    const assetId = newId('ast', ids);
    const key = uploadKey(workspaceId, userKey, assetId, extension);
    const filename = nameOf(request.filename, extension);
    const expiresAt = addMs(nowText(clock), limits.uploadUrlTtlSeconds * 1_000);
    const offer = { workspaceId, category, contentType, filename, sizeBytes, key, expiresAt };
    const command = { type: 'OfferUpload', offer } as const;
    const outcome = await commands.handle(uploadDecider, uploadStream(assetId), command, contextOf(caller));
    assert(outcome.kind === 'accepted', 'a new upload takes its offer');
    return ok({ assetId, key, contentType, category, maxBytes, sizeBytes });
  };

/** The last part of a path, without leading dots: a client may save it under that name. */
const nameOf = (filename: string, extension: string): string => {
  const name = filename
    .replace(/^.*[/\\]/, '')
    .replace(/^[.\s]+/, '')
    .trim();
  return name === '' ? `upload.${extension}` : name;
};

/**
 * Registers an upload that has arrived, and answers its asset. Free of effect where that was done before. Refusals:
 * upload_not_found, project_forbidden, upload_not_sent, upload_refused.
 */
export const createCompleteUpload =
  ({ uploads, commands, written }: Pick<Services, 'uploads'> & Pick<ReadSide, 'commands' | 'written'>) =>
  async (caller: Pick<Caller, 'workspaceId' | 'userKey'>, uploadId: string): Promise<Result<Body>> => {
    const { workspaceId } = caller;
    const { offer, outcome: before, cleared } = await uploads.read(uploadId);
    if (offer === null || (cleared && before === null))
      return refused('upload_not_found', `there is no upload ${uploadId}`);
    if (offer.workspaceId !== workspaceId) return foreign('upload', uploadId);
    const outcome = await uploads.register(uploadId);
    if (outcome === null) return refused('upload_not_sent');
    if (outcome.kind === 'refused') return refused('upload_refused', undefined, { code: outcome.code });
    // Another process may have registered it: the library has it at once all the same.
    written.note(caller, (await commands.read(uploadDecider, uploadStream(uploadId))).position);
    const { asset, registeredAt: createdAt } = outcome;
    const { filename, category } = offer;
    return ok({ ok: true, asset: assetItem({ type: uploadTypes[category], filename, asset, createdAt }) });
  };

export type OpenUpload = {
  readonly uploadId: string;
  readonly workspaceId: string;
  readonly userKey: string;
  /** Exactly so many bytes; null where the client named no size. */
  readonly sizeBytes: number | null;
};

/** Questions of the embedded store's server about an upload, before and after its bytes. */
export const createTakeUpload = ({ uploads, clock }: Pick<Services, 'uploads' | 'clock'>) => ({
  /** Undefined: this key takes no bytes any more. */
  open: async (key: string): Promise<OpenUpload | undefined> => {
    const found = uploadIn(key);
    if (found === undefined) return undefined;
    const { uploadId, userKey } = found;
    const { offer, outcome, cleared } = await uploads.read(uploadId);
    if (offer?.key !== key || outcome !== null || cleared) return undefined;
    return { uploadId, userKey, workspaceId: offer.workspaceId, sizeBytes: offer.sizeBytes };
  },
  /** Null: its place was emptied for good while its bytes came, and is emptied again. */
  register: async (uploadId: string): Promise<UploadOutcome | null> => {
    const outcome = await uploads.register(uploadId);
    if (outcome === null) await uploads.clear(uploadId, nowText(clock));
    return outcome;
  },
});
