import { limits } from '../../../kernel/limits.ts';
import { object, optional } from '../../../kernel/shape.ts';
import { declare } from '../operation.ts';
import { pageQuery } from '../shapes/common.ts';
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
