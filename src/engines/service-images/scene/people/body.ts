/** Parts beside a bust: gesturing arms, and the view from behind. Same units as bust.ts. */
import { mix, shade } from '../../drawing/colour.ts';
import type { Palette } from '../../drawing/palette.ts';
import { circle, d, path, place, type Point, stroke } from '../../drawing/svg.ts';
import type { Posture } from '../../words/people.ts';
import type { Bust } from './sitter.ts';
import type { Looks } from './looks.ts';

/** Elbow and hand of each arm that shows, for the arm on the right; the other one is mirrored. */
const ARMS: Readonly<
  Partial<Record<Posture, { readonly both: boolean; readonly elbow: Point; readonly hand: Point }>>
> = {
  hold: { both: false, elbow: [112, 262], hand: [26, 186] },
  aim: { both: false, elbow: [150, 150], hand: [236, 128] },
  raise: { both: true, elbow: [158, 92], hand: [150, -34] },
  fight: { both: true, elbow: [132, 226], hand: [52, 104] },
  dance: { both: true, elbow: [168, 140], hand: [212, 30] },
  crouch: { both: true, elbow: [120, 240], hand: [34, 232] },
};

/** Postures that arms in front of a body tell. */
export const GESTURES: ReadonlySet<Posture> = new Set(Object.keys(ARMS) as Posture[]);

const arm = ({ palette, looks, side }: Bust, hand: -1 | 1, elbow: Point, end: Point): string => {
  const wide = looks.kind === 'woman' ? 0.86 : looks.kind === 'child' ? 0.7 : 1;
  const [ex, ey, x, y] = [elbow[0] * wide * hand, elbow[1], end[0] * wide * hand, end[1]];
  const cloth = palette.tint(looks.cloth, 0, hand === side ? 0.62 : 0.4);
  const bare = looks.garment === 'dress';
  const from = d`M${94 * wide * hand} 132L${ex} ${ey}`;
  const fore = d`M${ex} ${ey}L${x + (ex - x) * 0.12} ${y + (ey - y) * 0.12}`;
  const skin = palette.skin(looks.skin, 0, 0.56);
  return (
    stroke(from + fore, palette.ink, 50, 0.5) +
    circle(x, y, 19, skin) +
    stroke(
      d`M${x - 12} ${y - 12}l${hand * -4} -8M${x - 3} ${y - 16}l${hand * -3} -8M${x + 7} ${y - 15}l${hand * -1} -7`,
      skin,
      8,
    ) +
    stroke(from, cloth, 46) +
    stroke(fore, bare ? skin : shade(cloth, 0.08), bare ? 30 : 40)
  );
};

/** Arms in front of the body; `thing` (100 units tall, on its base) is in the hand, `size` its scale. */
export const gesture = (one: Bust, posture: Posture, thing: string, size: number): string => {
  const pose = ARMS[posture];
  if (pose === undefined) return '';
  const first = one.turn >= 0 ? 1 : -1;
  const wide = one.looks.kind === 'woman' ? 0.86 : 1;
  const held = thing === '' ? '' : place({ x: pose.hand[0] * wide * first, y: pose.hand[1] + 18, scale: size }, thing);
  return (
    (pose.both ? arm(one, -first as -1 | 1, pose.elbow, pose.hand) : '') + held + arm(one, first, pose.elbow, pose.hand)
  );
};

/** Head and shoulder from behind, dark against the scene; the light's edge is on `side`. */
export const fromBehind = (palette: Palette, looks: Looks, side: -1 | 1): string => {
  const cloth = mix(palette.tint(looks.cloth, 0, 0.12), palette.ink, 0.45);
  const hair = mix(palette.tint(looks.style === 'bald' ? looks.skin : looks.hair, 0, 0.1), palette.ink, 0.4);
  const rim = palette.tint(looks.hair, 0, 0.95);
  const long = looks.style === 'long' ? path(d`M-42 -6Q-56 70 -44 120Q0 134 44 120Q56 70 42 -6Z`, hair) : '';
  let strands = '';
  for (let i = -3; i <= 3; i += 1)
    strands += d`M${i * 5} -56Q${i * 13} -20 ${i * 9} ${looks.style === 'long' ? 110 : 44}`;
  const cap =
    looks.headwear === 'hat'
      ? path(d`M-62 -20Q0 -50 62 -20Q50 -8 -62 -20ZM-42 -24Q-40 -84 0 -82Q40 -84 42 -24Z`, shade(cloth, 0.08))
      : '';
  const hood =
    looks.headwear === 'hood' || looks.headwear === 'helmet'
      ? path(d`M-52 84Q-62 -64 0 -70Q62 -64 52 84Z`, shade(cloth, 0.06))
      : '';
  return (
    path(d`M-24 40L-30 84Q-100 92 -128 140Q-140 220 -140 560H150Q150 220 134 140Q100 92 30 84L24 40Z`, cloth) +
    path(d`M-42 -6Q-44 -58 0 -60Q44 -58 42 -6Q42 34 24 52H-24Q-42 34 -42 -6Z`, hair) +
    long +
    stroke(strands, shade(hair, 0.16), 2, 0.6) +
    hood +
    cap +
    stroke(d`M${side * 20} -56Q${side * 44} -46 ${side * 42} -2Q${side * 42} 30 ${side * 28} 48`, rim, 3.2, 0.8) +
    stroke(d`M${side * 40} 86Q${side * 104} 96 ${side * 130} 142`, palette.tint(looks.cloth, 0, 0.9), 4, 0.7)
  );
};
