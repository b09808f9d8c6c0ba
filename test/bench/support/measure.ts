/**
 * The parts of a benchmark. Every figure is a ratio against a baseline of the same run. Both sides take turns in short
 * windows, so that other load of the machine hits both. The median of the pairs counts.
 */

export type Settings = {
  /** Short windows and small logs: to see that a benchmark works, not what it measures. */
  readonly quick: boolean;
  /** Says what is going on, on stderr. */
  readonly tell: (text: string) => void;
};

export type Bound = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the table. */
export type Result = {
  /** The measured figure, and its baseline. */
  readonly what: string;
  /** Null: a figure beside the table, which nothing holds to anything. */
  readonly bound: Bound | null;
  /** The figure that the bound limits. */
  readonly value: number;
  /** Of `value`: `x` for a ratio, else e.g. `s`. */
  readonly unit: string;
  /** The absolute figures that `value` comes from. */
  readonly figures: Readonly<Record<string, number>>;
  /** Why it is no measurement, where it is none: then it is held to nothing. */
  readonly caveat?: string;
};

/** A line in the place of one that could not be measured here. */
export type NotRun = {
  readonly what: string;
  /** The missing part, and how to bring it. */
  readonly notRun: string;
};

export type Benchmark = {
  readonly name: string;
  readonly run: (settings: Settings) => Promise<readonly (Result | NotRun)[]>;
};

/** Null for what is no measurement. */
export const passes = ({ bound, value, caveat }: Pick<Result, 'bound' | 'value' | 'caveat'>): boolean | null => {
  if (caveat !== undefined) return null;
  if (bound === null) return true;
  return 'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost;
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
};

export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? NaN;

export type Compared = { readonly ratio: number; readonly ours: number; readonly baseline: number };

/** Both sides in turns, after one window each that does not count. Each side answers with its figure of the window. */
export const interleaved = async (
  windows: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<Compared> => {
  await ours();
  await baseline();
  const pairs: (readonly [ours: number, baseline: number])[] = [];
  for (let window = 0; window < windows; window += 1) {
    // The second side meets the remains of the first: the turns change.
    if (window % 2 === 0) {
      const own = await ours();
      pairs.push([own, await baseline()]);
    } else {
      const other = await baseline();
      pairs.push([await ours(), other]);
    }
  }
  return {
    ratio: median(pairs.map(([own, other]) => own / other)),
    ours: median(pairs.map(([own]) => own)),
    baseline: median(pairs.map(([, other]) => other)),
  };
};

/** The row of a comparison. `figure`: the name of the figure of either side; `more`: figures beside those. */
export const ratioRow = (
  row: Pick<Result, 'what' | 'bound'>,
  { ratio, ours, baseline }: Compared,
  figure: string,
  more: Result['figures'] = {},
): Result => ({
  ...row,
  value: ratio,
  unit: 'x',
  figures: { [figure]: ours, [`baseline ${figure}`]: baseline, ...more },
});

/** How many a second `work` does when it is called again and again for so long; it says how many each call did. */
export const ratePerSecond = async (ms: number, work: () => Promise<number> | number): Promise<number> => {
  const start = performance.now();
  let done = 0;
  let now = start;
  while (now - start < ms) {
    done += await work();
    now = performance.now();
  }
  return (done * 1_000) / (now - start);
};
