import { createCommerceVideo } from '../../application/work/commerce/commerce-video.ts';
import { declared } from '../contract/operations/registry.ts';
import { type Route, starts } from './route.ts';

export const commerceRoutes: readonly Route[] = [starts(declared.createCommerceVideo, createCommerceVideo)];
