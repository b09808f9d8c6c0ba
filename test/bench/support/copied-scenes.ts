/** An engine of films that takes minutes for an hour of film: its pictures are small, and most scenes are copies. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '../../../src/kernel/faults.ts';
import type { Done, Engine, EngineRequest } from '../../../src/ports/engine.ts';

/** A side has so many times fewer pixels. */
const SMALLER = 8;

/**
 * Renders one of `every` scenes; those until the next one are copies of it, read from a file of `folder`. All else is
 * made as the engine makes it.
 */
export const copyingScenes = (engine: Engine, every: number, folder: string): Engine => {
  let asked = 0;
  let latest: Promise<Done> | undefined;
  const kept = async (perform: ReturnType<Engine['perform']>, path: string): Promise<Done> => {
    const done = await perform;
    assert(done.kind === 'done' && !(done.output.content instanceof Uint8Array), 'a scene is a file');
    await writeFile(path, done.output.content());
    return { ...done, output: { ...done.output, content: () => createReadStream(path) } };
  };
  return {
    ...engine,
    perform: async (attemptKey, request, scratch, signal) => {
      const perform = async () => engine.perform(attemptKey, small(request), scratch, signal);
      if (request.makes !== 'clip') return perform();
      const scene = asked;
      asked += 1;
      if (latest === undefined || scene % every === 0) latest = kept(perform(), join(folder, `scene-${scene}`));
      return latest;
    },
  };
};

/** Sides of a film are even. */
const small = (request: EngineRequest): EngineRequest => {
  if (!('width' in request)) return request;
  const { width, height } = request;
  const side = (pixels: number): number => 2 * Math.round(pixels / SMALLER / 2);
  return { ...request, width: side(width), height: side(height) };
};
