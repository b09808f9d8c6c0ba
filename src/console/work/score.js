/**
 * One technical figure for people, made of the evidence: 50 is the bar, 100 is as good as the scorer can tell. It is
 * the smallest margin over all thresholds, as in the demo. It does not tell whether the picture shows the prompt.
 */

/**
 * @typedef {import('../app/answers.ts').Evidence} Evidence
 * @typedef {object} Check
 * @property {string} metric
 * @property {string} words
 * @property {number | undefined} value
 * @property {number} [min]
 * @property {number} [max]
 * @property {boolean} holds
 */

const BAR = 50;

/** @type {Readonly<Record<string, string>>} */
const WORDS = {
  aspectError: 'Error of the aspect ratio',
  brightness: 'Brightness',
  clippedHigh: 'Share of burnt-out pixels',
  clippedLow: 'Share of black pixels',
  copyOfReference: 'Copy of its reference',
  decodes: 'Can be decoded',
  deviation: 'Contrast',
  entropy: 'Detail',
  height: 'Height',
  paletteDistance: 'Distance of the palette',
  referenceDecodes: 'Reference can be decoded',
  referenceDistance: 'Distance to the reference',
  sharpness: 'Sharpness',
  siblingDistance: 'Distance to other frames',
  width: 'Width',
};

/** @param {Evidence} evidence @returns {number} 0 to 100 */
export const scoreOf = ({ metrics, thresholds, verdict }) => {
  const margins = Object.entries(thresholds).map(([metric, bound]) => marginOf(metrics[metric], bound));
  const smallest = Math.max(-1, Math.min(1, ...margins.filter((margin) => margin !== 0)));
  const score = Math.round(BAR + BAR * smallest);
  // The verdict is the scorer's: rounding must not contradict it.
  return verdict === 'pass' ? Math.max(score, BAR) : Math.min(score, BAR - 1);
};

/**
 * @param {number | undefined} value
 * @param {{ min?: number, max?: number }} bound
 */
const marginOf = (value, { min, max }) => {
  if (value === undefined) return -1;
  if (min !== undefined && max !== undefined) return Math.min(value - min, max - value) / ((max - min) / 2 || 1);
  if (min !== undefined) return (value - min) / (Math.abs(min) || 1);
  return max === undefined ? 0 : (max - value) / (Math.abs(max) || 1);
};

/**
 * All checks, those that fail first.
 * @param {Evidence} evidence
 * @returns {readonly Check[]}
 */
export const checksOf = ({ metrics, thresholds }) =>
  Object.entries(thresholds)
    .map(([metric, bound]) => {
      const value = metrics[metric];
      return { metric, words: WORDS[metric] ?? metric, value, ...bound, holds: marginOf(value, bound) >= 0 };
    })
    .sort((one, other) => Number(one.holds) - Number(other.holds));

/** Three significant digits are enough for people. @param {number} value */
export const shortNumber = (value) => String(Number(value.toPrecision(3)));
