import { createCommerceVideo } from '../../application/work/commerce/commerce-video.ts';
import * as declared from '../contract/operations/commerce.ts';
import { type Route, starts } from './route.ts';

export const commerceRoutes: readonly Route[] = [starts(declared.createCommerceVideo, createCommerceVideo)];
