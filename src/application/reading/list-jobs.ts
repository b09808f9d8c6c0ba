/** The jobs of a workspace, supervised ones and media work in one order, newest first. */
import { jobProjection } from '../../../projections/job/definition.ts';
import { STORYBOARD } from '../../../projections/job/status-view.ts';
import { mediaJobProjection } from '../../../projections/media-job/definition.ts';
import type { Position } from '../../kernel/position.ts';
import type { Projection } from '../../kernel/projection.ts';
import { ok } from '../application.ts';
import type { Application, Body } from '../application.ts';
import { behind, listRead, positionFor } from './answers.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { jobItem, mediaItem } from './job-item.ts';
import { readPage } from './read-page.ts';
import type { ReadSide } from './read-side.ts';

const LIST = 'jobs';

type Filter = Parameters<Application['listJobs']>[1];

/** What both kinds of documents have in common. */
type Listed = {
  readonly queuedPosition: string;
  readonly status: string;
  readonly projectId: string | null;
  readonly kind?: string;
};

type Asked = {
  readonly owner: string;
  readonly position: Position;
  readonly filter: Filter;
  readonly after: string | null;
  readonly limit: number;
};

type Part = {
  readonly items: readonly { readonly key: string; readonly item: Body }[];
  readonly next: string | null;
  readonly position: Position;
};

export const createListJobs =
  (side: ReadSide): Application['listJobs'] =>
  async (caller, filter, { limit, cursor }, fresh) => {
    const gate = filter.projectId === undefined ? ok(null) : await side.projects(caller, filter.projectId);
    if (gate.kind === 'refused') return gate;
    const decoded = decodeCursor(LIST, cursor);
    if ('code' in decoded) return decoded;
    const position = positionFor(side, caller, fresh);
    const asked = { owner: caller.workspaceId, position, filter, after: decoded.key, limit };
    const parts = await Promise.all([
      ...(ofKind(filter, (kind) => kind === STORYBOARD) ? [readPart(side, jobProjection, asked, jobItem)] : []),
      ...(ofKind(filter, (kind) => kind !== STORYBOARD) ? [readPart(side, mediaJobProjection, asked, mediaItem)] : []),
    ]);
    if (!parts.every((part) => part !== undefined)) return behind;
    const { items, next } = merge(parts, limit);
    const nextCursor = next === null ? null : encodeCursor(LIST, next);
    const reflected = parts.map((part) => part.position).sort()[0] ?? position;
    return listRead({ ok: true, jobs: items.map(({ item }) => item), nextCursor }, reflected);
  };

const ofKind = ({ kind }: Filter, is: (kind: string) => boolean): boolean => kind === undefined || is(kind);

/** One kind's part of the page: as many as the whole page may take. */
const readPart = async <D extends Listed>(
  side: ReadSide,
  projection: Projection<D>,
  { owner, position, filter, after, limit }: Asked,
  itemOf: (document: D) => Body,
): Promise<Part | undefined> => {
  const page = await readPage(side, {
    projection,
    owner,
    position,
    ...indexFor(filter),
    ...(after === null ? {} : { atMost: after }),
    descending: true,
    keyOf: ({ queuedPosition }) => queuedPosition,
    after,
    keep: (body) => isAsked(filter, body),
    limit,
  });
  if (page === undefined) return undefined;
  const items = page.documents.map(({ body }) => ({ key: body.queuedPosition, item: itemOf(body) }));
  return { items, next: page.next, position: page.position };
};

const indexFor = ({ projectId, status }: Filter) => {
  if (projectId !== undefined) return { index: 'byProject', equals: [projectId] };
  return status === undefined ? { index: 'byQueued' } : { index: 'byStatus', equals: [status] };
};

/** What the index leaves open; what the log has beyond the read model comes without an index at all. */
const isAsked = ({ status, projectId, kind }: Filter, body: Listed): boolean =>
  (status === undefined || body.status === status) &&
  (projectId === undefined || body.projectId === projectId) &&
  (kind === undefined || (body.kind ?? STORYBOARD) === kind);

/** A part that has more to tell bounds the page: beyond its last key it may have something newer than the other. */
const merge = (parts: readonly Part[], limit: number): Pick<Part, 'items' | 'next'> => {
  const frontier =
    parts
      .flatMap(({ next }) => next ?? [])
      .sort()
      .at(-1) ?? null;
  const merged = parts
    .flatMap(({ items }) => items)
    .filter(({ key }) => frontier === null || key >= frontier)
    .sort((a, b) => (a.key < b.key ? 1 : -1));
  const items = merged.slice(0, limit);
  return { items, next: merged.length > limit ? (items.at(-1)?.key ?? null) : frontier };
};
