/** Files of a workspace (spec, section 4). */
import { limits } from '../../../kernel/limits.ts';
import {
  array,
  integer,
  literal,
  named,
  namedObject,
  object,
  oneOf,
  optional,
  record,
  type Static,
  string,
} from '../../../kernel/shape.ts';
import { uploadCategories, uploadRules } from '../../../kernel/upload-categories.ts';
import { type BodyRule, declaring, linkTo, nextPage } from '../operation.ts';
import { idOf, jobId, nameOf, nextCursor, pageQuery, signedUrl, text, time, url, yes } from '../shapes/common.ts';
import { sizeBytes } from '../shapes/media.ts';

const declare = declaring('storage');

const assetType = named(
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

const assetPage = namedObject('AssetPage', {
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

const uploadRequest = namedObject('UploadUrlRequest', {
  filename: { ...nameOf(limits.uploadFilenameCharsMax), examples: ['quay.png'] },
  contentType: string({ minLength: 1, maxLength: 100, description: 'one of the category', examples: ['image/png'] }),
  category: optional(category),
  sizeBytes: optional(
    integer({ minimum: 1, description: 'then the upload has exactly so many bytes', examples: [48_213] }),
  ),
});

type UploadRequest = Static<typeof uploadRequest>;

const typeOfCategory: BodyRule<UploadRequest> = {
  of: ['category', 'contentType'],
  flaws: ({ category: asked = 'PHOTOS', contentType }) => {
    const { contentTypes } = uploadRules[asked];
    if (contentTypes.includes(contentType)) return [];
    return [{ pointer: '/contentType', message: `must be one of ${contentTypes.join(', ')} for ${asked}` }];
  },
};

const uploadAnswer = namedObject('UploadUrl', {
  ok: yes,
  uploadUrl: text('https://studio.example/api/v1/objects/…', 'Signed; takes one PUT without a token until expiresAt'),
  method: literal('PUT'),
  headers: record(string(), { description: 'of the PUT, as they are', examples: [{ 'Content-Type': 'image/png' }] }),
  key: text('ws_4e1xq0v6d8mz2r9t7b5c3n1hja/users/7k2…/ast_4e1xq0v6d8mz2r9t7b5c3n1hja.png'),
  assetId: idOf('ast'),
  category,
  maxBytes: sizeBytes,
  expiresAt: time,
});

const uploadedAnswer = namedObject('UploadedAsset', { ok: yes, asset: libraryAsset });

export const listAssets = declare({
  method: 'GET',
  path: '/api/v1/storage/assets',
  summary: 'The asset library of the workspace, grouped by type',
  description:
    'Pictures, films, music and speech that were made or uploaded, the newest first, accepted or not. ' +
    'A page has its assets in their groups. Pages follow `nextCursor`; `type` asks for one group alone.',
  authority: 'Read',
  query: object({
    type: optional(assetType),
    ...pageQuery(limits.pageSizeMax),
  }),
  answers: { 200: assetPage },
  links: { 200: { next: nextPage('listAssets') } },
});

export const previewPicture = declare({
  method: 'GET',
  path: '/api/v1/storage/preview',
  summary: 'The picture at a URL, for pages that may not ask its host',
  description:
    'A picture of the workspace by its own URL, signed or not, or one at an https URL of an approved host. It is of ' +
    'the type that its bytes have: PNG, JPEG, WebP or GIF. No redirect is followed.',
  authority: 'Read',
  query: object({ url: { ...url, description: 'of the picture' } }),
  schemaFailureStatus: 400,
  answers: { 200: string({ description: 'The picture' }) },
  bytesOf: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  errors: ['url_not_allowed', 'file_too_large', 'not_an_image', 'upstream_unavailable', 'content_lost'],
  entityTag: false,
});

export const offerUpload = declare({
  method: 'POST',
  path: '/api/v1/storage/upload-url',
  summary: 'A signed URL to upload a file to',
  description:
    'One PUT to `uploadUrl`, within 15 minutes, with all of `headers` and a `Content-Length`: that of ' +
    '`sizeBytes` where it was named, else at most `maxBytes`. A URL takes one upload. Bytes of another type or size ' +
    'than was named here are refused and removed. The others are the asset `assetId`, listed in the library. ' +
    'Its URL there, and `uploadUrl` too, is taken where the API takes pictures or sounds of the workspace. Where the ' +
    'URL is one of an object store of its own, the look comes with `completeUpload` or with the first use. So it ' +
    'does where the PUT was answered 503, or its answer was lost. ' +
    'Types: PNG, JPEG and WebP for PHOTOS; MP4, WebM and QuickTime for VIDEOS; WAV, MP3, MP4, AAC, FLAC, Ogg and ' +
    'WebM for the others.',
  authority: 'Mutate',
  body: uploadRequest,
  rules: [typeOfCategory],
  tooLarge: { sizeBytes: 'file_too_large' },
  schemaFailureStatus: 400,
  answers: { 200: uploadAnswer },
  links: { 200: { complete: linkTo('completeUpload', { assetId: '$response.body#/assetId' }) } },
  errors: ['file_too_large'],
});

export const completeUpload = declare({
  method: 'POST',
  path: '/api/v1/storage/uploads/{assetId}/complete',
  summary: 'The asset of an upload that has arrived',
  description:
    'Looks at the bytes that came to the upload URL, unless that was done before, and answers the asset that they ' +
    'are. May be repeated. `details.code` of `upload_refused` says why the bytes were removed. After 503 they are ' +
    'there: no look was done in time.',
  authority: 'Mutate',
  answers: { 200: uploadedAnswer },
  errors: ['upload_not_sent', 'upload_refused'],
  extension: true,
});
