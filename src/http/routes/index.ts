/** The routes of all operations; `mount.ts` refuses to start while the two lists differ. */
import { createLivePlaces } from '../answers/live-places.ts';
import { createPresenter } from '../answers/present.ts';
import { createReadPresenter } from '../answers/present-read.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { creditRoutes } from './credits.ts';
import { imageRoutes } from './images.ts';
import { jobRoutes } from './jobs.ts';
import { photoSequenceRoutes } from './photo-sequences.ts';
import { productionRoutes } from './production.ts';
import { projectRoutes } from './projects.ts';
import { createRouteBuilders, type Route } from './route.ts';
import { storyboardImageRoutes } from './storyboard-images.ts';
import { workspaceRoutes } from './workspaces.ts';

export const createRoutes = (deps: HttpDependencies, stopping: AbortSignal): readonly Route[] => {
  const { application, objectStore, clock, metrics } = deps;
  const presenter = createPresenter(objectStore);
  const presentRead = createReadPresenter(presenter, clock);
  const builders = createRouteBuilders({ application, presenter, presentRead });
  const livePlaces = createLivePlaces((taken) => metrics.gauge('pi_sse_connections', taken));
  return [
    ...projectRoutes(application, builders),
    ...storyboardImageRoutes(application, builders),
    ...jobRoutes({ ...deps, presentRead, livePlaces, stopping }, builders),
    ...photoSequenceRoutes(application, builders),
    ...imageRoutes(application, builders),
    ...productionRoutes(application, builders),
    ...workspaceRoutes(application, builders),
    ...creditRoutes(application, builders),
  ];
};
