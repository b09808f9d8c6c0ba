import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createScratchFolders } from '../../../src/adapters/system/scratch.ts';
import type { EngineRequest } from '../../../src/ports/engine.ts';
import { clipOf, filmOf, openStudio, reportOf, type Studio } from '../../support/engines/films.ts';
import { FFMPEG, inProgram } from '../../support/engines/forms.ts';
import { jobsHere } from '../../support/engines/jobs-here.ts';
import { contract, named } from '../check.ts';
import { engineChecks, type EngineSubject } from '../engine.contract.ts';
import { sameInAChild } from './same-in-a-child.ts';

type Asked = (studio: Studio) => Promise<() => EngineRequest>;

/** A film to report on, by the form of FFmpeg. */
const films = new Map<string | null, Promise<Buffer>>();

const requests: Readonly<Record<string, Asked>> = {
  clip: async () => {
    let seed = 0;
    return Promise.resolve(() => clipOf({ width: 96, height: 64, durationMs: 250, seed: (seed += 1) }));
  },
  assembly: async ({ scene }) => {
    const path = await scene({ width: 96, height: 64, durationMs: 250 });
    let count = 0;
    return () => filmOf([path, path], { width: 96, height: 64, title: `Film ${(count += 1)}` });
  },
  report: async ({ make, scene, ffmpeg, root }) => {
    const size = { width: 96, height: 64 };
    const film = async () => readFile((await make(filmOf([await scene({ ...size, durationMs: 250 })], size))).path);
    const content = films.get(ffmpeg) ?? film();
    films.set(ffmpeg, content);
    const path = join(root, 'film');
    await writeFile(path, await content);
    let durationMs = 250;
    return () => reportOf(path, { ...size, durationMs: (durationMs += 1) });
  },
};

for (const [makes, asked] of Object.entries(requests)) {
  const opened = async (studio: Studio): Promise<EngineSubject> => {
    const folders = createScratchFolders({ root: studio.root, clock: { now: () => Date.now() } });
    const request = await asked(studio);
    return { engine: studio.engine, request, scratch: () => folders.open(), close: async () => Promise.resolve() };
  };
  for (const [register, ffmpeg] of [
    [test, null],
    [inProgram(test), FFMPEG],
  ] as const) {
    contract(named(register, makes), engineChecks, async (t) => opened(openStudio(t, ffmpeg, jobsHere)));
    sameInAChild(register, makes, async (t, children) => opened(openStudio(t, ffmpeg, children)));
  }
}
