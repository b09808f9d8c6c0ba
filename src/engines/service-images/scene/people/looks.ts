/** The looks of a person: from words, and for the rest from the name. So a name looks alike in every panel. */
import { type Colour, lch } from '../../drawing/colour.ts';
import { randomFrom } from '../../../prompt/random.ts';
import { dyes, type Garment, type Headwear } from '../../words/garments.ts';
import type { Person } from '../../words/people-of.ts';
import type { Kind } from '../../words/people.ts';

export type HairStyle = 'short' | 'swept' | 'long' | 'bob' | 'bun' | 'curly' | 'bald';

export type Looks = {
  readonly kind: Kind;
  readonly skin: Colour;
  readonly hair: Colour;
  readonly style: HairStyle;
  readonly garment: Garment;
  readonly cloth: Colour;
  readonly legs: Colour;
  readonly headwear: Headwear | null;
  readonly beard: boolean;
  readonly glasses: boolean;
  /** Height against a grown man's. */
  readonly height: number;
};

const SKINS = [
  lch(0.82, 0.05, 58),
  lch(0.77, 0.065, 62),
  lch(0.7, 0.075, 58),
  lch(0.58, 0.075, 55),
  lch(0.46, 0.06, 52),
  lch(0.37, 0.045, 50),
] as const;
const HAIRS = [
  lch(0.24, 0.02, 60),
  lch(0.3, 0.035, 50),
  lch(0.4, 0.055, 55),
  lch(0.5, 0.08, 50),
  lch(0.72, 0.08, 85),
  lch(0.26, 0.01, 270),
] as const;
const CLOTHS = [
  lch(0.38, 0.06, 260),
  lch(0.48, 0.09, 25),
  lch(0.45, 0.05, 150),
  lch(0.62, 0.07, 70),
  lch(0.34, 0.02, 270),
  lch(0.55, 0.07, 215),
  lch(0.72, 0.04, 80),
  lch(0.42, 0.08, 320),
  lch(0.66, 0.11, 85),
  lch(0.52, 0.12, 45),
] as const;
const WORDED = {
  grey: lch(0.78, 0.01, 250),
  blond: lch(0.8, 0.1, 88),
  red: lch(0.52, 0.13, 45),
  black: lch(0.2, 0.01, 270),
  bald: lch(0.3, 0.03, 50),
} as const;

const garmentFor = (kind: Kind, pick: number): Garment => {
  const choices: Readonly<Record<Kind, readonly [Garment, ...Garment[]]>> = {
    man: ['jacket', 'shirt', 'suit', 'coat', 'hoodie'],
    woman: ['dress', 'coat', 'shirt', 'jacket', 'dress'],
    child: ['shirt', 'hoodie', 'dress'],
    soldier: ['jacket'],
    robed: ['robe'],
    robot: ['jacket'],
    person: ['jacket', 'coat', 'shirt', 'suit'],
  };
  const list = choices[kind];
  return list[Math.floor(pick * list.length)] ?? list[0];
};

const STYLES_OF: Readonly<Record<'man' | 'woman', readonly [HairStyle, ...HairStyle[]]>> = {
  man: ['short', 'swept', 'short', 'curly', 'bald'],
  woman: ['long', 'bob', 'bun', 'curly', 'long'],
};

const HEIGHTS: Readonly<Record<Kind, number>> = {
  man: 1,
  woman: 0.94,
  child: 0.66,
  soldier: 1.02,
  robed: 1.02,
  robot: 1.04,
  person: 0.98,
};

/** Draws from the name in a fixed order: a word about the coat does not change the face. */
export const looksOf = (person: Person): Looks => {
  const random = randomFrom(person.key, 'looks');
  const woman = person.kind === 'woman' || (person.kind !== 'man' && random.chance(0.5));
  const skin = random.pick(SKINS);
  const [hair, style] = [random.pick(HAIRS), random.pick(STYLES_OF[woman ? 'woman' : 'man'])];
  const [garmentPick, cloth, legs] = [
    random.next(),
    random.pick(CLOTHS),
    random.pick([lch(0.3, 0.03, 262), lch(0.34, 0.03, 60), lch(0.26, 0.01, 270), lch(0.42, 0.04, 255)]),
  ];
  const [beard, glasses, height] = [random.chance(0.3), random.chance(0.2), random.between(0.95, 1.05)];
  const dye = person.dye === null ? undefined : dyes.get(person.dye);
  const metal = person.kind === 'robot';
  const uniform =
    person.kind === 'soldier' ? lch(0.45, 0.035, 120) : person.kind === 'robed' ? lch(0.32, 0.04, 300) : cloth;
  return {
    kind: person.kind,
    skin: metal ? lch(0.72, 0.015, 240) : skin,
    hair: person.hair === null ? hair : WORDED[person.hair],
    style: person.hair === 'bald' || metal ? 'bald' : style,
    garment: person.garment ?? garmentFor(person.kind, garmentPick),
    cloth: dye === undefined ? (metal ? lch(0.62, 0.02, 240) : uniform) : lch(...dye),
    legs: metal ? lch(0.5, 0.02, 240) : legs,
    headwear: person.headwear ?? (person.kind === 'robed' ? 'hood' : person.kind === 'soldier' ? 'helmet' : null),
    beard: beard && !woman && person.kind !== 'child' && !metal,
    glasses: glasses && !metal,
    height: HEIGHTS[person.kind] * height,
  };
};
