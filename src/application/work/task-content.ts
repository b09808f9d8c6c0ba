/** What a task asks an engine for, by the kind of its job; the event that queued the job names it as an artifact. */
import type { JobDetails, TaskState } from '../../../commands/job/state.ts';
import type { Artifacts } from '../artifacts.ts';
import type { PromptParts } from './compose-prompt.ts';
import { storyboardContent } from './storyboard/content.ts';

export type TaskContent = {
  readonly parts: PromptParts;
  readonly width: number;
  readonly height: number;
  /** Keys of the object store: pictures to stay close to, most important first. */
  readonly referenceKeys: readonly string[];
};

/** Fault `lost`: what the plan, a caller or a person wrote is gone. */
export const contentOf = async (artifacts: Artifacts, details: JobDetails, task: TaskState): Promise<TaskContent> =>
  storyboardContent(artifacts, details, task);
