/** Scenes, sound and text as one MP4. Memory does not grow with it: packets are copied one by one. */
import { Dictionary, FormatContext, type Packet, type Rational, type Stream } from 'node-av/lib';
import { textSamples } from '../assembly/text-samples.ts';
import { lengthOfFrames } from '../plan/geometry.ts';
import { MP4_OPTIONS } from '../tools/encoding.ts';
import type { FilmTools } from '../tools/film-tools.ts';
import { aacPackets, openAac } from './aac.ts';
import { must } from './check.ts';
import { clipPackets, withStream } from './clip-packets.ts';
import { describeText, PER_MS, textPackets } from './text-packets.ts';

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
