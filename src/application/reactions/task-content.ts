/** The content of a task, by the kind of its job; the event that queued the job names it as an artifact. */
import type { JobDetails, TaskState } from '../../../commands/job/state.ts';
import type { JobKind } from '../../../events/job.ts';
import type { Artifacts } from '../services/artifacts.ts';
import type { TaskContent } from '../work/content.ts';
import { requestedContent } from '../work/requested-content.ts';
import { storyboardContent } from '../work/storyboard/content.ts';

type ContentOf = (artifacts: Artifacts, details: JobDetails, task: TaskState) => Promise<TaskContent>;

const byKind: Readonly<Record<JobKind, ContentOf>> = {
  storyboard: storyboardContent,
  image: requestedContent,
  batch: requestedContent,
};

/** Fault `lost`: the text of the plan, of a caller or of a person is gone. */
export const contentOf: ContentOf = async (artifacts, details, task) => byKind[details.kind](artifacts, details, task);
