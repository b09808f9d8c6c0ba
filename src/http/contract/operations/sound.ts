import { declare, linkTo } from '../operation.ts';
import { jobStatusPath } from '../poll-path.ts';
import { acceptedJob, jobRead, soundAnswer } from '../shapes/media.ts';
import { hasWords, musicRequest, ttsRequest } from '../shapes/sound.ts';

const engines = ['topic_banned', 'content_lost', 'provider_not_configured', 'provider_unavailable'] as const;

export const makeMusic = declare({
  operationId: 'makeMusic',
  method: 'POST',
  path: '/api/v1/music',
  tag: 'sound',
  summary: 'Music, within the request',
  description:
    'Makes music after a prompt and answers with it. It costs a price for each half minute begun, which is ' +
    'debited when the music is stored. `music/generate` does the same without waiting. ' +
    'A 502 is the answer of its Idempotency-Key, too: a new key tries again.',
  authority: 'Spend',
  body: musicRequest,
  idempotency: 'optional',
  answers: { 200: soundAnswer },
  errors: [...engines, 'render_failed'],
});

export const generateMusic = declare({
  operationId: 'generateMusic',
  method: 'POST',
  path: '/api/v1/music/generate',
  tag: 'sound',
  summary: 'Start a job that makes music',
  description: 'The job is in the log before the answer is given. Poll `music/status` for its end.',
  authority: 'Spend',
  body: musicRequest,
  idempotency: 'optional',
  answers: { 202: acceptedJob },
  links: {
    202: {
      status: linkTo('getMusicStatus', { jobId: '$response.body#/job/id' }),
      cancel: linkTo('cancelJob', { jobId: '$response.body#/job/id' }),
    },
  },
  errors: engines,
  location: jobStatusPath('music/status'),
});

export const getMusicStatus = declare({
  operationId: 'getMusicStatus',
  method: 'GET',
  path: '/api/v1/music/status/{jobId}',
  tag: 'sound',
  summary: 'State of a job that makes music',
  description: 'The job, and once it has ended its music. Jobs of other kinds are not found here.',
  authority: 'Read',
  answers: { 200: jobRead },
  links: { 200: { file: linkTo('download', { jobId: '$request.path.jobId' }) } },
  longPoll: true,
});

const speech = {
  method: 'POST',
  tag: 'sound',
  authority: 'Spend',
  body: ttsRequest,
  rules: [hasWords],
  idempotency: 'optional',
  answers: { 200: soundAnswer },
  errors: [...engines, 'voice_unknown', 'render_failed'],
} as const;

export const makeSpeech = declare({
  ...speech,
  operationId: 'makeSpeech',
  path: '/api/v1/audio/tts',
  summary: 'Spoken text, within the request',
  description:
    'Speaks a text and answers with the sound. It costs a price for each minute of words begun, which is ' +
    'debited when the sound is stored.',
});

export const makeSpeechByLegacyPath = declare({
  ...speech,
  operationId: 'makeSpeechByLegacyPath',
  path: '/api/v1/tts',
  summary: 'The legacy path of audio/tts',
  description: 'The same operation as `audio/tts`, also for an Idempotency-Key: a key of one is a key of the other.',
  aliasOf: 'makeSpeech',
});
