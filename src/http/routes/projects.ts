import { createCreateProject } from '../../application/projects/create-project.ts';
import {
  createListProjects,
  createReadProject,
  createReadScript,
  createReadStoryboard,
} from '../../application/projects/read-contents.ts';
import { createReviseScript, createReviseStoryboard } from '../../application/projects/revise.ts';
import { declared } from '../contract/operations/registry.ts';
import { pageOf } from './page.ts';
import { plain, reads, type Route, stored } from './route.ts';

export const projectRoutes: readonly Route[] = [
  reads(declared.listProjects, createListProjects, async (list, { caller, query, fresh }) =>
    list(caller, pageOf(query.limit, query.cursor), fresh),
  ),
  stored(declared.createProject, createCreateProject, async (create, { caller, body, idempotency }) =>
    create(caller, body, idempotency),
  ),
  reads(declared.getProject, createReadProject, async (read, { caller, parameters, fresh }) =>
    read(caller, parameters.projectId, fresh),
  ),
  reads(declared.getScript, createReadScript, async (read, { caller, parameters, fresh }) =>
    read(caller, parameters.projectId, fresh),
  ),
  reads(declared.getStoryboard, createReadStoryboard, async (read, { caller, parameters, fresh }) =>
    read(caller, parameters.projectId, fresh),
  ),
  plain(declared.reviseScript, createReviseScript, async (revise, { caller, parameters, body, ifMatch }) =>
    revise(caller, parameters.projectId, body.script, ifMatch),
  ),
  plain(declared.reviseStoryboard, createReviseStoryboard, async (revise, { caller, parameters, body, ifMatch }) =>
    revise(caller, parameters.projectId, body, ifMatch),
  ),
];
