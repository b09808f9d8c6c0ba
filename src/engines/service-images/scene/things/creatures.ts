/** Living things, people apart. Each is 100 units tall with its foot at 0,0, except flying ones. */
import { lch, mix } from '../../drawing/colour.ts';
import { circle, d, ellipse, path, stroke } from '../../drawing/svg.ts';
import { conifer, leafTree } from '../places/trees.ts';
import { BROWN, DARK, type Draw } from './stuff.ts';

export const creatures = {
  dog: (paint) =>
    path(
      d`M-58 -62Q-76 -92 -82 -90Q-74 -62 -62 -48L-60 0H-48L-42 -36H24L30 0H42L44 -52Q54 -58 52 -74L70 -68
        Q86 -66 84 -76L62 -92L58 -104L48 -96L36 -98Q28 -74 18 -66H-50Z`,
      paint(BROWN, 0.45),
    ) +
    circle(62, -82, 3, paint(DARK, 0.1)) +
    path(d`M-46 -40L-36 0H-26L-28 -40ZM14 -40L16 0H26L26 -40Z`, paint(BROWN, 0.22)),
  cat: (paint) =>
    path(d`M-26 0Q-36 -40 -10 -58Q-16 -84 -14 -102L0 -90H14L28 -102Q30 -84 24 -64Q40 -40 34 0Z`, paint(DARK, 0.4)) +
    stroke(d`M30 -4Q70 -6 62 -52`, paint(DARK, 0.4), 9) +
    circle(2, -78, 3.4, lch(0.8, 0.16, 110)) +
    circle(17, -78, 3.4, lch(0.8, 0.16, 110)),
  horse: (paint) =>
    path(
      d`M-66 -60Q-92 -50 -84 -8Q-98 -40 -82 -68Q-66 -80 -30 -72Q4 -66 20 -76Q30 -104 54 -112L58 -122L64 -110
        Q78 -98 92 -74Q86 -64 78 -70Q62 -82 56 -76Q54 -50 40 -40L46 0H36L26 -36Q-14 -26 -38 -38L-46 0H-56L-52 -40Z`,
      paint(BROWN, 0.45),
    ) +
    path(d`M-40 -38L-32 0H-23L-26 -40ZM14 -36L22 0H31L28 -38Z`, paint(BROWN, 0.2)) +
    path(d`M50 -112Q22 -98 18 -66Q34 -92 54 -106Z`, paint(DARK, 0.3)),
  bird: (paint, _palette, random) =>
    Array.from(
      { length: 7 },
      () => [random.between(-130, 130), random.between(-120, 20), random.between(10, 24)] as const,
    )
      .map(([x, y, size]) =>
        stroke(
          d`M${x - size} ${y - size * 0.3}Q${x - size * 0.4} ${y - size * 0.7} ${x} ${y}
            Q${x + size * 0.4} ${y - size * 0.7} ${x + size} ${y - size * 0.3}`,
          paint(DARK, 0.3),
          4,
        ),
      )
      .join(''),
  tree: (paint, _palette, random) => {
    const green = lch(0.5, 0.1, random.between(115, 145));
    return random.chance(0.6)
      ? leafTree(random, 0, 0, 100, paint(green, 0.6), paint(green, 0.2), paint(BROWN))
      : conifer(0, 0, 100, paint(mix(green, DARK, 0.2), 0.35));
  },
  flower: (paint, palette) =>
    stroke(d`M0 0Q-4 -34 0 -70M0 -34Q-24 -44 -30 -58M0 -26Q20 -32 28 -46`, paint(lch(0.5, 0.12, 145)), 5) +
    Array.from({ length: 7 }, (_, i) =>
      ellipse(
        Math.sin((i * Math.PI * 2) / 7) * 17,
        -82 - Math.cos((i * Math.PI * 2) / 7) * 17,
        12,
        12,
        paint(palette.accent, 0.5 + (i % 2) * 0.14),
      ),
    ).join('') +
    circle(0, -82, 9, palette.lamp),
} satisfies Readonly<Record<string, Draw>>;
