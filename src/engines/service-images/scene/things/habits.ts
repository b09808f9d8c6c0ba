/** How large things are, and where they belong. */
import type { Prop } from '../../words/things.ts';

/** Size against a grown figure of 1, and where it belongs. */
export type Habit = {
  readonly size: number;
  readonly where: 'ground' | 'air' | 'hand' | 'wall';
  readonly glows?: true;
};

export const habits: Readonly<Record<Prop, Habit>> = {
  car: { size: 0.9, where: 'ground' },
  truck: { size: 1.5, where: 'ground' },
  bicycle: { size: 0.62, where: 'ground' },
  boat: { size: 1.3, where: 'ground' },
  train: { size: 1.7, where: 'ground' },
  plane: { size: 0.7, where: 'air' },
  rocket: { size: 1.7, where: 'air' },
  tree: { size: 2.2, where: 'ground' },
  lamp: { size: 1.9, where: 'ground', glows: true },
  table: { size: 0.46, where: 'ground' },
  chair: { size: 0.58, where: 'ground' },
  bed: { size: 0.5, where: 'ground' },
  door: { size: 1.25, where: 'wall' },
  house: { size: 1.9, where: 'ground' },
  tower: { size: 3.2, where: 'ground' },
  bridge: { size: 1.3, where: 'ground' },
  fire: { size: 0.6, where: 'ground', glows: true },
  dog: { size: 0.42, where: 'ground' },
  cat: { size: 0.26, where: 'ground' },
  horse: { size: 1.02, where: 'ground' },
  bird: { size: 0.5, where: 'air' },
  torch: { size: 0.3, where: 'hand', glows: true },
  candle: { size: 0.34, where: 'ground', glows: true },
  book: { size: 0.14, where: 'hand' },
  phone: { size: 0.11, where: 'hand' },
  screen: { size: 0.3, where: 'hand' },
  bottle: { size: 0.2, where: 'hand' },
  cup: { size: 0.12, where: 'hand' },
  box: { size: 0.36, where: 'ground' },
  shoe: { size: 0.16, where: 'ground' },
  watch: { size: 0.14, where: 'hand' },
  sword: { size: 0.62, where: 'hand' },
  gun: { size: 0.15, where: 'hand' },
  umbrella: { size: 0.62, where: 'hand' },
  guitar: { size: 0.56, where: 'hand' },
  balloon: { size: 0.6, where: 'air' },
  flower: { size: 0.24, where: 'hand' },
  window: { size: 0.8, where: 'wall' },
  sign: { size: 1.1, where: 'ground' },
  tent: { size: 0.95, where: 'ground' },
  rock: { size: 0.42, where: 'ground' },
};
