/** Music and speech as they are asked for (spec, MusicGenerateRequest and TtsRequest). */
import { DEFAULT_VOICE } from '../../../application/work/speech/choose-voice.ts';
import { limits } from '../../../kernel/limits.ts';
import { boolean, named, number, optional, type Static, string } from '../../../kernel/shape.ts';
import { isSpeakable } from '../../../kernel/text.ts';
import type { BodyRule } from '../operation.ts';
import { spendBody, visibleText, voiceIdBounds } from './common.ts';

export const musicRequest = named(
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

/** A speaker has nothing to make of punctuation: the engine would fail after the credits are held. */
export const hasWords: BodyRule<Static<typeof ttsRequest>> = {
  of: ['text'],
  flaws: ({ text }) => (isSpeakable(text) ? [] : [{ pointer: '/text', message: 'must have a word to say' }]),
};
