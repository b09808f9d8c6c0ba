/** The categories of uploads, with the types that each takes (spec, UploadUrlRequest; spec, section 8). */
import { MiB } from './limits/units.ts';
import { mediaTypes } from './media-types.ts';

export const uploadCategories = ['MUSIC', 'VIDEOS', 'PHOTOS', 'SFX', 'VOICES'] as const;
export type UploadCategory = (typeof uploadCategories)[number];

export type UploadRules = {
  readonly bytesMax: number;
  /** None of them can carry script: HTML and SVG are missing on purpose. */
  readonly contentTypes: readonly string[];
};

const SOUNDS: UploadRules = { bytesMax: 100 * MiB, contentTypes: Object.values(mediaTypes.audio) };

export const uploadRules: Readonly<Record<UploadCategory, UploadRules>> = {
  PHOTOS: { bytesMax: 20 * MiB, contentTypes: ['image/png', 'image/jpeg', 'image/webp'] },
  VIDEOS: { bytesMax: 500 * MiB, contentTypes: Object.values(mediaTypes.video) },
  MUSIC: SOUNDS,
  SFX: SOUNDS,
  VOICES: SOUNDS,
};
