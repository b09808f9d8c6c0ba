/** Read model `asset-library`: one document per asset that is media of its own, accepted or not, and per upload. */
import type { Asset } from '../events/common.ts';
import { extensionOf } from '../src/kernel/content-types.ts';
import { idOf, type RecordedEvent } from '../src/kernel/event.ts';
import type { UploadCategory } from '../src/kernel/upload-categories.ts';
import type { JobEvent, Makes } from '../events/job.ts';
import type { UploadEvent } from '../events/upload.ts';
import { defineProjection, NONE } from './common/define.ts';

export type AssetType = 'video' | 'photo' | 'music' | 'voice';

/** Something that was made in a workspace or uploaded to it, as the library lists it. */
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

type Rendered = Extract<JobEvent, { readonly type: 'TaskRendered' }>;

/** The type and the first word of the file name. Scenes are parts of their film, and reports are no media. */
const LISTED: Partial<Record<Makes, readonly [AssetType, string]>> = {
  image: ['photo', 'frame'],
  assembly: ['video', 'film'],
  music: ['music', 'music'],
  speech: ['voice', 'speech'],
};

export const uploadTypes: Readonly<Record<UploadCategory, AssetType>> = {
  PHOTOS: 'photo',
  VIDEOS: 'video',
  MUSIC: 'music',
  SFX: 'music',
  VOICES: 'voice',
};

type LibraryEvent = JobEvent | UploadEvent;

/**
 * The document of the asset that an event brings; undefined for one that is not listed. In canonical order: a store
 * that writes it in that order copies nothing.
 */
const broughtBy = (event: RecordedEvent<LibraryEvent>): AssetLibraryDocument | undefined => {
  if (event.type === 'UploadRegistered') {
    const { category, filename, asset, registeredAt } = event.data;
    return { asset, createdAt: registeredAt, filename, renderedPosition: event.position, type: uploadTypes[category] };
  }
  const listed = event.type === 'TaskRendered' ? LISTED[event.data.makes] : undefined;
  if (event.type !== 'TaskRendered' || listed === undefined) return undefined;
  const [type, word] = listed;
  return {
    asset: event.data.asset,
    createdAt: event.metadata.at,
    filename: filenameOf(word, event),
    jobId: idOf(event.stream),
    renderedPosition: event.position,
    type,
  };
};

export const assetLibraryProjection = defineProjection<AssetLibraryDocument, LibraryEvent>({
  name: 'asset-library',
  version: 4,
  indexes: { byType: ['type', 'renderedPosition'], byRendered: ['renderedPosition'] },
  categories: ['job', 'upload'],
  touches: (event) => {
    const brought = broughtBy(event);
    return brought === undefined ? NONE : [brought.asset.id];
  },
  // The same bytes made again are the same asset.
  evolve: (document, event) => document ?? broughtBy(event),
});

/** `frame-007-attempt-2.png`, `film-attempt-1.mp4`: numbers count from 1, as people do. */
const filenameOf = (word: string, { data: { makes, index, attempt, asset } }: RecordedEvent<Rendered>): string => {
  const name = makes === 'image' ? `${word}-${String(index + 1).padStart(3, '0')}` : word;
  return `${name}-attempt-${attempt}.${extensionOf(asset.contentType) ?? 'bin'}`;
};

/** As its callers see it; the sender signs `$asset`. */
export const assetItem = ({
  asset,
  type,
  filename,
  createdAt,
  jobId,
}: Omit<AssetLibraryDocument, 'renderedPosition'>) => ({
  id: asset.id,
  type,
  filename,
  $asset: asset.key,
  contentType: asset.contentType,
  sizeBytes: asset.sizeBytes,
  createdAt,
  ...(jobId !== undefined && { jobId }),
});

/** Each group has the order of the given documents. */
export const assetGroups = (documents: readonly AssetLibraryDocument[]) => {
  const items = documents.map(assetItem);
  const ofType = (asked: AssetType) => items.filter(({ type }) => type === asked);
  return { videos: ofType('video'), photos: ofType('photo'), music: ofType('music'), voices: ofType('voice') };
};
