/**
 * A verdict follows from metrics and bounds alone. Both are in the event, so the verdict can be replayed from the log.
 */

export type Metrics = Readonly<Record<string, number>>;

/** Both ends pass. */
export type Bound = { readonly min?: number; readonly max?: number };
export type Bounds = Readonly<Record<string, Bound>>;

/** A bound that does not hold, and on which side; `absent` when the metric is missing or no number. */
export type Breach = { readonly metric: string; readonly side: 'min' | 'max' | 'absent' };

export type Verdict = {
  readonly verdict: 'pass' | 'fail';
  /** The metrics whose bounds do not hold, in the order of the alphabet. */
  readonly failed: readonly string[];
};

/** In the order of the alphabet: stored and fresh evidence give the same list. Metrics without a bound only inform. */
export const breachesOf = (metrics: Metrics, bounds: Bounds): readonly Breach[] =>
  Object.keys(bounds)
    .sort()
    .flatMap((metric): readonly Breach[] => {
      const value = Object.hasOwn(metrics, metric) ? metrics[metric] : undefined;
      const { min, max } = bounds[metric] ?? {};
      if (value === undefined || Number.isNaN(value)) return [{ metric, side: 'absent' }];
      if (min !== undefined && value < min) return [{ metric, side: 'min' }];
      return max !== undefined && value > max ? [{ metric, side: 'max' }] : [];
    });

/** The verdict that this evidence must have had. */
export const verdictOf = (metrics: Metrics, bounds: Bounds): Verdict => {
  const failed = breachesOf(metrics, bounds).map(({ metric }) => metric);
  return { verdict: failed.length === 0 ? 'pass' : 'fail', failed };
};
