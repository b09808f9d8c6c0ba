/** Vehicles. Each is 100 units tall with its foot at 0,0, except flying ones. */
import { lch, mix, shade } from '../../drawing/colour.ts';
import { circle, d, ellipse, path, rect, stroke } from '../../drawing/svg.ts';
import { BROWN, DARK, type Draw, METAL, type Paint, WHITE, WOOD } from './stuff.ts';

const wheel = (paint: Paint, x: number, radius: number): string =>
  circle(x, -radius, radius, paint(DARK, 0.3)) +
  circle(x, -radius, radius * 0.52, paint(METAL, 0.6)) +
  circle(x, -radius, radius * 0.18, paint(DARK));

export const vehicles = {
  car: (paint, palette) => {
    const body = paint(mix(palette.accent, lch(0.5, 0.08, 30), 0.3), 0.5);
    return (
      path(d`M-112 -18Q-118 -54 -92 -58L-58 -62Q-34 -98 4 -98H34Q58 -98 84 -62L108 -54Q118 -48 114 -18Z`, body) +
      path(d`M-46 -62Q-28 -88 -2 -89V-62ZM8 -89H32Q50 -88 70 -62H8Z`, mix(palette.zenith, palette.key, 0.25)) +
      path(d`M-114 -36H114L113 -18H-113Z`, shade(body, -0.32)) +
      stroke(d`M3 -62V-24M-106 -46H110`, shade(body, -0.45), 2) +
      wheel(paint, -66, 21) +
      wheel(paint, 70, 21) +
      ellipse(108, -46, 6, 7, palette.lamp) +
      ellipse(-110, -46, 4, 7, paint(lch(0.5, 0.2, 27))) +
      stroke(d`M-56 -64Q-34 -96 4 -97H34`, palette.key, 2.4, 0.7)
    );
  },
  truck: (paint, palette) => {
    const body = paint(mix(palette.accent, WHITE, 0.35));
    return (
      rect(-96, -100, 130, 84, body, 1, 5) +
      rect(-96, -60, 130, 9, palette.accent, 0.8) +
      path(d`M36 -16V-82H66Q80 -80 88 -50L98 -44V-16Z`, shade(body, -0.15)) +
      path(d`M44 -74H64Q74 -72 80 -50H44Z`, mix(palette.zenith, palette.key, 0.3)) +
      rect(-98, -20, 198, 9, paint(DARK)) +
      wheel(paint, -60, 17) +
      wheel(paint, 66, 17) +
      circle(95, -34, 5, palette.lamp)
    );
  },
  bicycle: (paint, palette) =>
    stroke(
      d`M-52 -32m-30 0a30 30 0 1 0 60 0a30 30 0 1 0 -60 0M52 -32m-30 0a30 30 0 1 0 60 0a30 30 0 1 0 -60 0`,
      paint(DARK, 0.4),
      6,
    ) +
    stroke(
      d`M-52 -32L-22 -78H34L52 -32M-22 -78L4 -34L34 -78M-52 -32H4M34 -78L30 -96H46M-24 -86H-36H-14`,
      paint(palette.accent, 0.55),
      6,
    ),
  boat: (paint, palette) =>
    path(d`M-92 -26H92Q76 4 50 4H-54Q-82 2 -92 -26Z`, paint(BROWN, 0.5)) +
    path(d`M-90 -26H91L88 -17H-87Z`, paint(WHITE, 0.6)) +
    stroke(d`M4 -26V-132`, paint(WOOD), 5) +
    path(d`M10 -128Q58 -84 64 -34H10Z`, paint(WHITE, 0.66)) +
    path(d`M-2 -118Q-40 -80 -46 -36H-2Z`, paint(mix(WHITE, palette.accent, 0.55), 0.5)),
  train: (paint, palette) => {
    const body = paint(mix(palette.accent, DARK, 0.3));
    let out =
      path(d`M-190 -12V-84Q-190 -98 -176 -98H120Q170 -94 186 -40V-12Z`, body) +
      path(d`M-188 -36H186L184 -24H-188Z`, shade(body, 0.4));
    for (let i = 0; i < 6; i += 1) out += rect(-172 + i * 48, -82, 34, 28, palette.lamp, 0.9, 3);
    return (
      out +
      path(d`M130 -88Q158 -80 172 -50H130Z`, mix(palette.zenith, palette.key, 0.3)) +
      rect(-192, -12, 380, 8, paint(DARK)) +
      [-150, -110, 60, 110].map((x) => wheel(paint, x, 11)).join('')
    );
  },
  plane: (paint) =>
    path(d`M-110 -46Q-40 -66 86 -60Q112 -56 116 -46Q100 -34 60 -34H-84Z`, paint(WHITE, 0.62)) +
    path(
      d`M-108 -48L-124 -96H-104L-76 -54ZM-10 -46L-52 -4H-30L40 -42ZM-14 -58L-30 -88H-16L24 -58Z`,
      paint(METAL, 0.4),
    ) +
    stroke(d`M-60 -50H84`, paint(DARK), 3, 0.6) +
    path(d`M88 -58Q106 -54 110 -49H90Z`, paint(DARK)),
  rocket: (paint, palette) =>
    path(d`M-20 -14Q-26 -66 0 -104Q26 -66 20 -14Z`, paint(WHITE, 0.6)) +
    path(d`M0 -104Q26 -66 20 -14H4Q10 -66 0 -104Z`, paint(METAL, 0.25), 0.7) +
    path(d`M-20 -40L-44 -4L-18 -14ZM20 -40L44 -4L18 -14Z`, paint(palette.accent)) +
    circle(0, -66, 9, paint(DARK)) +
    circle(0, -66, 6, palette.lamp) +
    path(d`M-12 -12Q0 44 12 -12Z`, palette.lamp, 0.95) +
    path(d`M-6 -12Q0 24 6 -12Z`, WHITE),
} satisfies Readonly<Record<string, Draw>>;
