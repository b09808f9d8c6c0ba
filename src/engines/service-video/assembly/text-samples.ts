/** Captions as samples of a track of text in an MP4: 3GPP timed text, which players and editors read. Pure. */
import type { Caption } from '../../../ports/engine.ts';

/** The description of 3GPP TS 26.245: at the bottom, centred, white on nothing, in a sans serif. */
export const TEXT_DESCRIPTION = Buffer.from(
  [
    '00000000', // no scrolling
    '01ff', // centred, at the bottom
    '00000000', // no background
    '0000000000000000', // the whole of the track
    '0000ffff00010012ffffffff', // every character: font 1, plain, 18, white
  ].join('') + fontTable('Sans-Serif'),
  'hex',
);

function fontTable(name: string): string {
  const table = Buffer.from([0, 0, 0, 13 + name.length, ...Buffer.from('ftab'), 0, 1, 0, 1, name.length]);
  return Buffer.concat([table, Buffer.from(name)]).toString('hex');
}

/** In milliseconds. `bytes`: the length of the text in two bytes, then UTF-8. */
export type TextSample = { readonly from: number; readonly until: number; readonly bytes: Buffer };

/** Those before the end of the film are kept, each until the next one begins at the latest. */
export const textSamples = (captions: readonly Caption[], filmMs: number): readonly TextSample[] => {
  const sorted = captions.toSorted((one, other) => one.startMs - other.startMs);
  const samples = sorted.map(({ text, startMs, endMs }, at) => ({
    from: Math.round(startMs),
    until: Math.round(Math.min(endMs, filmMs, sorted[at + 1]?.startMs ?? Infinity)),
    bytes: textBytes(text),
  }));
  return samples.filter(({ from, until }) => from < until);
};

export const textBytes = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
