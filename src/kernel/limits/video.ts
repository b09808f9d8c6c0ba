/** Films: scenes, assembly, report. */
import { MiB, MINUTE, SECOND } from './units.ts';

export const videoLimits = {
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
} as const;
