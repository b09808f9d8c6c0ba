/** Words of garments, hair and their colours. */
import type { Table } from '../../prompt/words.ts';

export const garments = {
  coat: 'coat, overcoat, trench coat, raincoat, trenchcoat, parka, cape, cardigan, lab coat',
  dress: 'dress, gown, skirt, sundress, kimono, sari',
  suit: 'suit, tuxedo, blazer, tie',
  hoodie: 'hoodie, hooded, hood, sweatshirt, cloak',
  jacket: 'jacket, leather jacket, sweater, jumper, vest, uniform, armor, armour, spacesuit, space suit',
  shirt: 'shirt, t shirt, tee, blouse, apron, overalls, jeans',
  robe: 'robe, robes, habit, tunic',
} as const satisfies Table<string>;

export type Garment = keyof typeof garments;

export const headwear = {
  hat: 'hat, fedora, cowboy hat, cap, top hat, sombrero, bowler, cowboy, cowboys, detective, fisherman, gangster',
  helmet: `
    helmet, astronaut, astronauts, knight, knights, soldier, soldiers, firefighter, firefighters, pilot,
    spacesuit, space suit, biker, diver, troops, viking, gladiator, miner
  `,
  hood: 'hood, hooded, hoodie, cloaked, cloak, monk, monks, druid, reaper, assassin',
  crown: 'king, queen, crown, prince, princess',
} as const satisfies Table<string>;

export type Headwear = keyof typeof headwear;

export const hairs = {
  grey: 'old, elderly, aged, grandfather, grandmother, grey hair, gray hair, white hair, wizard, ageing, aging',
  blond: 'blond, blonde, fair hair',
  red: 'redhead, red hair, ginger, red haired',
  black: 'black hair, dark hair, raven hair',
  bald: 'bald, shaven',
} as const satisfies Table<string>;

export type Hair = keyof typeof hairs;

/** Colour words of cloth: lightness, chroma and hue as in `lch`. */
export const dyes: ReadonlyMap<string, readonly [lightness: number, chroma: number, hue: number]> = new Map([
  ['red', [0.52, 0.19, 27]],
  ['crimson', [0.45, 0.18, 22]],
  ['orange', [0.68, 0.17, 55]],
  ['yellow', [0.84, 0.16, 95]],
  ['gold', [0.76, 0.13, 85]],
  ['golden', [0.76, 0.13, 85]],
  ['green', [0.52, 0.12, 145]],
  ['olive', [0.5, 0.08, 115]],
  ['teal', [0.55, 0.09, 195]],
  ['blue', [0.5, 0.14, 255]],
  ['navy', [0.33, 0.09, 262]],
  ['purple', [0.45, 0.14, 305]],
  ['violet', [0.5, 0.15, 300]],
  ['pink', [0.74, 0.13, 0]],
  ['white', [0.93, 0.01, 90]],
  ['cream', [0.9, 0.04, 90]],
  ['black', [0.22, 0.01, 270]],
  ['grey', [0.58, 0.01, 260]],
  ['gray', [0.58, 0.01, 260]],
  ['brown', [0.42, 0.06, 55]],
  ['beige', [0.78, 0.05, 80]],
  ['silver', [0.76, 0.01, 250]],
  ['dark', [0.27, 0.02, 265]],
  ['leather', [0.36, 0.05, 50]],
]);
