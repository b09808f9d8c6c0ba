import { createListAssets } from '../../application/storage/list-assets.ts';
import * as declared from '../contract/operations/storage.ts';
import { pageOf } from './page.ts';
import { reads, type Route } from './route.ts';

export const storageRoutes: readonly Route[] = [
  reads(declared.listAssets, createListAssets, async (list, { caller, query: { limit, cursor, ...filter }, fresh }) =>
    list(caller, filter, pageOf(limit, cursor), fresh),
  ),
];
