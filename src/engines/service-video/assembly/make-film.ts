/** A film in a child process: scenes joined by copy, sound mixed and encoded once, a track of text, one MP4. */
import { Dictionary, FormatContext, type Packet, type Rational, type Stream } from 'node-av/lib';
import { aacPackets, openAac } from '../av/aac.ts';
import { must } from '../av/check.ts';
import { louder } from '../av/loudness.ts';
import { lengthOfFrames, SAMPLES_PER_FRAME } from '../plan/geometry.ts';
import type { AssemblyTask } from '../plan/tasks.ts';
import { lengthsOf, videoPackets, withStream } from './clips.ts';
import { gainFor } from './level.ts';
import { mixed } from './mix.ts';
import { describeText, PER_MS, textPackets } from './text-track.ts';

/** Packets of one stream, in a time base of their own. */
type Track = {
  readonly stream: Stream;
  readonly timeBase: Rational;
  readonly packets: AsyncIterator<Packet> | Iterator<Packet>;
};

const soundOf = async function* soundOf(
  { speech, music }: AssemblyTask,
  samples: number,
): AsyncGenerator<Float32Array> {
  const gain = await gainFor({ speech, music }, samples);
  const blocks = mixed({ speech, music }, samples);
  yield* gain === null ? blocks : louder(blocks, gain);
};

/** Writes the film into the file `output`, and answers the number of its frames. Its memory does not grow with it. */
export const makeFilm = async (task: AssemblyTask, output: string): Promise<number> => {
  const { clips, captions, title, width, height } = task;
  const lengths = await lengthsOf(clips, { width, height });
  const frames = lengths.reduce((sum, length) => sum + length, 0);
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
  tracks.push({ stream: picture, timeBase: pictureBase, packets: videoPackets(clips, lengths) });

  const encoder = await openAac();
  const sound = muxer.newStream();
  must(sound.codecpar.fromContext(encoder), 'to describe the sound');
  sound.timeBase = encoder.timeBase;
  const blocks = soundOf(task, frames * SAMPLES_PER_FRAME);
  tracks.push({ stream: sound, timeBase: encoder.timeBase, packets: aacPackets(encoder, blocks) });

  if (captions.length > 0) {
    const text = muxer.newStream();
    describeText(text, width);
    tracks.push({ stream: text, timeBase: PER_MS, packets: textPackets(captions, lengthOfFrames(frames)) });
  }

  must(await muxer.openOutput(), 'to write the film');
  // Bit-exact: without the time of its making, a film made twice is the same.
  const options = { fflags: '+bitexact', movflags: '+faststart' };
  must(await muxer.writeHeader(Dictionary.fromObject(options)), 'to write the head');
  await writeInTurn(muxer, tracks);
  must(await muxer.writeTrailer(), 'to write the end');
  await muxer.closeOutput();
  return frames;
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
