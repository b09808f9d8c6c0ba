/** A track of text as an MP4 of its own, which the program copies into a film. Pure. */
import { TEXT_DESCRIPTION, textBytes, type TextSample } from '../assembly/text-samples.ts';

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
};

const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(8 + content.length), Buffer.from(type, 'latin1'), content]);
};

/** No move, no turn. */
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const PER_SECOND = 1_000;
const UNDETERMINED = 0x55c4;

/** Samples without a gap between them: one without a text fills each. */
const withGaps = (samples: readonly TextSample[]): readonly TextSample[] =>
  samples.flatMap((sample, at) => {
    const from = samples[at - 1]?.until ?? 0;
    return from < sample.from ? [{ from, until: sample.from, bytes: textBytes('') }, sample] : [sample];
  });

export const textFile = (texts: readonly TextSample[]): Buffer => {
  const samples = withGaps(texts);
  const duration = samples.at(-1)?.until ?? 0;
  const head = box('ftyp', Buffer.from('isom'), u32(0), Buffer.from('isom'));
  const data = box('mdat', ...samples.map(({ bytes }) => bytes));
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), box('tx3g', u32(0), u16(0), u16(1), TEXT_DESCRIPTION)),
    box('stts', u32(0, samples.length, ...samples.flatMap(({ from, until }) => [1, until - from]))),
    box('stsc', u32(0, 1, 1, samples.length, 1)),
    box('stsz', u32(0, 0, samples.length, ...samples.map(({ bytes }) => bytes.length))),
    box('stco', u32(0, 1, head.length + 8)),
  );
  const media = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, PER_SECOND, duration), u16(UNDETERMINED), u16(0)),
    box('hdlr', u32(0, 0), Buffer.from('sbtl'), u32(0, 0, 0), Buffer.from([0])),
    box('minf', box('nmhd', u32(0)), box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))), table),
  );
  const movie = box(
    'moov',
    box('mvhd', u32(0, 0, 0, PER_SECOND, duration, 0x10000, 0x1000000, 0, 0), MATRIX, u32(0, 0, 0, 0, 0, 0, 2)),
    box('trak', box('tkhd', u32(7, 0, 0, 1, 0, duration, 0, 0, 0, 0), MATRIX, u32(0, 0)), media),
  );
  return Buffer.concat([head, data, movie]);
};
