/** Captions as a track of text in an MP4: 3GPP timed text, which players and editors read. */
import { AV_CODEC_ID_MOV_TEXT, AVMEDIA_TYPE_SUBTITLE } from 'node-av/constants';
import { Packet, Rational, type Stream } from 'node-av/lib';
import type { Caption } from '../../../ports/engine.ts';

export const PER_MS = new Rational(1, 1_000);

/** The description of 3GPP TS 26.245: at the bottom, centred, white on nothing, in a sans serif. */
const DESCRIPTION = Buffer.from(
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

export const describeText = (stream: Stream, width: number): void => {
  const { codecpar } = stream;
  codecpar.codecType = AVMEDIA_TYPE_SUBTITLE;
  codecpar.codecId = AV_CODEC_ID_MOV_TEXT;
  codecpar.extradata = DESCRIPTION;
  codecpar.width = width;
  stream.timeBase = PER_MS;
};

/** Samples of the track: each has its length in two bytes, then UTF-8. Those before the end of the film are kept. */
export function* textPackets(captions: readonly Caption[], filmMs: number): Generator<Packet> {
  const sorted = captions.toSorted((one, other) => one.startMs - other.startMs);
  for (const [at, { text, startMs, endMs }] of sorted.entries()) {
    const until = Math.round(Math.min(endMs, filmMs, sorted[at + 1]?.startMs ?? Infinity));
    const from = Math.round(startMs);
    const bytes = Buffer.from(text);
    if (until <= from) continue;
    const packet = new Packet();
    packet.alloc();
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    packet.data = Buffer.concat([length, bytes]);
    packet.pts = BigInt(from);
    packet.dts = BigInt(from);
    packet.duration = BigInt(until - from);
    packet.isKeyframe = true;
    yield packet;
    packet.free();
  }
}
