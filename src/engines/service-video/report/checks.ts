/** The verdict on a film, from its measurements and its plan. Pure. */
import type { Caption } from '../../../ports/engine.ts';
import { FRAMES_PER_SECOND, TARGET_LUFS } from '../plan/geometry.ts';
import type { ReportTask } from '../plan/tasks.ts';
import type { Heard } from './hear-sound.ts';
import type { Seen } from './watch-picture.ts';

export type Measured = {
  /** Streams that lack, or are too many. Others than H.264 in 4:2:0, and AAC of 48,000 in stereo, count, too. */
  readonly streamsWrong: number;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** Of the longest stream. */
  readonly durationMs: number;
  readonly seen: Seen;
  /** Null: the film has no sound. */
  readonly heard: Heard | null;
  /** The texts of the track, without the empty ones. */
  readonly texts: readonly Caption[];
};

/** A value passes that is at most its threshold. */
export type QualityCheck = {
  readonly name: string;
  readonly value: number;
  readonly threshold: number;
  readonly passed: boolean;
};

/** `score`: checks that passed, of 100. */
export type QualityReport = {
  readonly verdict: 'pass' | 'fail';
  readonly score: number;
  readonly checks: readonly QualityCheck[];
};

/** One frame, and the rounding of a millisecond. */
const LENGTH_OFF_MS = 43;
const BLACK_MS = 500;
const FROZEN_MS = 2_000;
const LOUDNESS_OFF_LU = 1;
const TRUE_PEAK_DBTP = -1;
/** Music does not stop for long; a voice alone may. */
const SILENT_MS = 5_000;
const SILENT_SHARE_OF_SPEECH = 0.9;
/** The tones of two neighbours have hardly anything in common. */
const JUMP = 0.95;
/** A player shows a caption no more exactly. */
const CAPTION_OFF_MS = 50;
/** FFmpeg's number for silence without any bit of sound is no JSON. */
const PEAK_MIN = -200;

const rounded = (value: number): number => Math.round(value * 100) / 100;

const check = (name: string, value: number, threshold: number): QualityCheck => ({
  name,
  value: rounded(value),
  threshold,
  passed: rounded(value) <= threshold,
});

export const judge = (plan: ReportTask, measured: Measured): QualityReport => {
  const checks = [...formOf(plan, measured), ...pictureOf(plan, measured), ...soundOf(plan, measured)];
  checks.push(...captionsOf(plan, measured));
  const passed = checks.filter((one) => one.passed).length;
  return {
    verdict: passed === checks.length ? 'pass' : 'fail',
    score: Math.floor((100 * passed) / checks.length),
    checks,
  };
};

const formOf = (plan: ReportTask, measured: Measured): readonly QualityCheck[] => [
  check('streams_wrong', measured.streamsWrong, 0),
  check('width_off_px', Math.abs(measured.width - plan.width), 0),
  check('height_off_px', Math.abs(measured.height - plan.height), 0),
  check('frame_rate_off', Math.abs(measured.framesPerSecond - FRAMES_PER_SECOND), 0),
  check('length_off_ms', Math.abs(measured.durationMs - plan.durationMs), LENGTH_OFF_MS),
];

const pictureOf = ({ durationMs }: ReportTask, { seen }: Measured): readonly QualityCheck[] => [
  check('frames_off', Math.abs(seen.frames - (durationMs * FRAMES_PER_SECOND) / 1_000), 1),
  check('frames_misplaced', seen.misplaced, 0),
  check('black_ms', seen.longestBlack, BLACK_MS),
  check('frozen_ms', seen.longestFrozen, FROZEN_MS),
  check('scene_jump', Math.max(0, ...seen.jumps), JUMP),
];

/** A film that should be silent has no loudness to be judged. */
const soundOf = ({ hasSpeech, hasMusic, durationMs }: ReportTask, { heard }: Measured): readonly QualityCheck[] => {
  if (heard === null || (!hasSpeech && !hasMusic)) return [];
  const silent = hasMusic ? SILENT_MS : Math.max(SILENT_MS, SILENT_SHARE_OF_SPEECH * durationMs);
  return [
    check('loudness_off_lu', Math.abs(heard.integrated - TARGET_LUFS), LOUDNESS_OFF_LU),
    check('true_peak_dbtp', Math.max(PEAK_MIN, heard.truePeak), TRUE_PEAK_DBTP),
    check('silent_ms', heard.longestSilence, Math.min(silent, SILENT_SHARE_OF_SPEECH * durationMs)),
  ];
};

const captionsOf = ({ captions, durationMs }: ReportTask, { texts }: Measured): readonly QualityCheck[] => {
  const inOrder = captions.toSorted((one, other) => one.startMs - other.startMs);
  const outside = captions.filter(({ endMs }) => endMs > durationMs + LENGTH_OFF_MS);
  const overlapping = inOrder.filter(({ endMs }, at) => endMs > (inOrder[at + 1]?.startMs ?? Infinity));
  const near = (one: number, other: number): boolean => Math.abs(one - other) <= CAPTION_OFF_MS;
  const shown = (caption: Caption): boolean =>
    texts.some(({ text, startMs }) => text === caption.text && near(startMs, caption.startMs));
  return [
    check('captions_outside', outside.length, 0),
    check('captions_overlapping', overlapping.length, 0),
    check('captions_missing', captions.filter((caption) => !shown(caption)).length, 0),
  ];
};
