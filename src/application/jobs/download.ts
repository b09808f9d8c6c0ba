/** GET download/{id}: the one file of a job, or the newest film of a project. */
import { isFinal } from '../../../commands/job/queries.ts';
import type { Asset } from '../../../events/common.ts';
import { jobProjection } from '../../../projections/job/definition.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { isFault } from '../../kernel/faults.ts';
import type { Caller } from '../calls/caller.ts';
import { type Body, ok, refused, type Refused, type Result } from '../calls/result.ts';
import type { ProjectGate } from '../projects/project-gate.ts';
import { behind, documentRead, positionFor, shortHash, type Freshness, type Read } from '../reading/answers.ts';
import type { Found } from '../reading/read-document.ts';
import { readPage } from '../reading/read-page.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { createJobFile, type JobFileDeps } from './job-file.ts';
import { findJob } from './read-job.ts';

type Deps = ReadSide & JobFileDeps & { readonly projects: ProjectGate };

/** `id`: of a job, or of a project. */
export const createDownload = (deps: Deps) => {
  const jobFile = createJobFile(deps);

  const fileOf = async (caller: Caller, { document, etag }: Found<JobDocument>): Promise<Result<Asset>> => {
    const job = document.body;
    if (!isFinal(job.status)) return refused('asset_not_ready', `the job ${job.jobId} is at work: ask again`);
    try {
      const asset = await jobFile(caller.workspaceId, job, etag);
      return asset === undefined ? endedWithout(job) : ok(asset);
    } catch (error) {
      if (!isFault(error, 'not_found') && !isFault(error, 'corrupt')) throw error;
      return refused('content_lost', 'a picture of this job is lost or damaged');
    }
  };

  return async (caller: Caller, id: string, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const found = id.startsWith('prj_')
      ? await newestFilm(deps, caller, id, fresh)
      : await findJob(deps, caller, id, undefined, fresh);
    if (found.kind === 'refused') return found;
    const file = await fileOf(caller, found.value);
    if (file.kind === 'refused') return file;
    const { id: assetId, key, contentType, sizeBytes } = file.value;
    const asset = { id: assetId, $asset: key, contentType, sizeBytes };
    const { document, etag } = found.value;
    // A certificate changes the packets, and not the document.
    const tagged = { document, etag: shortHash(`${etag} ${key}`) };
    return documentRead({ ok: true, jobId: document.body.jobId, asset }, tagged, fresh);
  };
};

const endedWithout = ({ jobId, status }: JobDocument): Refused =>
  refused('asset_not_made', `the job ${jobId} has ended as ${status}, with nothing to download`);

const newestFilm = async (
  deps: Deps,
  caller: Caller,
  projectId: string,
  fresh: Freshness,
): Promise<Result<Found<JobDocument>>> => {
  const gate = await deps.projects(caller, projectId);
  if (gate.kind === 'refused') return gate;
  const page = await readPage(deps, {
    projection: jobProjection,
    owner: caller.workspaceId,
    position: positionFor(deps, caller, fresh),
    index: 'byProject',
    equals: [projectId],
    descending: true,
    keyOf: ({ queuedPosition }: JobDocument) => queuedPosition,
    keep: (job: JobDocument) => job.projectId === projectId && job.kind === 'video' && job.status === 'completed',
    after: null,
    limit: 1,
  });
  if (page === undefined) return behind;
  const [document] = page.documents;
  return document === undefined
    ? refused('asset_not_ready', `the project ${projectId} has no finished film yet`)
    : ok({ document, etag: document.position });
};
