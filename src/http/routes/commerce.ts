import { createCommerceVideo } from '../../application/work/commerce/commerce-video.ts';
import * as declared from '../contract/operations/commerce.ts';
import { type Route, stored } from './route.ts';

export const commerceRoutes: readonly Route[] = [
  stored(declared.createCommerceVideo, createCommerceVideo, async (create, { caller, body, idempotency }) =>
    create(caller, body, idempotency),
  ),
];
