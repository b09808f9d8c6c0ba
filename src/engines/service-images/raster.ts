/** Pixels: the only file of the painter that knows the image library. */
import sharp from 'sharp';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Size } from './panel.ts';
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

export type Reference = {
  readonly swatches: readonly Swatch[];
  /** Mean of each channel, 0 to 255. */
  readonly mean: readonly [red: number, green: number, blue: number];
};

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

const summarise = (data: Uint8Array, channels: number): Reference => {
  const count = data.length / channels;
  const at = (i: number, channel: number): number => data[i * channels + (channels < 3 ? 0 : channel)] ?? 0;
  const sums: [number, number, number] = [0, 0, 0];
  const swatches: Swatch[] = [];
  for (let i = 0; i < count; i += 1) {
    const [red, green, blue] = [at(i, 0), at(i, 1), at(i, 2)];
    sums[0] += red;
    sums[1] += green;
    sums[2] += blue;
    if (i % 3 === 0) swatches.push({ colour: fromRgb(red, green, blue), share: 3 / count });
  }
  return { swatches, mean: [sums[0] / count, sums[1] / count, sums[2] / count] };
};

const LUMA = [0.299, 0.587, 0.114] as const;
const SAMPLES = 16_384;

type Measured = { readonly mean: readonly [number, number, number]; readonly luma: number; readonly deviation: number };

/** What the meter sees on evenly spread samples of RGB pixels. */
const measure = (data: Uint8Array): Measured => {
  const count = data.length / 3;
  const step = Math.max(1, Math.floor(count / SAMPLES)) * 3;
  const sums = [0, 0, 0] as [number, number, number];
  let [luma, squares, samples] = [0, 0, 0];
  for (let i = 0; i < data.length; i += step) {
    const [red, green, blue] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
    const value = LUMA[0] * red + LUMA[1] * green + LUMA[2] * blue;
    sums[0] += red;
    sums[1] += green;
    sums[2] += blue;
    luma += value;
    squares += value * value;
    samples += 1;
  }
  const mean = luma / samples;
  return {
    mean: [sums[0] / samples, sums[1] / samples, sums[2] / samples],
    luma: mean,
    deviation: Math.sqrt(Math.max(1, squares / samples - mean * mean)),
  };
};

/** Bounds on how far a scene is pushed: past these, noise would be all that is left. */
const GAIN: readonly [number, number] = [0.06, 2.6];

/** Channel gains and offsets that bring what was measured to the exposure, and its colour cast to the reference's. */
const development = (
  seen: Measured,
  exposure: Exposure,
  reference: Reference | null,
  adherence: number,
): { gain: number; offsets: number[] } => {
  const [low, high] = GAIN;
  const gain = Math.min(high, Math.max(low, exposure.deviation / seen.deviation));
  const refLuma =
    reference === null ? 0 : LUMA[0] * reference.mean[0] + LUMA[1] * reference.mean[1] + LUMA[2] * reference.mean[2];
  const offsets = seen.mean.map((mean, channel) => {
    const cast = (mean - seen.luma) * gain;
    const wanted = reference === null ? cast : cast + ((reference.mean[channel] ?? 0) - refLuma - cast) * adherence;
    return exposure.mean + wanted - mean * gain;
  });
  return { gain, offsets };
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
  picture = picture.linear([gain, gain, gain], offsets);
  return await picture.jpeg({ quality: JPEG_QUALITY }).toBuffer();
};
