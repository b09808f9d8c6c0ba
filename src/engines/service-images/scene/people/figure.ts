/** A whole figure: a skeleton in a posture, dressed in tapered shapes. 100 units tall, feet at 0, looking right. */
import { type Colour, mix, shade } from '../../drawing/colour.ts';
import type { Palette } from '../../drawing/palette.ts';
import { circle, curve, d, ellipse, path, place, type Point, poly, stroke } from '../../drawing/svg.ts';
import type { Posture } from '../../words/people.ts';
import type { Looks } from './looks.ts';

/** Degrees from straight down, positive towards where the figure looks: thigh and shin, upper arm and forearm. */
type Pose = {
  readonly lean: number;
  readonly near: readonly [thigh: number, shin: number];
  readonly far: readonly [thigh: number, shin: number];
  readonly nearArm: readonly [upper: number, fore: number];
  readonly farArm: readonly [upper: number, fore: number];
};

const POSES: Readonly<Record<Posture, Pose>> = {
  ride: { lean: 4, near: [62, -14], far: [56, -18], nearArm: [38, 74], farArm: [46, 80] },
  stand: { lean: 1, near: [4, -1], far: [-6, -8], nearArm: [-8, 10], farArm: [7, 20] },
  walk: { lean: 4, near: [24, 8], far: [-20, -34], nearArm: [-28, -8], farArm: [26, 46] },
  run: { lean: 16, near: [58, -8], far: [-30, -82], nearArm: [-62, 26], farArm: [52, 128] },
  sit: { lean: -3, near: [84, 4], far: [78, -2], nearArm: [22, 66], farArm: [30, 74] },
  crouch: { lean: 24, near: [92, -22], far: [38, -64], nearArm: [44, 78], farArm: [30, 62] },
  lie: { lean: 2, near: [8, -6], far: [-4, -12], nearArm: [-10, 12], farArm: [16, 36] },
  raise: { lean: -3, near: [8, 2], far: [-12, -14], nearArm: [158, 168], farArm: [196, 186] },
  fight: { lean: 12, near: [40, -6], far: [-32, -42], nearArm: [84, 92], farArm: [34, 128] },
  dance: { lean: -8, near: [32, -38], far: [-10, -12], nearArm: [124, 146], farArm: [-96, -118] },
  hold: { lean: 3, near: [6, 0], far: [-8, -10], nearArm: [34, 108], farArm: [28, 96] },
  aim: { lean: 4, near: [14, 2], far: [-18, -22], nearArm: [86, 90], farArm: [78, 86] },
};

const [THIGH, SHIN, TORSO, UPPER, FORE, HEAD] = [24, 24.5, 31, 16, 15.5, 6.6];

const go = ([x, y]: Point, degrees: number, length: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return [x + Math.sin(angle) * length, y + Math.cos(angle) * length];
};

/** A limb that grows thinner: a quad with round ends. */
const taper = ([x0, y0]: Point, [x1, y1]: Point, r0: number, r1: number): string => {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [nx, ny] = [-(y1 - y0) / length, (x1 - x0) / length];
  return d`M${x0 + nx * r0} ${y0 + ny * r0}L${x1 + nx * r1} ${y1 + ny * r1}
    A${r1} ${r1} 0 0 0 ${x1 - nx * r1} ${y1 - ny * r1}L${x0 - nx * r0} ${y0 - ny * r0}
    A${r0} ${r0} 0 0 0 ${x0 + nx * r0} ${y0 + ny * r0}Z`;
};

export type Joints = {
  readonly hip: Point;
  readonly chest: Point;
  readonly head: Point;
  readonly hand: Point;
  readonly knees: readonly Point[];
};

type Skeleton = Joints & {
  readonly limbs: Readonly<Record<'near' | 'far' | 'nearArm' | 'farArm', readonly [Point, Point, Point]>>;
  readonly drop: number;
};

const skeleton = (pose: Pose): Skeleton => {
  const leg = ([thigh, shin]: readonly [number, number], offset: number): [Point, Point, Point] => {
    const knee = go([offset, 0], thigh, THIGH);
    return [[offset, 0], knee, go(knee, shin, SHIN)];
  };
  const chest = go([0, 0], 180 - pose.lean, TORSO);
  const arm = ([upper, fore]: readonly [number, number], offset: number): [Point, Point, Point] => {
    const shoulder: Point = [chest[0] + offset, chest[1] + 2.4];
    const elbow = go(shoulder, upper, UPPER);
    return [shoulder, elbow, go(elbow, fore, FORE)];
  };
  // Seen half from the front: the near side is behind the direction of the look.
  const [near, far, nearArm, farArm] = [
    leg(pose.near, -2.2),
    leg(pose.far, 2.2),
    arm(pose.nearArm, -5.6),
    arm(pose.farArm, 5.4),
  ];
  const lowest = Math.max(near[2][1], far[2][1], near[1][1] - 1, far[1][1] - 1) + 2.6;
  return {
    hip: [0, 0],
    chest,
    head: go(chest, 180 - pose.lean * 0.6, 9.8),
    hand: nearArm[2],
    knees: [near[1], far[1]],
    limbs: { near, far, nearArm, farArm },
    drop: -lowest,
  };
};

/** How a shape of this role is painted. */
type Dye = (role: 'skin' | 'cloth' | 'dark' | 'legs' | 'hair' | 'shoe' | 'eye') => Colour;

const legShapes = (bones: Skeleton, which: 'near' | 'far', dye: Dye, slim: number): string => {
  const [hip, knee, ankle] = bones.limbs[which];
  const colour = which === 'far' ? shade(dye('legs'), -0.22) : dye('legs');
  const toe: Point = [ankle[0] + 6.5, ankle[1] + 1.6];
  return (
    path(taper(hip, knee, 4.9 * slim, 3.5 * slim), colour) +
    path(taper(knee, ankle, 3.6 * slim, 2.3 * slim), colour) +
    path(taper([ankle[0] - 0.8, ankle[1] + 0.8], toe, 2.4, 1.5), dye('shoe'))
  );
};

const armShapes = (bones: Skeleton, which: 'nearArm' | 'farArm', dye: Dye, bare: boolean, slim: number): string => {
  const [shoulder, elbow, hand] = bones.limbs[which];
  const cloth = which === 'farArm' ? shade(dye('cloth'), -0.22) : shade(dye('cloth'), 0.06);
  const end = go(elbow, (Math.atan2(hand[0] - elbow[0], hand[1] - elbow[1]) * 180) / Math.PI, FORE + 2);
  return (
    circle(end[0], end[1], 2.1, dye('skin')) +
    path(taper(shoulder, elbow, 3.3 * slim, 2.6 * slim), cloth) +
    path(taper(elbow, hand, 2.6 * slim, 1.8), bare ? dye('skin') : cloth)
  );
};

const torso = (bones: Skeleton, looks: Looks, dye: Dye): string => {
  const [[hx, hy], [cx, cy]] = [bones.hip, bones.chest];
  const wide =
    (looks.kind === 'woman' ? 0.88 : looks.kind === 'child' ? 0.92 : looks.kind === 'soldier' ? 1.1 : 1) * 8.4;
  const waist: Point = [(hx + cx) / 2, (hy + cy) / 2];
  const long = looks.garment === 'coat' || looks.garment === 'robe' || looks.garment === 'dress';
  const body = `${curve([
    [cx - wide * 0.96, cy + 2.4],
    [cx - wide * 0.5, cy - 1.6],
    [cx, cy - 2.6],
    [cx + wide * 0.5, cy - 1.6],
    [cx + wide * 0.96, cy + 2.4],
    [waist[0] + wide * 0.7, waist[1]],
    [hx + wide * 0.8, hy + 3.5],
    [hx, hy + 6],
    [hx - wide * 0.8, hy + 3.5],
    [waist[0] - wide * 0.7, waist[1]],
    [cx - wide * 0.96, cy + 2.4],
  ])}Z`;
  const upright = Math.min(...bones.knees.map(([, y]) => y)) > THIGH * 0.7;
  const knees = bones.knees.map(([x, y]): Point => [x, y]);
  const reach = looks.garment === 'robe' && upright ? 2 : looks.garment === 'dress' ? 1.15 : 1.02;
  const foot = knees.map(([x, y]): Point => [x * reach, hy + (y - hy) * reach]).sort((one, other) => one[0] - other[0]);
  const [left, right] = [foot[0] ?? [0, 0], foot[1] ?? [0, 0]];
  const flare = looks.garment === 'dress' ? 6.5 : 4.6;
  const skirt = poly([
    [waist[0] - wide * 0.66, waist[1] + 2],
    [waist[0] + wide * 0.66, waist[1] + 2],
    [right[0] + flare, right[1]],
    [(left[0] + right[0]) / 2, Math.max(left[1], right[1]) + 2],
    [left[0] - flare, left[1]],
  ]);
  return (
    (long ? path(skirt, looks.garment === 'dress' ? dye('cloth') : shade(dye('cloth'), -0.1)) : '') +
    path(body, dye('cloth'))
  );
};

const head = (bones: Skeleton, looks: Looks, dye: Dye): string => {
  const [x, y] = bones.head;
  const size = looks.kind === 'child' ? HEAD * 1.25 : HEAD;
  let out = path(taper([bones.chest[0], bones.chest[1] - 1], [x - 0.4, y + 3], 2.9, 2.5), shade(dye('skin'), -0.18));
  if (looks.style === 'long')
    out += path(
      d`M${x - size * 0.95} ${y - size * 0.4}Q${x - size * 1.5} ${y + size} ${x - size * 1.1} ${y + size * 2.5}
        L${x + size * 0.2} ${y + size * 2}Z`,
      dye('hair'),
    );
  out += ellipse(x + 0.4, y, size * 0.82, size, dye('skin'));
  if (looks.headwear === 'hood')
    return (
      out +
      path(
        d`M${x - size * 1.2} ${y + size * 1.6}Q${x - size * 1.7} ${y - size * 1.6} ${x + size * 0.3} ${y - size * 1.4}
          Q${x + size * 0.2} ${y - size * 0.6} ${x + size * 0.1} ${y + size * 0.8}L${x + size * 0.7} ${y + size * 1.6}
          Z`,
        dye('cloth'),
      )
    );
  if (looks.headwear === 'helmet')
    return (
      out +
      path(
        d`M${x - size * 1.15} ${y + size * 0.35}
          A${size * 1.15} ${size * 1.15} 0 1 1 ${x + size * 1.15} ${y - size * 0.1}
          L${x + size * 0.3} ${y - size * 0.05}L${x - size * 0.2} ${y + size * 0.7}Z`,
        shade(dye('cloth'), 0.3),
      )
    );
  if (looks.style === 'bun') out += circle(x - size * 0.95, y - size * 0.85, size * 0.44, dye('hair'));
  if (looks.style === 'curly')
    for (const [dx, dy] of [
      [-0.9, 0.2],
      [-1, -0.4],
      [-0.7, -0.95],
      [-0.1, -1.15],
      [0.5, -0.95],
    ] as const)
      out += circle(x + dx * size, y + dy * size, size * 0.44, dye('hair'));
  if (looks.style !== 'bald')
    out += path(
      d`M${x - size * 0.98} ${y + size * (looks.style === 'bob' ? 0.95 : 0.42)}
        Q${x - size * 1.25} ${y - size * 1.05} ${x - size * 0.1} ${y - size * 1.16}
        Q${x + size * 0.85} ${y - size * 1.16} ${x + size * 0.86} ${y - size * 0.34}
        Q${x + size * 0.2} ${y - size * 0.5} ${x - size * 0.1} ${y - size * 0.44}
        Q${x - size * 0.3} ${y + size * 0.1} ${x - size * 0.4} ${y + size * (looks.style === 'bob' ? 0.9 : 0.4)}Z`,
      dye('hair'),
    );
  if (looks.headwear === 'hat')
    out +=
      ellipse(x + 0.6, y - size * 0.62, size * 1.6, size * 0.26, shade(dye('dark'), -0.1)) +
      path(
        d`M${x - size * 0.95} ${y - size * 0.66}Q${x - size * 0.9} ${y - size * 1.8} ${x} ${y - size * 1.55}
          Q${x + size * 0.95} ${y - size * 1.8} ${x + size} ${y - size * 0.66}Z`,
        dye('dark'),
      );
  if (looks.headwear === 'crown')
    out += path(
      d`M${x - size * 0.85} ${y - size * 0.7}l${-size * 0.1} ${-size * 0.9}l${size * 0.5} ${size * 0.4}
        l${size * 0.45} ${-size * 0.6}l${size * 0.45} ${size * 0.6}l${size * 0.5} ${-size * 0.4}
        l${-size * 0.1} ${size * 0.9}Z`,
      dye('dark'),
    );
  out +=
    stroke(
      d`M${x + size * 0.34} ${y - size * 0.12}v${size * 0.16}M${x + size * 0.66} ${y - size * 0.12}v${size * 0.16}`,
      dye('eye'),
      1,
    ) + stroke(d`M${x + size * 0.3} ${y + size * 0.52}h${size * 0.32}`, dye('eye'), 0.7, 0.7);
  if (looks.beard)
    out += path(
      d`M${x - size * 0.3} ${y + size * 0.25}Q${x + size * 0.1} ${y + size * 1.4} ${x + size * 0.8} ${y + size * 0.5}
        L${x + size * 0.8} ${y + size * 0.3}Z`,
      dye('hair'),
    );
  return out;
};

const assembled = (bones: Skeleton, looks: Looks, dye: Dye): string => {
  const bare = looks.garment === 'dress' || looks.garment === 'shirt';
  const slim = looks.kind === 'woman' ? 0.88 : looks.kind === 'soldier' ? 1.1 : 1;
  return (
    armShapes(bones, 'farArm', dye, bare, slim) +
    legShapes(bones, 'far', dye, slim) +
    legShapes(bones, 'near', dye, slim) +
    torso(bones, looks, dye) +
    head(bones, looks, dye) +
    armShapes(bones, 'nearArm', dye, bare, slim)
  );
};

export type Drawn = { readonly svg: string; readonly hand: Point; readonly hip: Point };

/**
 * `depth` fades the figure into the air. `side` is the side of the light as the figure is drawn, -1 left, 1 right.
 * `crisp` gives it edges of light and ink.
 */
export const figure = (
  palette: Palette,
  looks: Looks,
  posture: Posture,
  depth: number,
  side: -1 | 1,
  crisp = true,
): Drawn => {
  const bones = skeleton(POSES[posture]);
  const dye: Dye = (role) => {
    if (role === 'skin') return palette.skin(looks.skin, depth, 0.56);
    if (role === 'hair') return palette.tint(looks.hair, depth, 0.42);
    if (role === 'legs')
      return palette.tint(looks.garment === 'suit' || looks.kind === 'robot' ? looks.cloth : looks.legs, depth, 0.4);
    if (role === 'eye') return palette.ink;
    if (role === 'shoe') return palette.tint(shade(looks.legs, -0.45), depth, 0.35);
    if (role === 'dark') return palette.tint(mix(looks.cloth, looks.legs, 0.6), depth, 0.4);
    return palette.tint(looks.cloth, depth, 0.5);
  };
  const rim = mix(palette.key, palette.tint(looks.cloth, depth, 0.9), 0.25);
  // The light's edge is the same figure in the light's colour, shifted towards it; the ink's edge is opposite.
  const edge = (colour: Colour, x: number, y: number): string =>
    place(
      { x, y },
      assembled(bones, looks, () => colour),
    );
  const edges = crisp ? edge(mix(palette.ink, rim, depth * 0.6), -side * 0.5, 0.3) + edge(rim, side * 0.5, -0.4) : '';
  const upright = place({ x: 0, y: bones.drop }, edges, assembled(bones, looks, dye));
  const lift = ([x, y]: Point): Point => [x, y + bones.drop];
  return posture === 'lie'
    ? { svg: place({ x: -48, y: -8, turn: 88 }, upright), hand: [0, -8], hip: [0, -8] }
    : { svg: upright, hand: lift(bones.hand), hip: lift(bones.hip) };
};

/** The soft shadow at the feet. */
export const footing = (palette: Palette, x: number, y: number, height: number, side: -1 | 1): string =>
  ellipse(x - side * height * 0.12, y, height * 0.24, height * 0.028, palette.ink, 0.42) +
  stroke(d`M${x - height * 0.09} ${y}h${height * 0.18}`, palette.ink, 1.4, 0.4);
