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
