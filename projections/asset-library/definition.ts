/** Read model `asset-library`: one document per rendered asset, whether it was accepted or not. */
import { idOf } from '../../src/kernel/event.ts';
import type { RecordedEvent } from '../../src/kernel/event.ts';
import type { Asset } from '../../events/common.ts';
import type { JobEvent } from '../../events/job/index.ts';
import type { MediaEvent } from '../../events/media/index.ts';
import { defineProjection, NONE } from '../define.ts';
import type { AssetLibraryDocument } from './document.ts';

type Rendered = Extract<JobEvent | MediaEvent, { readonly type: 'TaskRendered' | 'MediaSceneRendered' }>;

const isRendered = (event: RecordedEvent<JobEvent | MediaEvent>): event is RecordedEvent<Rendered> =>
  event.type === 'TaskRendered' || event.type === 'MediaSceneRendered';

export const assetLibraryProjection = defineProjection<AssetLibraryDocument, JobEvent | MediaEvent>({
  name: 'asset-library',
  version: 1,
  indexes: { byType: ['type', 'renderedPosition'] },
  categories: ['job', 'media'],
  touches: (event) => (isRendered(event) ? [event.data.asset.id] : NONE),
  // The same bytes made again are the same asset.
  evolve: (document, event) => {
    if (document !== undefined || !isRendered(event)) return document;
    const { asset } = event.data;
    return {
      type: 'photo',
      filename: filenameOf(event, asset),
      asset,
      jobId: idOf(event.stream),
      createdAt: event.metadata.at,
      renderedPosition: event.position,
    };
  },
});

/** `frame-007-attempt-2.png`, `scene-001.png`: numbers count from 1, as people do. */
const filenameOf = (event: Rendered, { contentType }: Asset): string => {
  const name =
    event.type === 'TaskRendered'
      ? `frame-${padded(event.data.index)}-attempt-${event.data.attempt}`
      : `scene-${padded(event.data.index)}`;
  return `${name}.${EXTENSIONS[contentType] ?? 'bin'}`;
};

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

const padded = (index: number): string => String(index + 1).padStart(3, '0');
