import { type Application } from '../../application/application.ts';
import { refused } from '../../application/calls/result.ts';
import { pathIds } from '../contract/ids.ts';
import * as declared from '../contract/operations/images.ts';
import { confirmed } from './confirmed.ts';
import type { Route, RouteBuilders } from './route.ts';

export const imageRoutes = (application: Application, { stored }: RouteBuilders): readonly Route[] => [
  stored(declared.generateImage, async ({ caller, body, idempotency }) =>
    application.generateImage(caller, confirmed(body), idempotency),
  ),
  stored(declared.generateStoryboardBatch, async ({ caller, body, idempotency }) =>
    // The spec's pattern is wider than our ids; any other text is an unknown id, and unknown is 403 here.
    pathIds.projectId.pattern.test(body.projectId)
      ? application.storyboardBatch(caller, confirmed(body), idempotency)
      : refused('project_forbidden'),
  ),
];
