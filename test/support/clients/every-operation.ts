/**
 * One call of each of the 34 operations by a generated client: the same table for every language. The story that the
 * clients tell before leaves a project; a job of each kind is made by the calls themselves.
 */
import type { Json } from './client-story.ts';

export type Call = {
  readonly operationId: string;
  /** Values of the path, the query and the headers, by name. */
  readonly with?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** The expected status. */
  readonly status: number;
  /** Kept for later calls: a name, and the place of its value in the answer. */
  readonly keep?: readonly [name: string, ...path: readonly string[]];
  /** Asked again until `job.status` is final. */
  readonly untilFinal?: true;
};

const film = { prompt: 'Ada reads a letter at the table.', title: 'The letter', scene_count: 1 };
const cart = { trigger: 'abandoned_cart', product: { title: 'A lantern' } };
const frames = [{ prompt: 'a quay' }];

/** `{name}` in a value is what an earlier call kept. */
export const calls: readonly Call[] = [
  { operationId: 'listWorkspaces', status: 200 },
  { operationId: 'createWorkspace', body: { name: 'Studio' }, status: 201, keep: ['studio', 'workspace', 'id'] },
  { operationId: 'deleteWorkspace', with: { id: '{studio}' }, status: 200 },
  { operationId: 'saveCreativeSettings', body: { bannedTopics: ['gambling'] }, status: 200 },
  { operationId: 'getCreativeSettings', status: 200 },
  { operationId: 'getCapabilities', status: 200 },
  { operationId: 'getCreditSummary', status: 200 },
  {
    operationId: 'createProject',
    body: { name: 'A quay', storyboard: { frames, continuityMode: 'independent' } },
    status: 200,
    keep: ['projectId', 'project', 'id'],
  },
  { operationId: 'listProjects', status: 200 },
  {
    operationId: 'planStoryboardImages',
    with: { projectId: '{projectId}' },
    status: 200,
    keep: ['manifest', 'executionManifestArtifact', 'artifactHash'],
  },
  { operationId: 'planStoryboardImages', with: { projectId: '{projectId}' }, status: 200, keep: ['planId', 'planId'] },
  {
    operationId: 'generateStoryboardImages',
    with: { projectId: '{projectId}' },
    body: { expectedExecutionManifestArtifactHash: '{manifest}' },
    status: 202,
    keep: ['frames', 'job', 'id'],
  },
  { operationId: 'pollJob', with: { projectId: '{projectId}', jobId: '{frames}' }, status: 200, untilFinal: true },
  { operationId: 'getPhotoSequence', with: { projectId: '{projectId}', planId: '{planId}' }, status: 200 },
  {
    operationId: 'reviewPhotoSequence',
    with: { projectId: '{projectId}', planId: '{planId}' },
    body: { decisions: [{ frameIndex: 0, decision: 'repair', note: 'too grim' }] },
    status: 201,
  },
  {
    operationId: 'repairPhotoSequence',
    with: { projectId: '{projectId}', planId: '{planId}' },
    body: {},
    status: 202,
    keep: ['frames', 'job', 'id'],
  },
  { operationId: 'getJob', with: { jobId: '{frames}' }, status: 200, untilFinal: true },
  { operationId: 'generateImage', body: { prompt: 'a quay' }, status: 200 },
  {
    operationId: 'generateStoryboardBatch',
    body: { projectId: '{projectId}', prompt: 'a quay', count: 1, continuityMode: 'independent' },
    status: 200,
  },
  { operationId: 'makeSpeech', body: { text: 'A letter.' }, status: 200 },
  { operationId: 'makeSpeechByLegacyPath', body: { text: 'A letter.' }, status: 200 },
  { operationId: 'makeMusic', body: { prompt: 'rain', duration: 5 }, status: 200 },
  { operationId: 'generateMusic', body: { prompt: 'rain', duration: 5 }, status: 202, keep: ['song', 'job', 'id'] },
  { operationId: 'getMusicStatus', with: { jobId: '{song}' }, status: 200, untilFinal: true },
  { operationId: 'createVideoJob', body: film, status: 202, keep: ['film', 'job', 'id'] },
  { operationId: 'createCommerceVideo', body: { ...cart, dryRun: true }, status: 200 },
  { operationId: 'getVideoStatus', with: { jobId: '{film}' }, status: 200, untilFinal: true },
  { operationId: 'checkVideoQuality', with: { jobId: '{film}' }, status: 200 },
  { operationId: 'download', with: { jobId: '{film}' }, status: 200 },
  // Late: they make films of their own, which no call waits for.
  { operationId: 'startVideo', body: film, status: 202 },
  { operationId: 'orchestrateVideo', body: film, status: 202 },
  {
    operationId: 'deliverVideo',
    body: {
      video: { url: 'https://files.example/film.mp4' },
      destinations: [{ type: 'email', to: 'ann@studio.example' }],
    },
    status: 200,
  },
  { operationId: 'offerUpload', body: { filename: 'ada.png', contentType: 'image/png' }, status: 200 },
  { operationId: 'listAssets', status: 200 },
  { operationId: 'previewPicture', with: { url: 'https://unknown.example/ada.png' }, status: 400 },
];
