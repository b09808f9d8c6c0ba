/** Pictures small enough to be embedded in the page. */
import sharp from 'sharp';

/** A JPEG as a data URL, `width` pixels wide. */
export const inlinePicture = async (picture: Uint8Array, width: number): Promise<string> => {
  const small = await sharp(picture).resize({ width, withoutEnlargement: true }).jpeg({ quality: 80 }).toBuffer();
  return `data:image/jpeg;base64,${small.toString('base64')}`;
};
