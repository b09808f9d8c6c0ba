/** The content that a task asks an engine for, beside its seed. */
import type { PromptParts } from './compose-prompt.ts';

export type TaskContent = {
  readonly parts: PromptParts;
  readonly width: number;
  readonly height: number;
  /** Keys of the object store: pictures to stay close to, what the task continues first. */
  readonly referenceKeys: readonly string[];
};
