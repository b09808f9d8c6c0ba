/** The built-in engine of films for a test, its requests, and what a second look at its files tells. */
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { createScratchFolders } from '../../../src/adapters/system/scratch.ts';
import type { Children } from '../../../src/engines/child/children.ts';
import { createServiceVideo } from '../../../src/engines/service-video/create-service-video.ts';
import type { VideoRequest } from '../../../src/engines/service-video/description.ts';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { assert } from '../../../src/kernel/faults.ts';
import type {
  AssemblyRequest,
  ClipRequest,
  Engine,
  Output,
  ReportRequest,
  Streamed,
} from '../../../src/ports/engine.ts';
import { tempFolder } from '../process/temp-folder.ts';
import { jobsHere } from './jobs-here.ts';
import { painter } from './painter.ts';

export type Studio = {
  readonly engine: Engine<VideoRequest>;
  readonly root: string;
  readonly ffmpeg: string | null;
  /** The output, with its bytes in a file of its own. */
  readonly make: (request: VideoRequest) => Promise<{ readonly output: Output; readonly path: string }>;
  /** A file of a scene that is material of a test, and not its subject: made once for all tests of a process. */
  readonly scene: (asked?: Partial<ClipRequest>) => Promise<string>;
};

/** By their requests. */
const scenes = new Map<string, Promise<Buffer>>();

/** `ffmpeg`: the program that makes the films; null: the library. Jobs run in this process unless stated. */
export const openStudio = (
  t: ExecutionContext,
  ffmpeg: string | null = null,
  children: Children = jobsHere,
): Studio => {
  const root = tempFolder(t);
  const folders = createScratchFolders({ root, clock: { now: () => Date.now() } });
  const engine = createServiceVideo({ children, painter, ffmpeg });
  let made = 0;
  const make: Studio['make'] = async (request) => {
    const scratch = folders.open();
    const done = await engine.perform('key', request, scratch, new AbortController().signal);
    assert(done.kind === 'done', 'it is made at once');
    const { output } = done;
    const path = join(root, `made-${(made += 1)}`);
    await writeFile(path, output.content instanceof Uint8Array ? output.content : output.content());
    await scratch.remove();
    return { output, path };
  };
  const scene: Studio['scene'] = async (asked) => {
    const still = asked?.startFrame ?? null;
    const key = JSON.stringify([ffmpeg, { ...asked, startFrame: still === null ? null : sha256(still) }]);
    const found = scenes.get(key) ?? make(clipOf(asked)).then(async ({ path }) => readFile(path));
    scenes.set(key, found);
    const path = join(root, `scene-${(made += 1)}`);
    await writeFile(path, await found);
    return path;
  };
  return { engine, root, ffmpeg, make, scene };
};

export const streamed =
  (path: string): Streamed =>
  () =>
    createReadStream(path);

/** Short and small, so that a test is quick. */
export const clipOf = (asked: Partial<ClipRequest> = {}): ClipRequest => ({
  makes: 'clip',
  prompt: 'Ada walks along the quay in the rain.',
  negativePrompt: null,
  styleNotes: null,
  width: 320,
  height: 180,
  durationMs: 1_000,
  seed: 1,
  startFrame: null,
  pictures: false,
  captions: [],
  card: null,
  ...asked,
});

export const filmOf = (clips: readonly string[], asked: Partial<AssemblyRequest> = {}): AssemblyRequest => ({
  makes: 'assembly',
  title: 'The letter',
  width: 320,
  height: 180,
  clips: clips.map(streamed),
  speech: null,
  music: null,
  captions: [],
  ...asked,
});

/** Of two scenes of 1.5 s with a voice and music. */
export const reportOf = (film: string, asked: Partial<ReportRequest> = {}): ReportRequest => ({
  makes: 'report',
  film: streamed(film),
  width: 320,
  height: 180,
  durationMs: 3_000,
  sceneStartsMs: [0, 1_500],
  captions: [],
  hasSpeech: true,
  hasMusic: true,
  ...asked,
});

/** A WAV of one channel. `wave` gives a sample from -1 to 1 for a time in seconds. */
export const wavOf = (seconds: number, wave: (at: number) => number, rate = 22_050): Buffer => {
  const count = Math.round(seconds * rate);
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + 2 * count, 4);
  head.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, 2 * rate],
    [40, 2 * count],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36);
  const samples = Int16Array.from({ length: count }, (_, i) =>
    Math.round(32_767 * Math.max(-1, Math.min(1, wave(i / rate)))),
  );
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
};

/** Bursts of noise, as syllables are: 200 ms on, 100 ms off, from `from` to `to` seconds. */
export const babble = (from: number, to: number): ((at: number) => number) => {
  let state = 1;
  return (at) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return at >= from && at < to && at % 0.3 < 0.2 ? 0.5 * (state / 0x3fffffff - 1) : 0;
  };
};

export const chord = (at: number): number =>
  0.2 * Math.sin(2 * Math.PI * 440 * at) + 0.15 * Math.sin(2 * Math.PI * 554 * at);

export const bytesOf = async ({ content }: Output): Promise<Buffer> =>
  content instanceof Uint8Array ? Buffer.from(content) : buffer(content());
