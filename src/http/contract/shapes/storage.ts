/** Files of a workspace (spec, section 4). */
import { limits } from '../../../kernel/limits.ts';
import {
  array,
  integer,
  literal,
  named,
  namedObject,
  oneOf,
  optional,
  record,
  type Static,
  string,
} from '../../../kernel/shape.ts';
import { uploadCategories, uploadRules } from '../../../kernel/upload-categories.ts';
import type { BodyRule } from '../operation.ts';
import { idOf, jobId, nameOf, nextCursor, signedUrl, text, time, yes } from './common.ts';
import { sizeBytes } from './media.ts';

export const assetType = named(
  'AssetType',
  oneOf(['video', 'photo', 'music', 'voice'], { description: 'the group of an asset', examples: ['photo'] }),
);

const libraryAsset = namedObject('LibraryAsset', {
  id: idOf('ast'),
  type: assetType,
  filename: text('frame-001-attempt-1.png', 'a name to save it under'),
  url: signedUrl,
  expiresAt: time,
  contentType: text('image/png'),
  sizeBytes,
  createdAt: time,
  jobId: optional(jobId),
});

export const assetPage = namedObject('AssetPage', {
  ok: yes,
  videos: array(libraryAsset),
  photos: array(libraryAsset),
  music: array(libraryAsset, { description: 'sound effects too' }),
  voices: array(libraryAsset),
  nextCursor,
});

const category = named(
  'UploadCategory',
  oneOf(uploadCategories, { description: 'Decides the types and the size that are taken', default: 'PHOTOS' }),
);

export const uploadRequest = namedObject('UploadUrlRequest', {
  filename: { ...nameOf(limits.uploadFilenameCharsMax), examples: ['quay.png'] },
  contentType: string({ minLength: 1, maxLength: 100, description: 'one of the category', examples: ['image/png'] }),
  category: optional(category),
  sizeBytes: optional(
    integer({ minimum: 1, description: 'then the upload has exactly so many bytes', examples: [48_213] }),
  ),
});

type UploadRequest = Static<typeof uploadRequest>;

export const typeOfCategory: BodyRule<UploadRequest> = {
  of: ['category', 'contentType'],
  flaws: ({ category: asked = 'PHOTOS', contentType }) => {
    const { contentTypes } = uploadRules[asked];
    if (contentTypes.includes(contentType)) return [];
    return [{ pointer: '/contentType', message: `must be one of ${contentTypes.join(', ')} for ${asked}` }];
  },
};

export const uploadAnswer = namedObject('UploadUrl', {
  ok: yes,
  uploadUrl: text('/api/v1/objects/…', 'Signed; takes one PUT without a token until expiresAt'),
  method: literal('PUT'),
  headers: record(string(), { description: 'of the PUT, as they are', examples: [{ 'Content-Type': 'image/png' }] }),
  key: text('ws_4e1xq0v6d8mz2r9t7b5c3n1hja/users/7k2…/ast_4e1xq0v6d8mz2r9t7b5c3n1hja.png'),
  assetId: idOf('ast'),
  category,
  maxBytes: sizeBytes,
  expiresAt: time,
});

export const uploadedAnswer = namedObject('UploadedAsset', { ok: yes, asset: libraryAsset });
