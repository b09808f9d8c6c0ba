/** A job as a poll shows it: the hottest path of the service. */
import { isFinal } from '../../../commands/job/queries.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { jobPoll } from '../../../projections/job/view.ts';
import type { Caller } from '../calls/caller.ts';
import { refused, type Result } from '../calls/result.ts';
import type { ProjectGate } from '../projects/project-gate.ts';
import { documentRead, positionFor, type Freshness, type Read } from '../reading/answers.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { findJob, type JobView } from './read-any-job.ts';
import { isResumable } from './resumable.ts';

export const createReadJob = (side: ReadSide & { readonly projects: ProjectGate }) => {
  /** Polls of an unmoved job are given the same document, and here the same body. */
  const views = { resumable: new WeakMap<JobDocument, JobView>(), other: new WeakMap<JobDocument, JobView>() };

  const viewOf = (document: JobDocument, resumable: boolean): JobView => {
    const kept = resumable ? views.resumable : views.other;
    const before = kept.get(document);
    if (before !== undefined) return before;
    const view = { body: jobPoll(document, resumable), final: isFinal(document.status) };
    kept.set(document, view);
    return view;
  };

  return async (caller: Caller, projectId: string, jobId: string, fresh: Freshness): Promise<Result<Read<JobView>>> => {
    const gate = await side.projects(caller, projectId);
    if (gate.kind === 'refused') return gate;
    const job = await findJob(side, caller, jobId, undefined, fresh);
    if (job.kind === 'refused') return job;
    const found = job.value;
    const { body } = found.document;
    // A poll shows requirements, which only a storyboard has.
    if (body.projectId !== projectId || body.kind !== 'storyboard')
      return refused('job_not_found', `there is no job ${jobId} in this project`);
    if (!isFinal(body.status)) return documentRead(viewOf(body, false), found, fresh);
    const wanted = { owner: caller.workspaceId, position: positionFor(side, caller, fresh) };
    const resumable = await isResumable(side, body, wanted);
    // No part of the document: a copy that tells otherwise is another copy.
    const etag = `${found.etag}.${resumable ? 'more' : 'done'}`;
    return documentRead(viewOf(body, resumable), { ...found, etag }, fresh);
  };
};
