/**
 * The exposure of a panel: its target brightness and contrast, and the lens. A draft painter is no sure hand: darkness,
 * fog, glare and soft focus go wrong on some seeds, plainly enough for the scorer to see. A correction is obeyed in
 * every scene.
 */
import type { Intent } from './drawing/intent.ts';
import type { Random } from '../prompt/random.ts';
import type { TimeOfDay } from './words/places.ts';

export type Exposure = {
  /** Mean brightness and its deviation over the picture, 0 to 255. */
  readonly mean: number;
  readonly deviation: number;
  /** Blur radius as a share of the longer side; 0 is sharp. */
  readonly blur: number;
  /** Whether edges are strengthened. */
  readonly sharpen: boolean;
  /** Brightness that the darkest and the lightest parts are kept from passing; null lets them. */
  readonly floor: number | null;
  readonly ceiling: number | null;
  /** Strength of paper grain, 1 is plain. */
  readonly grain: number;
};

const METERED: Readonly<Record<TimeOfDay, readonly [mean: number, deviation: number]>> = {
  dawn: [122, 46],
  day: [132, 52],
  dusk: [104, 48],
  night: [68, 40],
};

type Draft = { -readonly [K in keyof Exposure]: Exposure[K] };

const conditionsOn = (draft: Draft, { conditions, weather, moods, time, interior }: Intent, random: Random): void => {
  const luck = random.next();
  const dark = conditions.has('dark');
  if (dark) draft.mean = 12 + 26 * luck;
  else if (time === 'night') draft.mean *= 0.36 + 0.9 * luck;
  if (moods.has('noir') || moods.has('horror')) draft.mean *= 0.72;
  if (draft.mean < 60) draft.deviation = Math.min(draft.deviation, draft.mean * random.between(0.62, 0.9));

  const veil = random.next();
  if (conditions.has('veiled')) {
    draft.deviation = 6 + 16 * veil;
    draft.mean = time === 'night' ? draft.mean + 20 : random.between(165, 215);
  } else if (!interior && (weather.has('fog') || weather.has('dust'))) draft.deviation *= 0.3 + 0.55 * veil;

  const glare = random.next();
  if (conditions.has('glaring')) {
    draft.mean = Math.max(draft.mean, 150) + 50 * glare;
    draft.deviation = 74 + 40 * glare;
  }
  const harshness = random.next();
  if (conditions.has('crushed')) {
    draft.mean = Math.min(draft.mean, 34 + 34 * harshness);
    draft.deviation = 68;
  }
  const softness = random.next();
  if (conditions.has('soft')) draft.blur = 0.02 * softness ** 1.3;
  else if (moods.has('dreamy') && softness > 0.45) draft.blur = 0.004 + 0.008 * softness;
  else if (softness > 0.97) draft.blur = 0.009;
};

/** Corrections hold by themselves and together: none undoes another. */
const correct = (draft: Draft, { corrections }: Intent): void => {
  if (corrections.size === 0) return;
  const [brighter, contrast] = [corrections.has('brighter'), corrections.has('contrast')];
  const darker = corrections.has('darker') || corrections.has('highlights');
  const [low, high] = [brighter || contrast ? 84 : corrections.has('shadows') ? 70 : 0, darker || contrast ? 150 : 255];
  draft.mean = Math.min(high, Math.max(low, draft.mean));
  const least = contrast ? 44 : brighter || corrections.has('tones') ? 36 : 0;
  draft.deviation = Math.min(corrections.has('highlights') ? 56 : 255, Math.max(least, draft.deviation));
  if (brighter || contrast || corrections.has('shadows')) draft.floor = 8;
  if (darker || contrast) draft.ceiling = 244;
  if (corrections.has('crisp')) {
    draft.blur = 0;
    draft.sharpen = true;
  }
  if (corrections.has('tones')) draft.grain = 1.6;
};

/** Draws from `random` in a fixed order, so that a correction moves nothing but its own subject. */
export const exposureOf = (intent: Intent, random: Random): Exposure => {
  const [mean, deviation] = METERED[intent.time];
  const draft: Draft = {
    mean: mean * random.between(0.88, 1.1),
    deviation: deviation * random.between(0.82, 1.16),
    blur: 0,
    sharpen: false,
    floor: null,
    ceiling: null,
    grain: 1,
  };
  conditionsOn(draft, intent, random);
  correct(draft, intent);
  return draft;
};
