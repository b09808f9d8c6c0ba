/** Pixels of a film by the length of its shorter side and its aspect ratio; even, as encoders need them. */
export type Resolution = '768P' | '1080P';
export type FilmRatio = '16:9' | '9:16' | '1:1' | '4:5' | '2:3';

const SHORT_SIDE: Readonly<Record<Resolution, number>> = { '768P': 768, '1080P': 1_080 };

export const filmSize = (
  resolution: Resolution,
  ratio: FilmRatio,
): { readonly width: number; readonly height: number } => {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const short = SHORT_SIDE[resolution];
  const long = Math.round((short * Math.max(across, down)) / Math.min(across, down) / 2) * 2;
  return across >= down ? { width: long, height: short } : { width: short, height: long };
};
