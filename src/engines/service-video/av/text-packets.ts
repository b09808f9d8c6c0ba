/** A track of text. */
import { AV_CODEC_ID_MOV_TEXT, AVMEDIA_TYPE_SUBTITLE } from 'node-av/constants';
import { Packet, Rational, type Stream } from 'node-av/lib';
import { TEXT_DESCRIPTION, type TextSample } from '../assembly/text-samples.ts';

export const PER_MS = new Rational(1, 1_000);

export const describeText = (stream: Stream, width: number): void => {
  const { codecpar } = stream;
  codecpar.codecType = AVMEDIA_TYPE_SUBTITLE;
  codecpar.codecId = AV_CODEC_ID_MOV_TEXT;
  codecpar.extradata = TEXT_DESCRIPTION;
  codecpar.width = width;
  stream.timeBase = PER_MS;
};

export function* textPackets(samples: readonly TextSample[]): Generator<Packet> {
  for (const { from, until, bytes } of samples) {
    const packet = new Packet();
    packet.alloc();
    packet.data = bytes;
    packet.pts = BigInt(from);
    packet.dts = BigInt(from);
    packet.duration = BigInt(until - from);
    packet.isKeyframe = true;
    yield packet;
    packet.free();
  }
}
