import { declare, linkTo } from '../operation.ts';
import { jobStatusPath } from '../poll-path.ts';
import { acceptedJob, jobRead } from '../shapes/media.ts';
import { qualityReport, videoCreateRequest, videoStartRequest } from '../shapes/video.ts';

const refusals = [
  'topic_banned',
  'content_lost',
  'provider_not_configured',
  'provider_unavailable',
  'lip_sync_preflight_failed',
  'reference_unavailable',
] as const;

const start = {
  method: 'POST',
  tag: 'videos',
  authority: 'Spend',
  idempotency: 'optional',
  answers: { 202: acceptedJob },
  links: {
    202: {
      status: linkTo('getVideoStatus', { jobId: '$response.body#/job/id' }),
      report: linkTo('checkVideoQuality', { jobId: '$response.body#/job/id' }),
      cancel: linkTo('cancelJob', { jobId: '$response.body#/job/id' }),
    },
  },
  location: jobStatusPath('video/status'),
} as const;

const PRICE =
  'A film costs a price for each scene, for each minute of spoken words and for each half minute of music. ' +
  'All of it is held at the start, and debited when the film is there; a film that fails costs nothing. ';

const VOICE =
  'A voice-over is spoken in the language of its words, which their script and common words tell. Where no voice ' +
  'speaks it the film has captions alone, and `limitations` says so. ';

const OWN_KEYS = 'A key is one for its body: another body under the same key is another request.';

export const createVideoJob = declare({
  ...start,
  operationId: 'createVideoJob',
  path: '/api/v1/video/create-job',
  summary: 'Start the job of a film',
  description: `${PRICE}The job is in the log before the answer is given. ${VOICE}${OWN_KEYS}`,
  body: videoCreateRequest,
  aliasOf: 'createVideo',
  keyPerBody: true,
  errors: [
    ...refusals,
    'voice_unknown',
    'project_forbidden',
    'project_not_found',
    'storyboard_not_found',
    'frames_not_accepted',
  ],
});

export const createVideo = declare({
  ...createVideoJob,
  operationId: 'createVideo',
  path: '/api/v1/video/create',
  summary: 'The canonical path of video/create-job',
  description: `The same operation as \`video/create-job\`, also for an Idempotency-Key. ${OWN_KEYS}`,
  aliasOf: 'createVideo',
  extension: true,
});

export const startVideo = declare({
  ...start,
  operationId: 'startVideo',
  path: '/api/v1/video/start',
  summary: 'Start the job of a long film',
  description: `${PRICE}An hour is the longest. ${VOICE}`,
  body: videoStartRequest,
  errors: refusals,
});

export const orchestrateVideo = declare({
  ...start,
  operationId: 'orchestrateVideo',
  path: '/api/v1/video/orchestrate',
  summary: 'Start the job of a film of pictures, voice and music',
  description: `${PRICE}Scenes, voice and music are made at the same time where none waits for another. ${VOICE}`,
  body: videoStartRequest,
  errors: refusals,
});

export const getVideoStatus = declare({
  operationId: 'getVideoStatus',
  method: 'GET',
  path: '/api/v1/video/status/{jobId}',
  tag: 'videos',
  summary: 'State of the job of a film',
  description:
    'The job, and once it has ended its film and captions. Films of `commerce/videos` are found here, too; ' +
    'jobs of other kinds are not.',
  authority: 'Read',
  answers: { 200: jobRead },
  links: {
    200: {
      film: linkTo('download', { jobId: '$request.path.jobId' }),
      report: linkTo('checkVideoQuality', { jobId: '$request.path.jobId' }),
    },
  },
  longPoll: true,
});

export const checkVideoQuality = declare({
  operationId: 'checkVideoQuality',
  method: 'GET',
  path: '/api/v1/video/quality-check/{jobId}',
  tag: 'videos',
  summary: 'The report of an automated review of a film',
  description:
    'Measures the film against its plan: length, size, black and frozen pictures, silence, loudness, captions. ' +
    'The verdict is technical, and does not say whether the film shows its prompt.',
  authority: 'Read',
  answers: { 200: qualityReport },
  errors: ['asset_not_ready', 'asset_not_made', 'content_lost'],
});
