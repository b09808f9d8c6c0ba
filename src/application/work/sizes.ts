/** Pixels of a picture by aspect ratio: 720 lines' worth, as storyboards are drawn. */
const SIZES: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {
  '1:1': { width: 960, height: 960 },
  '16:9': { width: 1280, height: 720 },
  '4:3': { width: 1120, height: 840 },
  '3:2': { width: 1176, height: 784 },
  '2:3': { width: 784, height: 1176 },
  '3:4': { width: 840, height: 1120 },
  '9:16': { width: 720, height: 1280 },
  '21:9': { width: 1470, height: 630 },
};

export const sizeOf = (aspectRatio: string): { readonly width: number; readonly height: number } =>
  SIZES[aspectRatio] ?? { width: 1280, height: 720 };

/** Pixels of a film by the length of its shorter side and its aspect ratio; even, as encoders need them. */
export type Resolution = '768P' | '1080P';
export type FilmRatio = '16:9' | '9:16' | '1:1' | '4:5' | '2:3';

const SHORT_SIDE: Readonly<Record<Resolution, number>> = { '768P': 768, '1080P': 1_080 };

/** Pixels of a film by the length of its shorter side and its aspect ratio; even, as encoders need them. */
export const filmSize = (
  resolution: Resolution,
  ratio: FilmRatio,
): { readonly width: number; readonly height: number } => {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const short = SHORT_SIDE[resolution];
  const long = Math.round((short * Math.max(across, down)) / Math.min(across, down) / 2) * 2;
  return across >= down ? { width: long, height: short } : { width: short, height: long };
};
