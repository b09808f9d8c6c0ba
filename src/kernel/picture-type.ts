/** The kind of a picture by its first bytes: neither a name nor a header counts. */

/** Bytes that tell the kind of every known picture. */
export const PICTURE_HEAD_BYTES = 12;

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

/** Null: none of them. SVG is missing on purpose: it can carry script. */
export const pictureTypeOf = (bytes: Uint8Array): PictureType | null => {
  const head = Buffer.from(bytes.subarray(0, PICTURE_HEAD_BYTES)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : null;
};

/** The pictures that are decoded: PNG, JPEG and WebP only, so that no other decoder is ever asked. */
export const rasterTypeOf = (bytes: Uint8Array): Exclude<PictureType, 'image/gif'> | null => {
  const type = pictureTypeOf(bytes);
  return type === 'image/gif' ? null : type;
};
