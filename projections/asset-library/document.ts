/** Something that was made in a workspace or uploaded to it, as the library lists it. */
import type { Asset } from '../../events/common.ts';

export type AssetType = 'video' | 'photo' | 'music' | 'voice';

export type AssetLibraryDocument = {
  readonly type: AssetType;
  readonly filename: string;
  readonly asset: Asset;
  /** The job that made it first; undefined for an upload. */
  readonly jobId?: string;
  readonly createdAt: string;
  /** Sorts the library by age. */
  readonly renderedPosition: string;
};
