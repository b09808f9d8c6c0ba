/** Read model `asset-library`: one document per asset that is media of its own, whether it was accepted or not. */
import { extensionOf } from '../../src/kernel/content-types.ts';
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import type { JobEvent, Makes } from '../../events/job.ts';
import { defineProjection, NONE } from '../common/define.ts';
import type { AssetLibraryDocument, AssetType } from './document.ts';

type Rendered = Extract<JobEvent, { readonly type: 'TaskRendered' }>;

/** The type and the first word of the file name. Scenes are parts of their film, and reports are no media. */
const LISTED: Partial<Record<Makes, readonly [AssetType, string]>> = {
  image: ['photo', 'frame'],
  assembly: ['video', 'film'],
  music: ['music', 'music'],
  speech: ['voice', 'speech'],
};

const listedOf = (event: RecordedEvent<JobEvent>) =>
  event.type === 'TaskRendered' ? LISTED[event.data.makes] : undefined;

export const assetLibraryProjection = defineProjection<AssetLibraryDocument, JobEvent>({
  name: 'asset-library',
  version: 3,
  indexes: { byType: ['type', 'renderedPosition'], byRendered: ['renderedPosition'] },
  categories: ['job'],
  touches: (event) => (event.type === 'TaskRendered' && listedOf(event) !== undefined ? [event.data.asset.id] : NONE),
  // The same bytes made again are the same asset.
  evolve: (document, event) => {
    const listed = listedOf(event);
    if (document !== undefined || event.type !== 'TaskRendered' || listed === undefined) return document;
    const [type, word] = listed;
    return {
      type,
      filename: filenameOf(word, event),
      asset: event.data.asset,
      jobId: idOf(event.stream),
      createdAt: event.metadata.at,
      renderedPosition: event.position,
    };
  },
});

/** `frame-007-attempt-2.png`, `film-attempt-1.mp4`: numbers count from 1, as people do. */
const filenameOf = (word: string, { data: { makes, index, attempt, asset } }: RecordedEvent<Rendered>): string => {
  const name = makes === 'image' ? `${word}-${String(index + 1).padStart(3, '0')}` : word;
  return `${name}-attempt-${attempt}.${extensionOf(asset.contentType) ?? 'bin'}`;
};
