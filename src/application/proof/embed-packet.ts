/**
 * Puts an XMP packet into a picture as it is: no pixel is decoded. Without the packet the bytes are those before. By
 * ISO 16684-1, annex A, it is an `iTXt` chunk of a PNG, and an APP1 segment of a JPEG.
 */
import { PICTURE_HEAD_BYTES, pictureTypeOf } from '../../kernel/picture-type.ts';

type Part = { readonly id: string; readonly from: number; readonly to: number };

/**
 * Undefined: the picture stays as it is. It is of another type, is not whole, or has XMP or Content Credentials of its
 * own. A second packet is not allowed, and a change would break the credentials.
 */
export const embedPacket = (picture: Uint8Array, packet: Uint8Array): Buffer | undefined => {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  const type = pictureTypeOf(bytes.subarray(0, PICTURE_HEAD_BYTES));
  if (type === 'image/png') return intoPng(bytes, packet);
  return type === 'image/jpeg' ? intoJpeg(bytes, packet) : undefined;
};

const PNG_KEYWORD = 'XML:com.adobe.xmp';
/** No compression, no language, no translated keyword. */
const PNG_TEXT = Buffer.from(`${PNG_KEYWORD}\0\0\0\0\0`, 'latin1');

const intoPng = (bytes: Buffer, packet: Uint8Array): Buffer | undefined => {
  const parts = pngParts(bytes);
  const [header] = parts;
  if (header?.id !== 'IHDR' || parts.at(-1)?.id !== 'IEND') return undefined;
  const isOwn = ({ id, from }: Part): boolean =>
    id === 'caBX' ||
    (id === 'iTXt' && bytes.toString('latin1', from + 8, from + 8 + PNG_KEYWORD.length) === PNG_KEYWORD);
  if (parts.some(isOwn)) return undefined;
  const typed = Buffer.concat([Buffer.from('iTXt'), PNG_TEXT, packet]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(typed.length - 4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([bytes.subarray(0, header.to), length, typed, sum, bytes.subarray(header.to)]);
};

/** Up to the end chunk; those of a broken file end earlier. */
const pngParts = (bytes: Buffer): readonly Part[] => {
  const parts: Part[] = [];
  for (let from = 8; from + 12 <= bytes.length;) {
    const to = from + 12 + bytes.readUInt32BE(from);
    const id = bytes.toString('latin1', from + 4, from + 8);
    if (to > bytes.length) break;
    parts.push({ id, from, to });
    if (id === 'IEND') break;
    from = to;
  }
  return parts;
};

const JPEG_XMP = 'http://ns.adobe.com/xap/1.0/\0';
const [APP0, APP1, APP11, SCAN] = [0xe0, 0xe1, 0xeb, 0xda];
/** A segment names its size, these two bytes included, in 16 bits. */
const JPEG_SIZE_MAX = 0xffff;

const intoJpeg = (bytes: Buffer, packet: Uint8Array): Buffer | undefined => {
  const content = Buffer.concat([Buffer.from(JPEG_XMP, 'latin1'), packet]);
  const segments = jpegSegments(bytes);
  const isOwn = ({ marker, from }: Segment): boolean =>
    marker === APP11 ||
    (marker === APP1 && bytes.toString('latin1', from + 4, from + 4 + JPEG_XMP.length) === JPEG_XMP);
  if (segments.at(-1)?.marker !== SCAN || segments.some(isOwn) || content.length + 2 > JPEG_SIZE_MAX) return undefined;
  // JFIF and Exif each ask for the first place.
  const first = segments.findIndex(({ marker }) => marker !== APP0 && marker !== APP1);
  const at = segments[first]?.from ?? bytes.length;
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([bytes.subarray(0, at), head, content, bytes.subarray(at)]);
};

type Segment = { readonly marker: number; readonly from: number };

/** Up to the first scan; those of a broken file end earlier. */
const jpegSegments = (bytes: Buffer): readonly Segment[] => {
  const segments: Segment[] = [];
  for (let from = 2; from + 4 <= bytes.length && bytes[from] === 0xff;) {
    const marker = bytes[from + 1] ?? 0;
    const to = from + 2 + bytes.readUInt16BE(from + 2);
    if (to > bytes.length) break;
    segments.push({ marker, from });
    if (marker === SCAN) break;
    from = to;
  }
  return segments;
};

/** CRC-32 of a chunk of a PNG (ISO 15948, annex D). By the bit: for a few thousand bytes, without a table. */
const POLYNOMIAL = 0xedb88320;

const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ ((sum & 1) === 1 ? POLYNOMIAL : 0);
  }
  return ~sum >>> 0;
};
