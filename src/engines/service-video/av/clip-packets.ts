/** Packets of scenes as one row: copied, not encoded again. */
import type { Packet, Stream } from 'node-av/lib';
import { clipName } from '../assembly/clips.ts';
import { FRAMES_PER_SECOND } from '../plan/geometry.ts';
import { FILMS } from '../tools/allowed.ts';
import { rejected } from './check.ts';
import { closeInput, openInput, packetsOf, streamOf } from './input.ts';

/** Does something with the stream of a clip. */
export const withStream = async (path: string, use: (stream: Stream) => void): Promise<void> => {
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
