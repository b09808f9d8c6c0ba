/** Films (spec, VideoStartRequest), and the report on one. */
import { DEFAULT_VIDEO_MODEL } from '../../../application/work/video/route-provider.ts';
import { limits } from '../../../kernel/limits.ts';
import { array, boolean, integer, named, namedObject, number, oneOf, optional, string } from '../../../kernel/shape.ts';
import { declaring, linkTo } from '../operation.ts';
import { jobStatusPath } from '../poll-path.ts';
import { jobId, seedOf, spendBody, text, time, voiceIdBounds, yes } from '../shapes/common.ts';
import { acceptedJob, jobRead } from '../shapes/media.ts';
import { prompt } from '../shapes/storyboard.ts';

const declare = declaring('videos');

/** A member with a default has a name in the document. */
const flag = (name: string, byDefault: boolean, description: string) =>
  optional(named(name, boolean({ default: byDefault, description })));
const choice = <const V extends readonly string[]>(
  name: string,
  values: V,
  byDefault: V[number],
  description: string,
) => optional(named(name, oneOf(values, { default: byDefault, description })));

const members = {
  title: string({ minLength: 1, maxLength: limits.videoTitleCharsMax, examples: ['The letter'] }),
  prompt,
  duration: optional(
    named(
      'VideoDuration',
      number({
        minimum: limits.filmSecondsMin,
        maximum: limits.filmSecondsMax,
        default: 60,
        description: 'in seconds; a scene for each 5 of them, the last one trimmed',
        examples: [60],
      }),
    ),
  ),
  scene_count: optional(
    integer({
      minimum: 1,
      maximum: limits.sceneCountMax,
      description: 'takes the place of `duration`: scenes of 5 seconds each',
    }),
  ),
  include_captions: flag('IncludeCaptions', true, 'captions burnt in, and as a track of text'),
  referenceImageUrl: optional(
    string({
      format: 'uri',
      maxLength: limits.urlCharsMax,
      description: 'the picture that the first scene begins with',
    }),
  ),
  videoModel: optional(
    named(
      'VideoModel',
      string({
        minLength: 1,
        maxLength: limits.videoModelCharsMax,
        default: DEFAULT_VIDEO_MODEL,
        description: 'the default leaves the choice to the deployment; any other model must be configured',
        examples: [DEFAULT_VIDEO_MODEL],
      }),
    ),
  ),
  render_provider: choice('RenderProvider', ['provider_a', 'provider_b', 'auto'], 'auto', 'forces a provider'),
  execution_target: choice(
    'ExecutionTarget',
    ['provider_a', 'provider_b_render', 'auto'],
    'auto',
    'forces the renderer of a provider',
  ),
  workflow_template: optional(
    string({
      maxLength: limits.workflowTemplateCharsMax,
      description: 'free text; every scene is drawn with it as its style notes',
      examples: ['Ink and wash, crisp detail.'],
    }),
  ),
  operator_mode: choice(
    'OperatorMode',
    ['automatic', 'supervised'],
    'automatic',
    '`supervised`: a person decides between scenes whether the next one is made',
  ),
  input_modality: choice(
    'InputModality',
    ['image_to_video', 'audio_to_video'],
    'image_to_video',
    '`audio_to_video`: a film of the sound at `source_audio_url`, by provider_b and as long as the sound',
  ),
  source_audio_url: optional(
    string({
      format: 'uri',
      maxLength: limits.urlCharsMax,
      description: 'only for `audio_to_video`, which needs it: a sound of the workspace, or of a public host by https',
    }),
  ),
  negative_prompt: optional(
    string({ maxLength: limits.videoNegativePromptCharsMax, description: 'words that no scene may show' }),
  ),
  resolution: choice('VideoResolution', ['768P', '1080P'], '768P', 'lines of the shorter side'),
  aspect_ratio: choice('VideoAspectRatio', ['16:9', '9:16', '1:1'], '16:9', 'width to height'),
  orchestration_mode: choice(
    'OrchestrationMode',
    ['automatic', 'supervised'],
    'automatic',
    '`supervised`: a person decides once, before the first scene',
  ),
  include_music: flag('IncludeMusic', false, 'music under the film, made after its prompt'),
  include_voiceover: flag('IncludeVoiceover', false, 'a voice that speaks the lines of the scenes'),
  include_photos: flag('IncludePhotos', true, 'false: scenes show their words on a plain ground'),
} as const;

const videoStartRequest = named('VideoStartRequest', spendBody(members));

const idBounds = { minLength: limits.projectIdCharsMin, maxLength: limits.projectIdCharsMax };

const videoCreateRequest = named(
  'VideoCreateRequest',
  spendBody({
    ...members,
    projectId: optional(
      string({
        ...idBounds,
        description:
          'the accepted frames of its storyboard become the scenes, in their order; `referenceImageUrl` then has no ' +
          'use, and neither have `duration` and `scene_count` without a sound',
      }),
    ),
    seed: optional(seedOf('drawn at random unless stated, and told in the answer')),
    voice_id: optional(
      string({
        ...voiceIdBounds,
        description: 'the voice of `include_voiceover`; the language of the words chooses one unless stated',
        examples: ['es'],
      }),
    ),
  }),
);

const check = namedObject('QualityCheck', {
  name: text('duration'),
  value: number({ examples: [60] }),
  threshold: number({ examples: [60] }),
  passed: boolean({ examples: [true] }),
});

const qualityReport = namedObject('QualityReport', {
  ok: yes,
  jobId,
  verdict: named('QualityVerdict', oneOf(['pass', 'fail'])),
  score: number({ minimum: 0, description: 'checks that passed, of 100', examples: [100] }),
  checks: array(check),
  generatedAt: time,
});

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
  path: '/api/v1/video/create',
  summary: 'The canonical path of video/create-job',
  description: `The same operation as \`video/create-job\`, also for an Idempotency-Key. ${OWN_KEYS}`,
  aliasOf: 'createVideo',
  extension: true,
});

export const startVideo = declare({
  ...start,
  path: '/api/v1/video/start',
  summary: 'Start the job of a long film',
  description: `${PRICE}An hour is the longest. ${VOICE}`,
  body: videoStartRequest,
  errors: refusals,
});

export const orchestrateVideo = declare({
  ...start,
  path: '/api/v1/video/orchestrate',
  summary: 'Start the job of a film of pictures, voice and music',
  description: `${PRICE}Scenes, voice and music are made at the same time where none waits for another. ${VOICE}`,
  body: videoStartRequest,
  errors: refusals,
});

export const getVideoStatus = declare({
  method: 'GET',
  path: '/api/v1/video/status/{jobId}',
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
  method: 'GET',
  path: '/api/v1/video/quality-check/{jobId}',
  summary: 'The report of an automated review of a film',
  description:
    'Measures the film against its plan: length, size, black and frozen pictures, silence, loudness, captions. ' +
    'The verdict is technical, and does not say whether the film shows its prompt.',
  authority: 'Read',
  answers: { 200: qualityReport },
  errors: ['asset_not_ready', 'asset_not_made', 'content_lost'],
});
