/** Offers a place for one file of the caller. Its bytes are looked at when they have arrived. */
import { uploadDecider, uploadStream } from '../../../commands/upload.ts';
import { extensionOf } from '../../kernel/content-types.ts';
import { assert } from '../../kernel/faults.ts';
import { idFromBytes } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import { addMs } from '../../kernel/time.ts';
import { type UploadCategory, uploadRules } from '../../kernel/upload-categories.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import { uploadKey } from '../services/own-object.ts';
import { nowText, type Services } from '../services/services.ts';

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
    const assetId = idFromBytes('ast', ids.bytes(17));
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
