/**
 * The same stills and sounds through the same encoders in one process: no captions, no children, no joins, and sound as
 * loud as it is. Arguments: the file to make, the sounds, then the stills. Prints nothing.
 */
import { readFile } from 'node:fs/promises';
import { aacPackets, openAac } from '../../../src/engines/service-video/av/aac.ts';
import { createVideoFile } from '../../../src/engines/service-video/av/h264.ts';
import { libraryTools } from '../../../src/engines/service-video/av/library-tools.ts';
import { mixed } from '../../../src/engines/service-video/assembly/mix.ts';
import { cameraOf, viewAt } from '../../../src/engines/service-video/clip/camera.ts';
import { planesOf } from '../../../src/engines/service-video/clip/planes.ts';
import { pictureOf } from '../../../src/engines/service-video/clip/raster.ts';
import { resample } from '../../../src/engines/service-video/clip/resample.ts';
import { frameCount, SAMPLES_PER_FRAME, stillSizeOf } from '../../../src/engines/service-video/plan/geometry.ts';
import { FILM_SIZE, SCENE_MS } from '../support/film-work.ts';

const [, , film = '', speech = '', music = '', ...stills] = process.argv;
const frames = frameCount(SCENE_MS);
const size = stillSizeOf(FILM_SIZE);
const file = await createVideoFile(film, FILM_SIZE);
for (const [seed, path] of stills.entries()) {
  const still = planesOf(await pictureOf(await readFile(path), size), size.width, size.height);
  const camera = cameraOf(seed, SCENE_MS);
  for (let at = 0; at < frames; at += 1) {
    await file.add((frame) => resample(still, viewAt(camera, at / (frames - 1)), frame));
  }
}
await file.close();
const encoder = await openAac();
for await (const packet of aacPackets(
  encoder,
  mixed(libraryTools, { speech, music }, stills.length * frames * SAMPLES_PER_FRAME),
)) {
  if (packet.size === 0) throw new Error('a packet of sound is empty');
}
// No destructor of a native library is waited for.
process.kill(process.pid, 'SIGKILL');
