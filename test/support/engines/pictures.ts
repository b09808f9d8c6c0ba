/** Pictures drawn by a rule, for what judges pictures. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export type Rgb = readonly [red: number, green: number, blue: number];

/** Given by the pixel's place and by noise that is always the same, 0 up to 1. */
export type Rule = (at: { readonly x: number; readonly y: number; readonly noise: number }) => number | Rgb;

/** Large enough that the judge looks at it as it is. */
export const PICTURE = { width: 512, height: 288 } as const;

const pixels = (rule: Rule): Buffer => {
  const { width, height } = PICTURE;
  const out = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let i = 0; i < width * height; i += 1) {
    // A linear congruential generator (Numerical Recipes): any noise will do, as long as it stays the same.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const value = rule({ x: i % width, y: Math.floor(i / width), noise: state / 4_294_967_296 });
    const rgb = typeof value === 'number' ? [value, value, value] : value;
    for (const [channel, level] of rgb.entries()) out[i * 3 + channel] = Math.min(255, Math.max(0, Math.round(level)));
  }
  return out;
};

const picture = (rule: Rule) => sharp(pixels(rule), { raw: { ...PICTURE, channels: 3 } });

/** By their rules, which are drawn once each. */
const kept = new WeakMap<Rule, Map<string, Promise<Buffer>>>();

/** Bytes of their own for each caller: some change them. */
const once = async (rule: Rule, kind: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
  const kinds = kept.get(rule) ?? new Map<string, Promise<Buffer>>();
  kept.set(rule, kinds);
  const drawn = kinds.get(kind) ?? draw();
  kinds.set(kind, drawn);
  return Buffer.from(await drawn);
};

export const png = (rule: Rule): Promise<Buffer> =>
  once(rule, 'png', async () => picture(rule).png({ compressionLevel: 1 }).toBuffer());

export const jpeg = (rule: Rule, quality = 90): Promise<Buffer> =>
  once(rule, `jpeg ${quality}`, async () => picture(rule).jpeg({ quality }).toBuffer());

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
};

/** A PNG of black pixels, one bit each: a few kilobytes, whatever it unfolds to. `rows`: as many as it has in truth. */
export const blackPng = (width: number, height: number, rows = height): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
};
