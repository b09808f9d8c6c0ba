/**
 * One technical figure for people, made of the evidence: 50 is the bar, 100 is as good as this scorer can tell. It
 * tells of exposure, contrast and the like, and not whether the picture shows the prompt.
 *
 * It is the smallest margin over all thresholds. The margin of a metric is its distance from its bound as a share of
 * that bound. Between two bounds it is the distance from the nearer one as a share of half the way between them. It is
 * never more than 1. The score is 50 + 50 x margin. A value exactly on its bound (a size, a yes or no) is a gate and
 * has no margin: it counts only when it fails.
 */
import { type Bound, type Breach, breachesOf } from '../../../kernel/verdict.ts';
import type { Evidence } from './answers.ts';

const BAR = 50;

export const scoreOf = ({ metrics, thresholds, verdict }: Evidence): number => {
  const margins = Object.entries(thresholds).map(([metric, bound]) => marginOf(metrics[metric], bound));
  const measured = margins.filter((margin) => margin !== 0);
  const smallest = Math.max(-1, Math.min(1, ...measured));
  const score = Math.round(BAR + BAR * smallest);
  // The verdict is the scorer's: rounding must not contradict it.
  return verdict === 'pass' ? Math.max(score, BAR) : Math.min(score, BAR - 1);
};

const marginOf = (value: number | undefined, { min, max }: Bound): number => {
  if (value === undefined || Number.isNaN(value)) return -1;
  if (min !== undefined && max !== undefined) return Math.min(value - min, max - value) / ((max - min) / 2 || 1);
  if (min !== undefined) return (value - min) / (Math.abs(min) || 1);
  return max === undefined ? 0 : (max - value) / (Math.abs(max) || 1);
};

/** A metric that does not hold, beside the bound that it missed; null where it is absent. */
export type Shortfall = {
  readonly metric: string;
  readonly value: number | null;
  readonly side: Breach['side'];
  readonly bound: number | null;
};

export const shortfallsOf = ({ metrics, thresholds }: Evidence): readonly Shortfall[] =>
  breachesOf(metrics, thresholds).map(({ metric, side }) => ({
    metric,
    side,
    value: metrics[metric] ?? null,
    bound: side === 'absent' ? null : (thresholds[metric]?.[side] ?? null),
  }));

/** E.g. `brightness 18.2 < 30`. */
export const reasonOf = (shortfalls: readonly Shortfall[]): string =>
  shortfalls
    .map(({ metric, value, side, bound }) =>
      value === null || bound === null ? `${metric} absent` : `${metric} ${shortNumber(value)} ${SIGN[side]} ${bound}`,
    )
    .join(', ');

const SIGN = { min: '<', max: '>', absent: '' } as const;

/** Three significant digits are enough for people. */
export const shortNumber = (value: number): string => String(Number(value.toPrecision(3)));
