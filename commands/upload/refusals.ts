import type { Refusal } from '../../src/kernel/decider.ts';

export type UploadRefusal = Refusal<
  /** No place was offered for it. */
  | 'upload_not_offered'
  /** Its place is cleared: what may come later is nothing. */
  | 'upload_over'
>;
