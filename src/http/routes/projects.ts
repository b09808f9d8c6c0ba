import type { Application } from '../../application/application.ts';
import * as declared from '../contract/operations/projects.ts';
import { pageOf } from './page.ts';
import type { Route, RouteBuilders } from './route.ts';

export const projectRoutes = (application: Application, { reads, plain, stored }: RouteBuilders): readonly Route[] => [
  reads(declared.listProjects, async ({ caller, query, fresh }) =>
    application.listProjects(caller, pageOf(query.limit, query.cursor), fresh),
  ),
  stored(declared.createProject, async ({ caller, body, idempotency }) =>
    application.createProject(caller, body, idempotency),
  ),
  reads(declared.getProject, async ({ caller, parameters, fresh }) =>
    application.project(caller, parameters.projectId, fresh),
  ),
  reads(declared.getScript, async ({ caller, parameters, fresh }) =>
    application.script(caller, parameters.projectId, fresh),
  ),
  reads(declared.getStoryboard, async ({ caller, parameters, fresh }) =>
    application.storyboard(caller, parameters.projectId, fresh),
  ),
  plain(declared.reviseScript, async ({ caller, parameters, body, ifMatch }) =>
    application.reviseScript(caller, parameters.projectId, body.script, ifMatch),
  ),
  plain(declared.reviseStoryboard, async ({ caller, parameters, body, ifMatch }) =>
    application.reviseStoryboard(caller, parameters.projectId, body, ifMatch),
  ),
];
