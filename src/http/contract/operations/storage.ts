import { limits } from '../../../kernel/limits.ts';
import { object, optional, string } from '../../../kernel/shape.ts';
import { declare, linkTo, nextPage } from '../operation.ts';
import { pageQuery, url } from '../shapes/common.ts';
import {
  assetPage,
  assetType,
  typeOfCategory,
  uploadAnswer,
  uploadedAnswer,
  uploadRequest,
} from '../shapes/storage.ts';

export const listAssets = declare({
  operationId: 'listAssets',
  method: 'GET',
  path: '/api/v1/storage/assets',
  tag: 'storage',
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
  operationId: 'previewPicture',
  method: 'GET',
  path: '/api/v1/storage/preview',
  tag: 'storage',
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
  operationId: 'offerUpload',
  method: 'POST',
  path: '/api/v1/storage/upload-url',
  tag: 'storage',
  summary: 'A signed URL to upload a file to',
  description:
    'One PUT to `uploadUrl`, within 15 minutes, with all of `headers` and a `Content-Length`: that of ' +
    '`sizeBytes` where it was named, else at most `maxBytes`. A URL takes one upload. Bytes of another type or size ' +
    'than was named here are refused and removed. The others are the asset `assetId`, listed in the library. ' +
    'Its URL there, and `uploadUrl` too, is taken where the API takes pictures or sounds of the workspace. Where the ' +
    'URL is one of an object store of its own, the look comes with `completeUpload` or with the first use. ' +
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
  operationId: 'completeUpload',
  method: 'POST',
  path: '/api/v1/storage/uploads/{assetId}/complete',
  tag: 'storage',
  summary: 'The asset of an upload that has arrived',
  description:
    'Looks at the bytes that came to the upload URL, unless that was done before, and answers the asset that they ' +
    'are. May be repeated. `details.code` of `upload_refused` says why the bytes were removed.',
  authority: 'Mutate',
  answers: { 200: uploadedAnswer },
  errors: ['upload_not_sent', 'upload_refused'],
  extension: true,
});
