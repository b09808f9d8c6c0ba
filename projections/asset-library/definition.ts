/** Read model `asset-library`: one document per rendered asset, whether it was accepted or not. */
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import type { Asset } from '../../events/common.ts';
import type { JobEvent } from '../../events/job.ts';
import { defineProjection, NONE } from '../common/define.ts';
import type { AssetLibraryDocument } from './document.ts';

type Rendered = Extract<JobEvent, { readonly type: 'TaskRendered' }>;

const isRendered = (event: RecordedEvent<JobEvent>): event is RecordedEvent<Rendered> => event.type === 'TaskRendered';

export const assetLibraryProjection = defineProjection<AssetLibraryDocument, JobEvent>({
  name: 'asset-library',
  version: 2,
  indexes: { byType: ['type', 'renderedPosition'] },
  categories: ['job'],
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

/** `frame-007-attempt-2.png`: numbers count from 1, as people do. */
const filenameOf = ({ data: { index, attempt } }: Rendered, { contentType }: Asset): string =>
  `frame-${padded(index)}-attempt-${attempt}.${EXTENSIONS[contentType] ?? 'bin'}`;

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

const padded = (index: number): string => String(index + 1).padStart(3, '0');
