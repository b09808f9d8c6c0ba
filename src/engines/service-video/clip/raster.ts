/** Pixels of pictures and drawings: the only file of the engine that knows the image library. */
import sharp from 'sharp';
import { Fault } from '../../../kernel/faults.ts';
import { dispatchLimits } from '../../../kernel/limits/dispatch.ts';
import { rasterTypeOf } from '../../../kernel/picture-type.ts';
import type { Size } from '../plan/geometry.ts';

// One thread and no cache: jobs share the machine by processes.
sharp.concurrency(1);
sharp.cache(false);
// No other decoder sees bytes from outside, whatever they claim to be. SVG is for the drawings of this engine.
const READERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadSvg'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });

/**
 * A picture as RGB pixels of this size. It is cut where its shape differs, around the part that draws most attention.
 * Fault `rejected`: no picture, or one of too many pixels, which is found out before any is decoded.
 */
export const pictureOf = async (bytes: Uint8Array, size: Size): Promise<Uint8Array> => {
  if (rasterTypeOf(bytes) === null) throw new Fault('rejected', 'the start frame is not PNG, JPEG or WebP');
  return sharp(bytes, { limitInputPixels: dispatchLimits.imagePixelsMax, failOn: 'error' })
    .autoOrient()
    .resize({ ...size, fit: 'cover', position: 'attention' })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
    .catch((cause: unknown) => {
      throw new Fault('rejected', `the start frame cannot be read: ${messageOf(cause)}`, { cause });
    });
};

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

const svgOf = ({ width, height }: Size, content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}">${content}</svg>`,
  );

/** A drawing without alpha, as RGB pixels. */
export const drawn = async (size: Size, content: string): Promise<Uint8Array> =>
  sharp(svgOf(size, content)).removeAlpha().toColourspace('srgb').raw().toBuffer();

/** A drawing as RGBA pixels, not premultiplied. */
export const drawnOver = async (size: Size, content: string): Promise<Uint8Array> =>
  sharp(svgOf(size, content)).ensureAlpha().toColourspace('srgb').raw().toBuffer();
