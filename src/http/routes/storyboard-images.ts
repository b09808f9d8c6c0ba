import type { Application } from '../../application/application.ts';
import { assert } from '../../kernel/faults.ts';
import * as declared from '../contract/operations/storyboard-images.ts';
import { confirmed } from './confirmed.ts';
import type { Route, RouteBuilders } from './route.ts';

export const storyboardImageRoutes = (application: Application, { plain, stored }: RouteBuilders): readonly Route[] => [
  plain(declared.planStoryboardImages, async ({ caller, parameters }) =>
    application.planStoryboard(caller, parameters.projectId),
  ),
  stored(declared.generateStoryboardImages, async ({ caller, parameters, body, idempotency }) =>
    application.generate(caller, parameters.projectId, confirmed(body), idempotency),
  ),
  stored(declared.generatePlan, async ({ caller, parameters, body, idempotency }) => {
    assert(idempotency !== null, 'the body gate has asked for the key');
    return application.generatePlan(caller, parameters.planId, confirmed(body), idempotency);
  }),
];
