/** The content of a task, by the kind of its job; the event that queued the job names it as an artifact. */
import type { JobDetails, TaskState } from '../../../commands/job/state.ts';
import type { Artifacts } from '../artifacts.ts';
import type { TaskContent } from './content.ts';
import { storyboardContent } from './storyboard/content.ts';

/** Fault `lost`: what the plan, a caller or a person wrote is gone. */
export const contentOf = async (artifacts: Artifacts, details: JobDetails, task: TaskState): Promise<TaskContent> =>
  storyboardContent(artifacts, details, task);
