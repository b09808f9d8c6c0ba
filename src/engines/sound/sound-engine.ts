/** An engine of sound by optional packages: each call is one job or more in child processes, by a script of its own. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../kernel/faults.ts';
import type { TaskLength } from '../../kernel/gate.ts';
import { limits } from '../../kernel/limits.ts';
import type { Done, Engine, MusicRequest, Output, Scratch, SpeechRequest } from '../../ports/engine.ts';
import type { Children, Job } from '../child/children.ts';
import { onDisk } from '../child/on-disk.ts';
import { areInstalled, type Resolve } from '../prompt/installed.ts';
import { DRAFT_FILE, type Passage, type SoundJob } from './draft.ts';
import { streamedFile } from './streamed-file.ts';
import { type WavFormat, wavBytes } from './wav.ts';

export type SoundEngineDeps = {
  readonly children: Children;
  /** Of the optional packages; as an import here unless stated. */
  readonly resolve?: Resolve;
};

/** `part`: for the script, in a `SoundJob`. `length`: a short one has the deadline of short jobs. */
export type SoundPart = { readonly part: unknown; readonly length: TaskLength };

type SoundMaker<R extends MusicRequest | SpeechRequest> = Pick<
  Engine<R>,
  'name' | 'makes' | 'limitations' | 'voices'
> & {
  readonly packages: readonly string[];
  /** A job of it answers how many frames of this format the sound has so far. The last one makes `file`. */
  readonly script: URL;
  readonly format: WavFormat;
  readonly bounds: Pick<Job<unknown>['bounds'], 'memoryBytesMax' | 'heapMiB' | 'deadlineMs'>;
  /** Fault `rejected`: nothing is made of such a request. */
  readonly check: (request: R) => void;
  /** The longest sound of a request. */
  readonly msMaxOf: (request: R) => number;
  /** One job each, one after another: a long sound has one place, and other work has its turn in between. */
  readonly partsOf: (request: R) => readonly SoundPart[];
  readonly file: string;
  /** The files that it has made beside the sound. */
  readonly attachmentsIn?: (folder: string) => Promise<Output['attachments']>;
};

export const createSoundEngine = <R extends MusicRequest | SpeechRequest>(
  { children, resolve }: SoundEngineDeps,
  maker: SoundMaker<R>,
): Engine<R> => {
  const { name, makes, voices, packages, script, format, file, bounds, check, partsOf, msMaxOf, attachmentsIn } = maker;
  const installed = areInstalled(packages, resolve);
  const notInstalled = `Not available here: the optional ${named(packages)} not installed.`;

  const perform = async (_: string, request: R, scratch: Scratch, signal: AbortSignal): Promise<Done> => {
    if (!installed) throw new Fault('unavailable', notInstalled);
    check(request);
    const outputBytesMax = jobBytesMax(format, msMaxOf(request));
    const parts = partsOf(request);
    const drafts: Passage[] = [];
    let [frames, folder] = [0, ''];
    for (const [n, { part, length }] of parts.entries()) {
      const input = { part, from: frames, earlier: drafts, isLast: n === parts.length - 1 } satisfies SoundJob<unknown>;
      const deadlineMs = length === 'short' ? limits.childShortDeadlineMs : bounds.deadlineMs;
      const job = { script, input, bounds: { ...bounds, outputBytesMax, deadlineMs }, read: framesIn };
      const done = await children.run(job, scratch, signal);
      drafts.push({ path: join(done.folder, DRAFT_FILE), from: frames });
      [frames, folder] = [done.value, done.folder];
    }
    await onDisk(async () => Promise.all(drafts.map(async ({ path }) => rm(path, { force: true }))));
    const durationMs = Math.round((frames / format.rate) * 1_000);
    const content = streamedFile(join(folder, file));
    const attachments = await attachmentsIn?.(folder);
    return {
      kind: 'done',
      output: { contentType: 'audio/wav', content, durationMs, ...(attachments && { attachments }) },
    };
  };

  return Object.freeze({
    name,
    version: '1',
    makes,
    // Nothing is charged and the key plays no part: a second call makes the same.
    repeat: 'safe',
    // Time at the gate is part of it, while others have their turns.
    deadlineMs: 2 * bounds.deadlineMs,
    inFlightMax: 2 * limits.childrenMax,
    ...(installed ? {} : { notInstalled }),
    limitations: installed ? maker.limitations : [notInstalled, ...maker.limitations],
    ...(voices && { voices }),
    available: async () => Promise.resolve(installed),
    perform,
  });
};

const named = (packages: readonly string[]): string =>
  packages.length === 1 ? `package ${packages.join()} is` : `packages ${packages.join(' and ')} are`;

const DRAFT_SAMPLE_BYTES = 4;

/** All files of a job that makes so much sound: its draft, the sound, and small ones. */
const jobBytesMax = ({ rate, channels }: WavFormat, ms: number): number => {
  const frames = Math.ceil((ms / 1_000) * rate);
  return frames * channels * DRAFT_SAMPLE_BYTES + wavBytes({ channels }, frames) + limits.soundBesideBytesMax;
};

/** The answer: how many frames the sound has. Undefined for any other value. */
const framesIn = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
