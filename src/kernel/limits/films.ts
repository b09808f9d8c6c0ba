/** Films, music and speech: their requests (spec, sections 2.2 and 8), their making, and looks at foreign files. */
import { KiB, MiB, MINUTE, SECOND } from './units.ts';

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

  // Films: scenes, assembly, report.
  /** The sides of a clip. 1080P upright and level are within; both sides are even. */
  clipSideMin: 64,
  clipSideMax: 1_920,
  clipMsMin: 100,
  clipMsMax: 30 * SECOND,
  captionsPerClipMax: 64,
  /** Characters; a longer text is never readable in time. */
  burntCaptionCharsMax: 500,
  cardTitleCharsMax: 200,
  cardLinesMax: 6,
  cardLineCharsMax: 200,
  /** One hour, in scenes of five seconds. */
  clipsPerFilmMax: 720,
  filmMsMax: 60 * MINUTE,
  /** One at a time for each half second of film. */
  captionsPerFilmMax: 7_200,
  assemblyTitleCharsMax: 300,
  /** Resident memory of a child that makes a clip: 243 MiB at 768P and 300 MiB at 1080P were measured. */
  clipMemoryBytesMax: 448 * MiB,
  /** A 5-second scene takes 4 s of one core; a busy machine has many times that to do. */
  clipDeadlineMs: 3 * MINUTE,
  /** Measured for any length of film: packets are copied one by one. */
  filmMemoryBytesMax: 448 * MiB,
  filmDeadlineMs: 15 * MINUTE,
  /** Of a short assembly or report: five minutes of film, a twelfth of the longest. */
  filmShortScenesMax: 60,
  filmBytesMax: 4_096 * MiB,

  // Sound that is made here, and sound that films are made of.
  /** spec: 100 MB of a voice or of music. */
  sourceAudioBytesMax: 100 * MiB,
  /** A shorter sound has no loudness: it is measured over 0.4 s, and a film has 5 s. */
  sourceAudioMsMin: 1 * SECOND,
  /** Sounds of the workspace that one process reads at once, and calls that wait for that. */
  sourceAudioReadsMax: 4,
  sourceAudioReadersWaitingMax: 64,
  /** When a sound whose host did not answer is worth another call. */
  sourceAudioRetrySeconds: 30,
  /** Samples a second of a sound from elsewhere. */
  soundRateMin: 8_000,
  soundRateMax: 192_000,
  musicMsMin: 1 * SECOND,
  /** As long as the longest film. */
  musicMsMax: 60 * MINUTE,
  /** Words and code of the synthesiser, its instruments, and what it has under way; measured: 220 MiB. */
  musicMemoryBytesMax: 512 * MiB,
  musicHeapMiB: 256,
  /** Of one call: an hour of music takes three minutes, and the machine may be busy. */
  musicDeadlineMs: 30 * MINUTE,
  /** Of one job, which takes 15 s: any music that a client waits for. Longer music is made by several. */
  musicPassageMsMax: 5 * MINUTE,
  /** Files of the job beside the sound: words, answer and request. */
  soundBesideBytesMax: 16 * MiB,

  // Speech that is made here.
  /** Characters of all lines of one call: an hour of speech. */
  speechCharsMax: 60 * KiB,
  speechLinesMax: 1_000,
  /** The latest that a line may begin, and the length of the sound: of the longest film, and more. */
  speechMsMax: 70 * MINUTE,
  /** Characters that are spoken at once; longer text is parted between words. */
  speechPieceCharsMax: 300,
  /** Of one word; a longer one is parted. */
  speechWordCharsMax: 60,
  /** Measured: 250 MiB, for an hour too. */
  speechMemoryBytesMax: 512 * MiB,
  speechHeapMiB: 256,
  /** Of one call: an hour of speech takes half a minute, and the machine may be busy. */
  speechDeadlineMs: 20 * MINUTE,
  /** Of the lines of one job, which takes three seconds: any text of `tts`. More lines are spoken by several. */
  speechShortCharsMax: 5_000,

  // Looks at sound and video files of unknown origin. The caller bounds their bytes and their duration.
  /** For one file, the start of its child included: on a busy machine that takes seconds. */
  mediaProbeMs: 45 * SECOND,
  /** Of JavaScript, and of the whole child. */
  mediaProbeHeapMiB: 256,
  mediaProbeMemoryMiB: 512,
  /** Its order and its answer. */
  mediaProbeOutputBytesMax: 256 * KiB,
  mediaTracksMax: 8,
  /** Of a video track: 4096 x 2304. */
  mediaPixelsMax: 9_437_184,
} as const;
