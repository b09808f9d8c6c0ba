/** Pixels: the only file of the painter that knows the image library. */
import sharp from 'sharp';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Size } from './panel.ts';
import type { Reference } from './development.ts';
import { development, measure } from './development.ts';
import type { Exposure } from './light-meter.ts';
import type { Swatch } from './palette.ts';
import { fromRgb } from './colour.ts';

// One thread and no cache for each pipeline: the gate bounds how many there are, and memory stays flat.
sharp.concurrency(1);
sharp.cache(false);

const JPEG_QUALITY = 90;
const SWATCH_SIDE = 24;
/** A plain 3 x 3 kernel: the library's own sharpening works in Lab and takes four times as long as the drawing. */
const SHARPEN = { width: 3, height: 3, kernel: [0, -1, 0, -1, 8, -1, 0, -1, 0], scale: 4 };

/** The colours of a picture on a small copy. Fault `rejected` when the bytes are no picture that can be read. */
export const readReference = async (bytes: Uint8Array): Promise<Reference> => {
  if (bytes.length > limits.imageBytesMax) throw new Fault('rejected', 'a reference picture is too large');
  if (!isRaster(bytes)) throw new Fault('rejected', 'a reference picture is not PNG, JPEG or WebP');
  const pixels = await sharp(bytes, { limitInputPixels: limits.imagePixelsMax, failOn: 'error' })
    .resize(SWATCH_SIDE, SWATCH_SIDE, { fit: 'fill' })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new Fault('rejected', 'a reference picture cannot be read', { cause });
    });
  return summarise(pixels.data, pixels.info.channels);
};

/** By the first bytes; no other decoder is ever asked. */
const isRaster = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return (
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('\xff\xd8\xff') ||
    (head.startsWith('RIFF') && head.slice(8) === 'WEBP')
  );
};

/** Colours are followed by their lightness, so one mean colour for each of these steps is all that is kept. */
const LIGHTNESS_STEPS = 16;

const summarise = (data: Uint8Array, channels: number): Reference => {
  const count = data.length / channels;
  const at = (i: number, channel: number): number => data[i * channels + (channels < 3 ? 0 : channel)] ?? 0;
  const sums: [number, number, number] = [0, 0, 0];
  const steps = new Map<number, { l: number; a: number; b: number; count: number }>();
  for (let i = 0; i < count; i += 1) {
    const [red, green, blue] = [at(i, 0), at(i, 1), at(i, 2)];
    sums[0] += red;
    sums[1] += green;
    sums[2] += blue;
    const { l, a, b } = fromRgb(red, green, blue);
    const step = Math.floor(l * LIGHTNESS_STEPS);
    const sum = steps.get(step) ?? { l: 0, a: 0, b: 0, count: 0 };
    steps.set(step, { l: sum.l + l, a: sum.a + a, b: sum.b + b, count: sum.count + 1 });
  }
  const swatches = [...steps.values()].map((sum): Swatch => ({
    colour: { l: sum.l / sum.count, a: sum.a / sum.count, b: sum.b / sum.count },
    share: sum.count / count,
  }));
  return { swatches, mean: [sums[0] / count, sums[1] / count, sums[2] / count] };
};

export type Develop = {
  readonly size: Size;
  readonly exposure: Exposure;
  readonly reference: Reference | null;
  readonly adherence: number;
};

/** Draws the SVG, exposes it and encodes it. */
export const develop = async (svg: string, { size, exposure, reference, adherence }: Develop): Promise<Uint8Array> => {
  const raw = { width: size.width, height: size.height, channels: 3 } as const;
  const drawn = await sharp(Buffer.from(svg), { limitInputPixels: limits.imagePixelsMax })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const { gain, offsets } = development(measure(drawn), exposure, reference, adherence);
  let picture = sharp(drawn, { raw });
  const sigma = exposure.blur * Math.max(size.width, size.height);
  if (sigma >= 0.3) picture = picture.blur(sigma);
  else if (exposure.sharpen) picture = picture.convolve(SHARPEN);
  picture = picture.linear([gain, gain, gain], [...offsets]);
  return picture.jpeg({ quality: JPEG_QUALITY }).toBuffer();
};
