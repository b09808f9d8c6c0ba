/** One minute of film at 768P by the built-in engine, against its length, and against its encoders alone. */
import { once } from 'node:events';
import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { createChildren } from '../../../src/engines/child/children.ts';
import { createServiceVideo } from '../../../src/engines/service-video/create-service-video.ts';
import type { VideoRequest } from '../../../src/engines/service-video/description.ts';
import { assert } from '../../../src/kernel/faults.ts';
import type { Scratch } from '../../../src/ports/engine.ts';
import { painter } from '../../support/engines/painter.ts';
import { clipRequest, filmRequest, SCENE_MS, SCENES, soundFiles, stills } from '../support/film-work.ts';
import type { Benchmark } from '../support/measure.ts';
import { watched } from '../support/resident.ts';
import { withScratch } from '../support/scratch.ts';

const BARE = fileURLToPath(new URL('../workers/bare-film.ts', import.meta.url));

export const filming: Benchmark = {
  name: 'film',
  run: async ({ quick, tell }) =>
    withScratch(async (folder) => {
      const count = quick ? 2 : SCENES;
      const seconds = (count * SCENE_MS) / 1_000;
      tell('drawing stills');
      const pictures = await stills(count);
      const sounds = await soundFiles(folder, seconds);
      tell('making the film');
      const { value: ours, peaks } = await watched(process.pid, async () =>
        timed(async () => filmed(folder, pictures, sounds)),
      );
      tell('encoding alone');
      const bare = await timed(async () => encoded(folder, pictures, sounds));
      const figures = {
        'film s': seconds,
        'made in s': ours,
        'encoders alone s': bare,
        'children at most MB': peaks.children,
      };
      return [
        {
          what: `${seconds} s of film at 768P with captions, voice and music: time to make it, against its length`,
          bound: { atMost: 1 },
          value: ours / seconds,
          unit: 'x',
          figures,
        },
        {
          what: 'the same, against one run of its encoders over the same stills and sounds',
          bound: { atLeast: 0.6 },
          value: bare / ours,
          unit: 'x',
          figures,
        },
      ];
    }),
};

const timed = async (work: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
};

type Sounds = { readonly speech: string; readonly music: string };

const filmed = async (folder: string, pictures: readonly Uint8Array[], sounds: Sounds): Promise<void> => {
  const children = createChildren({
    background: createTimers({ background: true }),
    codeFolder: join(folder, 'children'),
  });
  const engine = createServiceVideo({ children, painter, ffmpeg: process.env['FFMPEG'] ?? null });
  const scratch: Scratch = { folder: async () => Promise.resolve(folder) };
  const make = async (request: VideoRequest, name: string): Promise<string> => {
    const done = await engine.perform(name, request, scratch, new AbortController().signal);
    assert(done.kind === 'done' && !(done.output.content instanceof Uint8Array), 'a film is a file');
    await writeFile(join(folder, name), done.output.content());
    return join(folder, name);
  };
  const clips = await Promise.all(pictures.map(async (still, seed) => make(clipRequest(still, seed), `scene-${seed}`)));
  await make(filmRequest(clips, sounds), 'film.mp4');
  await children.close();
};

const encoded = async (folder: string, pictures: readonly Uint8Array[], sounds: Sounds): Promise<void> => {
  const paths = pictures.map((_, at) => join(folder, `still-${at}`));
  for (const [at, path] of paths.entries()) await writeFile(path, pictures[at] ?? '');
  const child = fork(BARE, [join(folder, 'bare.mp4'), sounds.speech, sounds.music, ...paths]);
  await once(child, 'exit');
};
