/** Colours in OKLab (Björn Ottosson, 2020), where mixing and lightening look the way that the words promise. */

/** `l` 0 (black) to 1 (white); `a` green to red; `b` blue to yellow, both about -0.3 to 0.3. */
export type Colour = { readonly l: number; readonly a: number; readonly b: number };

/** From lightness, chroma (0 grey to about 0.3) and hue in degrees (30 red, 110 yellow, 145 green, 260 blue). */
export const lch = (l: number, chroma: number, hue: number): Colour => {
  const angle = (hue * Math.PI) / 180;
  return { l, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) };
};

export const mix = (from: Colour, to: Colour, share: number): Colour => ({
  l: from.l + (to.l - from.l) * share,
  a: from.a + (to.a - from.a) * share,
  b: from.b + (to.b - from.b) * share,
});

/** Lighter by a share of the way to white; when negative, darker by a share of the way to black. */
export const shade = (colour: Colour, share: number): Colour =>
  share >= 0
    ? { l: colour.l + (1 - colour.l) * share, a: colour.a * (1 - share), b: colour.b * (1 - share) }
    : { l: colour.l * (1 + share), a: colour.a * (1 + share), b: colour.b * (1 + share) };

export const withChroma = (colour: Colour, factor: number): Colour => ({
  l: colour.l,
  a: colour.a * factor,
  b: colour.b * factor,
});

const toByte = (linear: number): number => {
  const bounded = Math.min(1, Math.max(0, linear));
  const encoded = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
};

/** `#rrggbb`, each channel cut off at its ends. */
export const hex = ({ l, a, b }: Colour): string => {
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = toByte(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z);
  const green = toByte(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z);
  const blue = toByte(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z);
  return `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`;
};

const toLinear = (byte: number): number => {
  const encoded = byte / 255;
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
};

/** From sRGB bytes. */
export const fromRgb = (red: number, green: number, blue: number): Colour => {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const x = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const y = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const z = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * x + 0.793617785 * y - 0.0040720468 * z,
    a: 1.9779984951 * x - 2.428592205 * y + 0.4505937099 * z,
    b: 0.0259040371 * x + 0.7827717662 * y - 0.808675766 * z,
  };
};
