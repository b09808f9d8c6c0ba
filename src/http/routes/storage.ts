import { Readable } from 'node:stream';
import { createCompleteUpload, createOfferUpload } from '../../application/storage/uploads.ts';
import { createListAssets } from '../../application/storage/list-assets.ts';
import { createPreviewPicture } from '../../application/storage/preview-picture.ts';
import { limits } from '../../kernel/limits.ts';
import { JSON_TYPE } from '../answers/reply.ts';
import { declared } from '../contract/operations/registry.ts';
import { asRefusal, isRefusal } from '../errors/refusal.ts';
import { clientGone, GONE } from './client-gone.ts';
import { INERT } from './objects.ts';
import { pageOf } from './page.ts';
import { plain, reads, route, type Route } from './route.ts';

export const storageRoutes: readonly Route[] = [
  reads(declared.listAssets, createListAssets, async (list, { caller, query: { limit, cursor, ...filter }, fresh }) =>
    list(caller, filter, pageOf(limit, cursor), fresh),
  ),
  route(declared.previewPicture, createPreviewPicture, (preview) => async ({ caller, query }, context) => {
    const gone = clientGone(context);
    const found = await preview(caller, query.url, gone).catch((error: unknown) => {
      if (gone.aborted) return GONE;
      throw error;
    });
    if (isRefusal(found)) return found;
    if (found.kind === 'refused') return asRefusal(found);
    const { contentType, size, content } = found.value;
    const length = size === null ? {} : { 'Content-Length': String(size) };
    const isHead = context.method === 'HEAD';
    // Nothing reads the stream of an answer without a body.
    if (isHead) await content[Symbol.asyncIterator]().return?.();
    const body = isHead ? Readable.from([]) : Readable.from(content);
    // The same URL is refused to other tenants: a browser that two of them use keeps their answers apart.
    context.vary('Authorization, X-Workspace-Id');
    const headers = { ...INERT, 'Cache-Control': 'private, max-age=300', ...length };
    return { status: 200, body, contentType, headers };
  }),
  route(declared.offerUpload, createOfferUpload, (offer, { signPut }) => async ({ caller, body: asked }) => {
    const offered = await offer(caller, asked);
    if (offered.kind === 'refused') return asRefusal(offered);
    const { assetId, key, category, contentType, maxBytes, sizeBytes } = offered.value;
    const rules = { contentType, sizeMax: sizeBytes ?? maxBytes, anySize: sizeBytes === null };
    const { url: uploadUrl, expiresAt, headers } = signPut(key, rules, limits.uploadUrlTtlSeconds);
    const sent = { 'Content-Type': contentType, ...headers };
    const answer = {
      ok: true,
      uploadUrl,
      method: 'PUT',
      headers: sent,
      key,
      assetId,
      category,
      maxBytes,
      expiresAt,
    };
    const body = JSON.stringify(answer);
    return { status: 200, body, contentType: JSON_TYPE };
  }),
  plain(declared.completeUpload, createCompleteUpload, async (complete, { caller, parameters }) =>
    complete(caller, parameters.assetId),
  ),
];
