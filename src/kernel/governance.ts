/**
 * The effect of a governance mode (spec, CreativeAgentSettingsRequest) on the judgement of frames. A manifest keeps the
 * rule itself, so a replay agrees when this table has changed since.
 */
import { limits } from './limits.ts';
import type { Bound, Bounds } from './verdict.ts';

export const governanceModes = ['strict', 'balanced', 'creative'] as const;

export type GovernanceMode = (typeof governanceModes)[number];

export type GovernanceRule = {
  readonly mode: GovernanceMode;
  /** Lower bounds of looks are multiplied by it, upper ones divided: above 1 fewer pictures pass. */
  readonly factor: number;
  /** True: a picture that passes waits for a person, too, and is charged on that acceptance. */
  readonly asksPerson: boolean;
};

const rules: Readonly<Record<GovernanceMode, GovernanceRule>> = {
  strict: { mode: 'strict', factor: limits.governanceStrictFactor, asksPerson: true },
  balanced: { mode: 'balanced', factor: 1, asksPerson: false },
  creative: { mode: 'creative', factor: limits.governanceCreativeFactor, asksPerson: false },
};

/** Undefined for the mode that changes nothing: plans without a rule are of that mode. */
export const governanceOf = (mode: GovernanceMode): GovernanceRule | undefined =>
  mode === 'balanced' ? undefined : rules[mode];

/** Metrics of looks. All others tell whether a picture can be used at all: no mode moves their bounds. */
const LOOKS: ReadonlySet<string> = new Set([
  'entropy',
  'deviation',
  'brightness',
  'sharpness',
  'clippedLow',
  'clippedHigh',
  'paletteDistance',
]);

export const boundsUnder = (rule: GovernanceRule | undefined, bounds: Bounds): Bounds =>
  rule === undefined
    ? bounds
    : Object.fromEntries(
        Object.entries(bounds).map(([metric, bound]) => [
          metric,
          LOOKS.has(metric) ? moved(bound, rule.factor) : bound,
        ]),
      );

const moved = ({ min, max }: Bound, factor: number): Bound => ({
  ...(min === undefined ? {} : { min: rounded(min * factor) }),
  ...(max === undefined ? {} : { max: rounded(max / factor) }),
});

/** As metrics are stored. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
