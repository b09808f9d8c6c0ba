/** Music and speech (spec, MusicGenerateRequest and TtsRequest). */
import { DEFAULT_VOICE } from '../../../application/work/speech/choose-voice.ts';
import { limits } from '../../../kernel/limits.ts';
import { boolean, named, number, optional, type Static, string } from '../../../kernel/shape.ts';
import { isSpeakable } from '../../../kernel/text.ts';
import { type BodyRule, declaring, linkTo } from '../operation.ts';
import { jobStatusPath } from '../poll-path.ts';
import { spendBody, visibleText, voiceIdBounds } from '../shapes/common.ts';
import { acceptedJob, jobRead, soundAnswer } from '../shapes/media.ts';

const declare = declaring('sound');

const musicRequest = named(
  'MusicGenerateRequest',
  spendBody({
    prompt: visibleText(limits.musicPromptCharsMax, 'A calm piano theme for a harbour at dawn'),
    duration: optional(
      named(
        'MusicDuration',
        number({
          minimum: limits.musicSecondsMin,
          maximum: limits.musicSecondsMax,
          default: 30,
          description: 'in seconds',
          examples: [30],
        }),
      ),
    ),
    instrumental: optional(
      named('Instrumental', boolean({ default: false, description: 'true: without a singing voice' })),
    ),
  }),
);

const ttsRequest = named(
  'TtsRequest',
  spendBody({
    text: string({ minLength: 1, maxLength: limits.ttsTextCharsMax, examples: ['Ada reads the letter.'] }),
    voice_id: optional(
      named(
        'VoiceId',
        string({
          ...voiceIdBounds,
          default: DEFAULT_VOICE,
          description: 'the id of a voice of `production/capabilities`; the default is always there',
          examples: [DEFAULT_VOICE],
        }),
      ),
    ),
  }),
);

/** A speaker has nothing to make of punctuation: the engine would fail after the credits are held. */
const hasWords: BodyRule<Static<typeof ttsRequest>> = {
  of: ['text'],
  flaws: ({ text }) => (isSpeakable(text) ? [] : [{ pointer: '/text', message: 'must have a word to say' }]),
};

const engines = ['topic_banned', 'content_lost', 'provider_not_configured', 'provider_unavailable'] as const;

export const makeMusic = declare({
  method: 'POST',
  path: '/api/v1/music',
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
  method: 'POST',
  path: '/api/v1/music/generate',
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
  method: 'GET',
  path: '/api/v1/music/status/{jobId}',
  summary: 'State of a job that makes music',
  description: 'The job, and once it has ended its music. Jobs of other kinds are not found here.',
  authority: 'Read',
  answers: { 200: jobRead },
  links: { 200: { file: linkTo('download', { jobId: '$request.path.jobId' }) } },
  longPoll: true,
});

const speech = {
  method: 'POST',
  authority: 'Spend',
  body: ttsRequest,
  rules: [hasWords],
  idempotency: 'optional',
  answers: { 200: soundAnswer },
  errors: [...engines, 'voice_unknown', 'render_failed'],
} as const;

export const makeSpeech = declare({
  ...speech,
  path: '/api/v1/audio/tts',
  summary: 'Spoken text, within the request',
  description:
    'Speaks a text and answers with the sound. It costs a price for each minute of words begun, which is ' +
    'debited when the sound is stored.',
});

export const makeSpeechByLegacyPath = declare({
  ...speech,
  path: '/api/v1/tts',
  summary: 'The legacy path of audio/tts',
  description: 'The same operation as `audio/tts`, also for an Idempotency-Key: a key of one is a key of the other.',
  aliasOf: 'makeSpeech',
});
