import { Readable } from 'node:stream';
import { createListAssets } from '../../application/storage/list-assets.ts';
import { createPreviewPicture } from '../../application/storage/preview-picture.ts';
import * as declared from '../contract/operations/storage.ts';
import { asRefusal } from '../errors/refusal.ts';
import { INERT } from './objects.ts';
import { pageOf } from './page.ts';
import { reads, route, type Route } from './route.ts';

export const storageRoutes: readonly Route[] = [
  reads(declared.listAssets, createListAssets, async (list, { caller, query: { limit, cursor, ...filter }, fresh }) =>
    list(caller, filter, pageOf(limit, cursor), fresh),
  ),
  route(
    declared.previewPicture,
    createPreviewPicture,
    (preview, { positionOf }) =>
      async ({ caller, query }, { method }) => {
        const found = await preview(caller, query.url);
        if (found.kind === 'refused') return asRefusal(found);
        const { contentType, size, content } = found.value;
        const length = size === null ? {} : { 'Content-Length': String(size) };
        // Nothing reads the stream of an answer without a body.
        if (method === 'HEAD') await content[Symbol.asyncIterator]().return?.();
        const body = method === 'HEAD' ? Readable.from([]) : Readable.from(content);
        const headers = { ...INERT, 'Cache-Control': 'private, max-age=300', ...length };
        return { status: 200, body, contentType, headers, position: positionOf(caller.workspaceId) };
      },
  ),
];
