/** Music and speech as they are asked for (spec, MusicGenerateRequest and TtsRequest). */
import { DEFAULT_VOICE } from '../../../application/work/choose-engine.ts';
import { limits } from '../../../kernel/limits.ts';
import { boolean, named, number, optional, string } from '../../../kernel/shape.ts';
import { spendBody, voiceIdBounds } from './common.ts';

export const musicRequest = named(
  'MusicGenerateRequest',
  spendBody({
    prompt: string({
      minLength: 1,
      maxLength: limits.musicPromptCharsMax,
      examples: ['A calm piano theme for a harbour at dawn'],
    }),
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

export const ttsRequest = named(
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
