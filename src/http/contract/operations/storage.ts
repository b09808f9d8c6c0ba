import { limits } from '../../../kernel/limits.ts';
import { object, optional, string } from '../../../kernel/shape.ts';
import { declare } from '../operation.ts';
import { pageQuery, url } from '../shapes/common.ts';
import { assetPage, assetType } from '../shapes/storage.ts';

export const listAssets = declare({
  operationId: 'listAssets',
  method: 'GET',
  path: '/api/v1/storage/assets',
  tag: 'storage',
  summary: 'The asset library of the workspace, grouped by type',
  description:
    'Pictures, films, music and speech that were made, the newest first, whether they were accepted or not. ' +
    'A page has its assets in their groups. Pages follow `nextCursor`; `type` asks for one group alone.',
  authority: 'Read',
  query: object({
    type: optional(assetType),
    ...pageQuery(limits.pageSizeMax),
  }),
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: assetPage },
  links: {
    200: {
      next: { operationId: 'listAssets', parameters: { cursor: '$response.body#/nextCursor' } },
    },
  },
  errors: [],
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
  idempotency: 'none',
  answers: { 200: string({ description: 'The picture' }) },
  bytesOf: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  errors: ['url_not_allowed', 'file_too_large', 'not_an_image', 'upstream_unavailable', 'content_lost'],
  entityTag: false,
});
