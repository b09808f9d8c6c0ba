/** Decoding: the only file of the scorer that knows the image library. */
import sharp from 'sharp';
import { limits } from '../kernel/limits.ts';
import { rasterTypeOf } from '../kernel/picture-type.ts';

// One thread and no cache for each pipeline: the gate bounds how many there are, and memory stays flat.
sharp.concurrency(1);
sharp.cache(false);

/** The longer side of the copy that is judged. Larger pictures are scaled down to it, smaller ones stay. */
const COPY_SIDE = 512;

/** The part of a picture that the metrics see. */
export type Pixels = {
  /** Of the picture itself, upright. */
  readonly width: number;
  readonly height: number;
  /** Of the copy: RGB, three bytes for each pixel, row by row. */
  readonly copy: { readonly width: number; readonly height: number; readonly rgb: Uint8Array };
};

/**
 * Null when the bytes do not decode: another format, torn, over the size or pixel bound. Transparent parts are seen
 * over mid-grey, so that they are neither dark nor light.
 */
export const decode = async (bytes: Uint8Array): Promise<Pixels | null> => {
  if (bytes.length > limits.imageBytesMax || rasterTypeOf(bytes) === null) return null;
  const guards = { limitInputPixels: limits.imagePixelsMax, failOn: 'error' } as const;
  try {
    const { autoOrient } = await sharp(bytes, guards).metadata();
    const { data, info } = await sharp(bytes, guards)
      .autoOrient()
      .resize(COPY_SIDE, COPY_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#808080' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const rgb = info.channels === 3 ? data : spread(data, info.channels);
    return {
      width: autoOrient.width,
      height: autoOrient.height,
      copy: { width: info.width, height: info.height, rgb },
    };
  } catch {
    // Every error of the decoder has the same verdict: the bytes are no picture.
    return null;
  }
};

/** Grey pixels as RGB ones. */
const spread = (data: Uint8Array, channels: number): Uint8Array => {
  const rgb = new Uint8Array((data.length / channels) * 3);
  for (let i = 0; i < rgb.length; i += 1) rgb[i] = data[Math.floor(i / 3) * channels] ?? 0;
  return rgb;
};
