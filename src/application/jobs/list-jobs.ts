/** The jobs of a workspace, of every kind in one order, newest first. */
import { jobProjection } from '../../../projections/job/definition.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import type { Caller } from '../calls/caller.ts';
import { type Body, ok, type Result } from '../calls/result.ts';
import type { ProjectGate } from '../projects/project-gate.ts';
import { positionFor, type Freshness, type Read } from '../reading/answers.ts';
import { type PageInput, readList } from '../reading/read-list.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { jobItem } from '../../../projections/job/view.ts';

type Filter = { readonly status?: string; readonly kind?: string; readonly projectId?: string };

export const createListJobs =
  (side: ReadSide & { readonly projects: ProjectGate }) =>
  async (caller: Caller, filter: Filter, page: PageInput, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const gate = filter.projectId === undefined ? ok(null) : await side.projects(caller, filter.projectId);
    if (gate.kind === 'refused') return gate;
    const list = {
      name: 'jobs',
      projection: jobProjection,
      owner: caller.workspaceId,
      position: positionFor(side, caller, fresh),
      ...indexFor(filter),
      descending: true,
      keyOf: ({ queuedPosition }: JobDocument) => queuedPosition,
      keep: (body: JobDocument) => isAsked(filter, body),
    };
    return readList(side, list, page, (jobs) => ({ ok: true, jobs: jobs.map(({ body }) => jobItem(body)) }));
  };

const indexFor = ({ projectId, status, kind }: Filter) => {
  if (projectId !== undefined) return { index: 'byProject', equals: [projectId] };
  if (status !== undefined) return { index: 'byStatus', equals: [status] };
  return kind === undefined ? { index: 'byQueued' } : { index: 'byKind', equals: [kind] };
};

/** The conditions that the index leaves open; events beyond the read model have no index at all. */
const isAsked = ({ status, projectId, kind }: Filter, body: JobDocument): boolean =>
  (status === undefined || body.status === status) &&
  (projectId === undefined || body.projectId === projectId) &&
  (kind === undefined || body.kind === kind);
