/** The jobs of a workspace, of every kind in one order, newest first. */
import { jobProjection } from '../../../projections/job/definition.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { type Application, ok } from '../application.ts';
import { behind, listRead, positionFor } from './answers.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { jobItem } from './job-item.ts';
import { readPage } from './read-page.ts';
import type { ReadSide } from './read-side.ts';

const LIST = 'jobs';

type Filter = Parameters<Application['listJobs']>[1];

export const createListJobs =
  (side: ReadSide): Application['listJobs'] =>
  async (caller, filter, { limit, cursor }, fresh) => {
    const gate = filter.projectId === undefined ? ok(null) : await side.projects(caller, filter.projectId);
    if (gate.kind === 'refused') return gate;
    const decoded = decodeCursor(LIST, cursor);
    if ('code' in decoded) return decoded;
    const after = decoded.key;
    const page = await readPage(side, {
      projection: jobProjection,
      owner: caller.workspaceId,
      position: positionFor(side, caller, fresh),
      ...indexFor(filter),
      ...(after === null ? {} : { atMost: after }),
      descending: true,
      keyOf: ({ queuedPosition }) => queuedPosition,
      after,
      keep: (body) => isAsked(filter, body),
      limit,
    });
    if (page === undefined) return behind;
    const nextCursor = page.next === null ? null : encodeCursor(LIST, page.next);
    return listRead({ ok: true, jobs: page.documents.map(({ body }) => jobItem(body)), nextCursor }, page.position);
  };

const indexFor = ({ projectId, status }: Filter) => {
  if (projectId !== undefined) return { index: 'byProject', equals: [projectId] };
  return status === undefined ? { index: 'byQueued' } : { index: 'byStatus', equals: [status] };
};

/** What the index leaves open; what the log has beyond the read model comes without an index at all. */
const isAsked = ({ status, projectId, kind }: Filter, body: JobDocument): boolean =>
  (status === undefined || body.status === status) &&
  (projectId === undefined || body.projectId === projectId) &&
  (kind === undefined || body.kind === kind);
