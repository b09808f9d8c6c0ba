/** A project as it is listed. */
import type { StreamMark } from '../../src/kernel/projection.ts';

export type ProjectListDocument = {
  readonly projectId: string;
  readonly name: string;
  readonly scriptRevisionId: string | null;
  readonly storyboardRevisionId: string | null;
  readonly frameCount: number;
  /** Sorts projects by age. */
  readonly createdPosition: string;
  readonly createdAt: string;
  /** When its name, script or storyboard last moved. */
  readonly updatedAt: string;
  readonly mark: StreamMark;
};
