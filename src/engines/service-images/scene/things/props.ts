/** Every thing by its name. */
import type { Palette } from '../../drawing/palette.ts';
import type { Random } from '../../../prompt/random.ts';
import type { Prop } from '../../words/things.ts';
import { belongings } from './belongings.ts';
import { buildings } from './buildings.ts';
import { creatures } from './creatures.ts';
import type { Draw } from './stuff.ts';
import { vehicles } from './vehicles.ts';

const draws: Readonly<Record<Prop, Draw>> = { ...vehicles, ...creatures, ...buildings, ...belongings };

/** 100 units tall, with its foot at 0,0; `depth` fades it into the air. */
export const prop = (kind: Prop, palette: Palette, random: Random, depth: number): string =>
  draws[kind]((local, lit = 0.5) => palette.tint(local, depth, lit), palette, random);
