/** Scenes, sound and text as one MP4. Memory does not grow with it: packets are copied one by one. */
import { Dictionary, FormatContext, Packet, Rational, type Stream } from 'node-av/lib';
import { TEXT_DESCRIPTION, type TextSample, textSamples } from '../assembly/text-samples.ts';
import { FRAMES_PER_SECOND, lengthOfFrames } from '../plan/geometry.ts';
import { MP4_OPTIONS } from '../tools/encoding.ts';
import type { FilmTools } from '../tools/film-tools.ts';
import { aacPackets, openAac } from './aac.ts';
import { must, rejected } from './check.ts';
import { clipName } from '../assembly/clips.ts';
import { FILMS } from '../tools/allowed.ts';
import { closeInput, openInput, packetsOf, streamOf } from './input.ts';
import { AV_CODEC_ID_MOV_TEXT, AVMEDIA_TYPE_SUBTITLE } from 'node-av/constants';

/** Packets of one stream, in a time base of their own. */
type Track = {
  readonly stream: Stream;
  readonly timeBase: Rational;
  readonly packets: AsyncIterator<Packet> | Iterator<Packet>;
};

export const joinFilm: FilmTools['joinFilm'] = async (parts, output) => {
  const { clips, lengths, captions, title, width, sound: blocks } = parts;
  const muxer = new FormatContext();
  must(muxer.allocOutputContext2(null, 'mp4', output), 'to make an MP4');
  muxer.metadata = Dictionary.fromObject({ title });

  const tracks: Track[] = [];
  const picture = muxer.newStream();
  let pictureBase = PER_MS;
  await withStream(clips[0] ?? '', (stream) => {
    must(stream.codecpar.copy(picture.codecpar), 'to describe the picture');
    picture.avgFrameRate = stream.avgFrameRate;
    picture.timeBase = stream.timeBase;
    pictureBase = stream.timeBase;
  });
  tracks.push({ stream: picture, timeBase: pictureBase, packets: clipPackets(clips, lengths) });

  const encoder = await openAac();
  const sound = muxer.newStream();
  must(sound.codecpar.fromContext(encoder), 'to describe the sound');
  sound.timeBase = encoder.timeBase;
  tracks.push({ stream: sound, timeBase: encoder.timeBase, packets: aacPackets(encoder, blocks) });

  if (captions.length > 0) {
    const text = muxer.newStream();
    describeText(text, width);
    const filmMs = lengthOfFrames(lengths.reduce((sum, length) => sum + length, 0));
    tracks.push({ stream: text, timeBase: PER_MS, packets: textPackets(textSamples(captions, filmMs)) });
  }

  must(await muxer.openOutput(), 'to write the film');
  must(await muxer.writeHeader(Dictionary.fromObject(MP4_OPTIONS)), 'to write the head');
  await writeInTurn(muxer, tracks);
  must(await muxer.writeTrailer(), 'to write the end');
  await muxer.closeOutput();
};

/** Always the packet that is due first, so that no track is held back for another one. */
const writeInTurn = async (muxer: FormatContext, tracks: readonly Track[]): Promise<void> => {
  const due = new Map<Track, Packet>();
  const take = async (track: Track): Promise<void> => {
    const next = await track.packets.next();
    if (next.done === true) due.delete(track);
    else due.set(track, next.value);
  };
  for (const track of tracks) await take(track);
  const seconds = ([{ timeBase }, packet]: [Track, Packet]): number => Number(packet.dts) * timeBase.toDouble();
  while (due.size > 0) {
    const [track, packet] = [...due].reduce((one, other) => (seconds(other) < seconds(one) ? other : one));
    packet.streamIndex = track.stream.index;
    packet.rescaleTs(track.timeBase, track.stream.timeBase);
    must(await muxer.writeFrame(packet), 'to write');
    await take(track);
  }
};

/** Does something with the stream of a clip. */
const withStream = async (path: string, use: (stream: Stream) => void): Promise<void> => {
  const input = await openInput(path, clipName(0), FILMS);
  use(streamOf(input, 'video'));
  await closeInput(input);
};

/** Packets of all clips, each moved behind the clip before it. Their time base is that of every clip's stream. */
export async function* clipPackets(paths: readonly string[], lengths: readonly number[]): AsyncGenerator<Packet> {
  let before = 0;
  for (const [at, path] of paths.entries()) {
    const input = await openInput(path, clipName(at), FILMS);
    const { timeBase } = streamOf(input, 'video');
    const ticks = timeBase.den / timeBase.num / FRAMES_PER_SECOND;
    const offset = BigInt(before * ticks);
    let count = 0;
    for await (const packet of packetsOf(input)) {
      count += 1;
      packet.pts += offset;
      packet.dts += offset;
      packet.duration = BigInt(ticks);
      yield packet;
    }
    if (count !== lengths[at]) throw rejected(`${clipName(at)} has ${count} frames, and says ${lengths[at]}`);
    before += count;
    await closeInput(input);
  }
}

const PER_MS = new Rational(1, 1_000);

const describeText = (stream: Stream, width: number): void => {
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
