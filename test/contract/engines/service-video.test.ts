import test from 'ava';
import { createScratchFolders } from '../../../src/adapters/system/scratch.ts';
import type { EngineRequest } from '../../../src/ports/engine.ts';
import { clipOf, filmOf, openStudio, reportOf, type Studio } from '../../support/engines/films.ts';
import { FFMPEG, inProgram } from '../../support/engines/forms.ts';
import { type Check, contract } from '../check.ts';
import { engineChecks, type EngineSubject } from '../engine.contract.ts';

type Asked = (studio: Studio) => Promise<() => EngineRequest>;

const requests: Readonly<Record<string, Asked>> = {
  clip: async () => {
    let seed = 0;
    return Promise.resolve(() => clipOf({ width: 96, height: 64, durationMs: 250, seed: (seed += 1) }));
  },
  assembly: async ({ make }) => {
    const { path } = await make(clipOf({ width: 96, height: 64, durationMs: 250 }));
    let count = 0;
    return () => filmOf([path, path], { width: 96, height: 64, title: `Film ${(count += 1)}` });
  },
  report: async ({ make }) => {
    const size = { width: 96, height: 64 };
    const { path: clip } = await make(clipOf({ ...size, durationMs: 250 }));
    const { path } = await make(filmOf([clip], size));
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
  const checks: readonly Check<EngineSubject>[] = engineChecks.map(({ name, run }) => ({
    name: `${makes}: ${name}`,
    run,
  }));
  contract(test, checks, async (t) => opened(openStudio(t)));
  contract(inProgram(test), checks, async (t) => opened(openStudio(t, FFMPEG)));
}
