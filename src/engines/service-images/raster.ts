/** Pixels: the only file of the painter that knows the image library. */
import sharp from 'sharp';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Size } from './panel.ts';
import { development } from './development.ts';
import { measure } from './meter.ts';
import { type Reference, referenceOf } from './reference.ts';
import type { Exposure } from './light-meter.ts';

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
  return referenceOf(spread(pixels.data, pixels.info.channels));
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

/** Grey pixels as RGB ones. */
const spread = (data: Uint8Array, channels: number): Uint8Array =>
  channels === 3
    ? data
    : Uint8Array.from({ length: (data.length / channels) * 3 }, (_, i) => data[Math.floor(i / 3) * channels] ?? 0);

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
  const { matrix, offsets } = development(measure(drawn), exposure, reference, adherence);
  let picture = sharp(drawn, { raw });
  const sigma = exposure.blur * Math.max(size.width, size.height);
  if (sigma >= 0.3) picture = picture.blur(sigma);
  else if (exposure.sharpen) picture = picture.convolve(SHARPEN);
  // Without a reference all three gains are one, and the matrix, which takes its time, is not needed.
  const [[gain]] = matrix;
  picture =
    reference === null
      ? picture.linear([gain, gain, gain], [...offsets])
      : picture.recomb([[...matrix[0]], [...matrix[1]], [...matrix[2]]]).linear([1, 1, 1], [...offsets]);
  return picture.jpeg({ quality: JPEG_QUALITY }).toBuffer();
};
