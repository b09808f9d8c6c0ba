/** Films, music and speech (spec, sections 2.2 and 8). */
import { SECOND } from './units.ts';

export const filmLimits = {
  /** The shortest scene: a shorter rest of a film has no picture to show. */
  sceneMsMin: 200,
  /** A shorter scene has no sentence of its own: few are said in less. */
  sentenceMsMin: 1 * SECOND,
  /** spec: "scene count is derived in 5-second clips". */
  sceneMs: 5 * SECOND,
  /** spec */
  filmSecondsMin: 5,
  filmSecondsMax: 3_600,
  sceneCountMax: 720,
  workflowTemplateCharsMax: 120,
  videoNegativePromptCharsMax: 2_000,
  commerceSecondsMax: 60,
  /** Of one request for a commerce video. */
  commerceObjectionsMax: 20,
  commerceProductsMax: 20,
  videoTitleCharsMax: 200,
  /** Of a name, a price or another short text of commerce. */
  shortTextCharsMax: 200,
  externalRefCharsMax: 200,
  localeCharsMax: 35,
  videoModelCharsMax: 120,
  /** Names beside an output, e.g. `speech-2.8-hd`. */
  voiceIdCharsMax: 120,
  musicSecondsMin: 1,
  musicSecondsMax: 300,
  musicPromptCharsMax: 2_000,
  /** About six minutes of speech. */
  ttsTextCharsMax: 5_000,
  /** Characters that are spoken in a second, and that are read in one: 150 words a minute of 6 characters. */
  spokenCharsPerSecond: 15,
  /** A syllable of Kana or Hangul is spoken as long as so many letters. */
  syllableWeight: 3,
  /** A character of Han; measured: 0.31 s. */
  hanWeight: 5,
  /** A digit, or a sign that is spoken as a word such as `$` or an emoji; measured: from 0.3 s to 0.6 s. */
  namedWeight: 8,
  /** Of one caption on two lines. */
  captionCharsMax: 72,
  /** Of a text, whose beginning tells its language. */
  languageCharsMax: 4_000,
  /** A pause between two words for so long begins a new caption. */
  captionPauseMs: 700,
} as const;
