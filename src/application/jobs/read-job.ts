/** A job as a poll shows it: the hottest path of the service. */
import { isFinal } from '../../../commands/job/queries.ts';
import { jobProjection } from '../../../projections/job/definition.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { jobPoll } from '../../../projections/job/view.ts';
import type { Caller } from '../calls/caller.ts';
import { refused, type Result } from '../calls/result.ts';
import type { ProjectGate } from '../projects/project-gate.ts';
import { behind, documentRead, positionFor, type Freshness, type Read } from '../reading/answers.ts';
import { readDocument } from '../reading/read-document.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { jobFromStreams } from './job-from-streams.ts';
import type { JobView } from './job-view.ts';

export const createReadJob = (side: ReadSide & { readonly projects: ProjectGate }) => {
  /** Polls of an unmoved job are given the same document, and here the same body. */
  const views = new WeakMap<JobDocument, JobView>();

  const viewOf = (document: JobDocument): JobView => {
    const before = views.get(document);
    if (before !== undefined) return before;
    const view = { body: jobPoll(document), final: isFinal(document.status) };
    views.set(document, view);
    return view;
  };

  return async (caller: Caller, projectId: string, jobId: string, fresh: Freshness): Promise<Result<Read<JobView>>> => {
    const gate = await side.projects(caller, projectId);
    if (gate.kind === 'refused') return gate;
    const wanted = { owner: caller.workspaceId, position: positionFor(side, caller, fresh), id: jobId };
    const found = await readDocument(side, jobProjection, wanted, async () => jobFromStreams(side, jobId));
    if (found === 'behind') return behind;
    if (found === undefined) return refused('job_not_found', `there is no job ${jobId}`);
    const { owner, body } = found.document;
    if (owner !== caller.workspaceId) {
      return refused('project_forbidden', `the job ${jobId} is not in the current workspace`);
    }
    // A poll shows requirements, which only a storyboard has.
    if (body.projectId !== projectId || body.kind !== 'storyboard')
      return refused('job_not_found', `there is no job ${jobId} in this project`);
    return documentRead(viewOf(body), found, fresh);
  };
};
