/** Whether a further generate or repair could make progress after a job, beyond the facts that its document has. */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { isFinal } from '../../../commands/job/queries.ts';
import { planStream } from '../../../commands/plan/decider.ts';
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import { isStale, lastJobBeside } from '../../../commands/project/state.ts';
import { jobProjection } from '../../../projections/job/definition.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { isRepairable } from '../../../projections/job/repairable.ts';
import { planProjection } from '../../../projections/plan/definition.ts';
import type { PlanDocument } from '../../../projections/plan/document.ts';
import { recalling } from '../log/recalling.ts';
import type { Wanted } from '../reading/changes.ts';
import { readDocument } from '../reading/read-document.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { jobFromStreams } from './job-from-streams.ts';

export const isResumable = async (side: ReadSide, job: JobDocument, wanted: Wanted): Promise<boolean> => {
  const { resume, status, planId } = job;
  if (!isFinal(status) || planId === null) return false;
  if (resume && (await isMoreLeft(side, job, planId))) return true;
  const fromStreams = async () => side.streams.get(planProjection, planStream(planId), planId);
  const found = await readDocument(side, planProjection, { ...wanted, id: planId }, fromStreams);
  if (found === undefined || found === 'behind') return false;
  const plan = found.document.body;
  return isRepairable(job, plan) || (await isLeftByRepair(side, job, plan, wanted));
};

/** A later repair took frames of the job, and has left one of them. While it runs it has them. */
const isLeftByRepair = async (
  side: ReadSide,
  job: JobDocument,
  plan: PlanDocument,
  wanted: Wanted,
): Promise<boolean> => {
  const own = new Set(job.tasks.map(({ taskId }) => taskId));
  const frames = plan.frames.filter(({ requirementId }) => own.has(requirementId));
  const repairs = new Set(frames.flatMap(({ repair }) => repair?.jobId ?? []));
  for (const id of repairs) {
    const found = await readDocument(side, jobProjection, { ...wanted, id }, async () => jobFromStreams(side, id));
    if (found === undefined || found === 'behind') continue;
    const { body: repair } = found.document;
    if (isFinal(repair.status) && isRepairable(repair, { ...plan, frames })) return true;
  }
  return false;
};

/**
 * A generate would dispatch more of the manifest: its last job left something, and the storyboard has not moved. The
 * details of a queued job never change, so memory tells them.
 */
const isMoreLeft = async ({ commands }: ReadSide, { projectId }: JobDocument, planId: string): Promise<boolean> => {
  if (projectId === null) return false;
  const { state: project } = await commands.readRecent(projectDecider, projectStream(projectId), 0);
  const last = lastJobBeside(project, planId);
  if (last === undefined || isStale(project)) return false;
  const { storyboard } = (await recalling(commands).read(jobDecider, jobStream(last))).state.details ?? {};
  // Without it the claim of the job is not decided yet.
  if (storyboard === undefined || storyboard === null) return true;
  return storyboard.resume && storyboard.storyboardRevisionId === project.storyboard?.revisionId;
};
