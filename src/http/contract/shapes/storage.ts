/** Files of a workspace (spec, section 4). */
import { array, named, object, oneOf, optional } from '../../../kernel/shape.ts';
import { idOf, jobId, nextCursor, signedUrl, text, time, yes } from './common.ts';
import { sizeBytes } from './media.ts';

export const assetType = named('AssetType', oneOf(['video', 'photo', 'music', 'voice'], { examples: ['photo'] }));

const libraryAsset = named(
  'LibraryAsset',
  object({
    id: idOf('ast'),
    type: assetType,
    filename: text('frame-001-attempt-1.png', 'a name to save it under'),
    url: signedUrl,
    expiresAt: time,
    contentType: text('image/png'),
    sizeBytes,
    createdAt: time,
    jobId: optional(jobId),
  }),
);

export const assetPage = named(
  'AssetPage',
  object({
    ok: yes,
    videos: array(libraryAsset),
    photos: array(libraryAsset),
    music: array(libraryAsset, { description: 'sound effects too' }),
    voices: array(libraryAsset),
    nextCursor,
  }),
);
