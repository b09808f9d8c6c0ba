/** Uploads among the assets of the library. */
import type { UploadCategory } from '../../src/kernel/upload-categories.ts';
import type { AssetType } from './document.ts';

const TYPES: Readonly<Record<UploadCategory, AssetType>> = {
  PHOTOS: 'photo',
  VIDEOS: 'video',
  MUSIC: 'music',
  SFX: 'music',
  VOICES: 'voice',
};

export const typeOfUpload = (category: UploadCategory): AssetType => TYPES[category];
