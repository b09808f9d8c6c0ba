/**
 * One process of the service whose maker of music fails in a child process. The first word of a song says how. The
 * second attempt of each song is well. Scenes of films are no media. The word `leaks` is a sabotage: the song leaves
 * a process, a folder and an open file behind.
 */
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { createChildren } from '../../../src/engines/child/children.ts';
import { createServiceVideo } from '../../../src/engines/service-video/create-service-video.ts';
import type { VideoRequest } from '../../../src/engines/service-video/description.ts';
import { streamedFile } from '../../../src/engines/sound/streamed-file.ts';
import type { Done, Engine, MusicRequest, Scratch } from '../../../src/ports/engine.ts';
import { jobOf } from '../engines/job-of.ts';
import { quickMusic, quickVideo } from '../engines/media-engines.ts';
import { quickEngine, quickMakers } from '../engines/quick-makers.ts';
import { serveChild } from './serve-child.ts';

const MADE = `const fs = await import('node:fs'); fs.writeFileSync('made', input); return 'made';`;

/** By the first word of a song. */
const BAD: Readonly<Record<string, string>> = {
  // Its thread answers nothing, and leaves the processor to the others.
  hangs: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  crashes: 'process.kill(process.pid, "SIGSEGV")',
  killed: 'process.kill(process.pid, "SIGKILL")',
  leaves: 'process.exit(3)',
  babbles: 'return "nothing of use"',
  'runs-over': `(await import('node:fs')).writeFileSync('made', Buffer.alloc(2 ** 21)); return 'made'`,
};

const background = createTimers({ background: true });
const children = createChildren({ childrenMax: 2, background });
const tried = new Set<string>();

const leak = async (scratch: string): Promise<void> => {
  await mkdtemp(join(scratch, 'job-'));
  openSync(process.execPath, 'r');
  // It ends with this process.
  spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
};

const perform = async (_: string, { prompt }: MusicRequest, scratch: Scratch, signal: AbortSignal): Promise<Done> => {
  const [word = ''] = prompt.split(' ');
  const bad = tried.has(prompt) ? undefined : BAD[word];
  tried.add(prompt);
  if (word === 'leaks') await leak(join(await scratch.folder(), '..'));
  const job = { ...jobOf(bad ?? MADE, { deadlineMs: bad === BAD['hangs'] ? 1_500 : 60_000 }), input: prompt };
  const read = (value: unknown): true | undefined => (value === 'made' ? true : undefined);
  const { folder } = await children.run({ ...job, read }, scratch, signal);
  const content = streamedFile(join(folder, 'made'));
  return { kind: 'done', output: { contentType: 'audio/flac', content, durationMs: 1_000 } };
};

const real = createServiceVideo({ children, painter: quickEngine(), ffmpeg: null });
const video: Engine<VideoRequest> = {
  ...quickVideo(),
  perform: async (...[key, request, ...rest]: Parameters<Engine<VideoRequest>['perform']>) =>
    request.makes === 'clip' ? quickVideo().perform(key, request, ...rest) : real.perform(key, request, ...rest),
};

const music: Engine<MusicRequest> = { ...quickMusic(), perform };
await serveChild(quickMakers(quickEngine(), music, video));
