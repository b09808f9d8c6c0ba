/**
 * An engine that takes work and tells its outcome later, as providers of films do. The work that it has taken outlives
 * the process when the provider keeps it in a folder.
 */
import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { assert } from '../../../src/kernel/faults.ts';
import type { Engine, ImageRequest, Polled, Scratch } from '../../../src/ports/engine.ts';
import { quickEngine } from './quick-makers.ts';

/** Work as a provider keeps it: `text` is the content of what comes of it. */
type Work = { readonly text: string; readonly width: number; readonly height: number };

export type Provider = {
  /** Takes work under a name, once. */
  take(ref: string, work: Work): void;
  of(ref: string): Work | undefined;
};

export const memoryProvider = (): Provider & { readonly taken: ReadonlyMap<string, Work> } => {
  const taken = new Map<string, Work>();
  return { taken, take: (ref, work) => void (taken.has(ref) || taken.set(ref, work)), of: (ref) => taken.get(ref) };
};

export const folderProvider = (folder: string): Provider => {
  const file = (ref: string): string => join(folder, `${ref}.json`);
  mkdirSync(folder, { recursive: true });
  return {
    take: (ref, work) => {
      if (!existsSync(file(ref))) writeFileSync(file(ref), JSON.stringify(work));
    },
    of: (ref) => (existsSync(file(ref)) ? (JSON.parse(readFileSync(file(ref), 'utf8')) as Work) : undefined),
  };
};

export type SubmittingOptions = {
  readonly provider?: Provider;
  /** The engine that does the work in truth. */
  readonly engine?: Engine<ImageRequest>;
  /** The requests that it takes; it answers all others at once. */
  readonly takes?: (request: ImageRequest) => boolean;
  /** How many times it is asked about one work before that is done. */
  readonly runs?: number;
  readonly pollAfterMs?: number;
  readonly onPoll?: (ref: string) => Polled | undefined;
};

/** Under one key it takes one work, however often it is called. */
export const refOf = (attemptKey: string): string => `film-${sha256(attemptKey).slice(0, 16)}`;

export const submittingEngine = ({
  provider = memoryProvider(),
  engine = quickEngine(),
  takes = () => true,
  runs = 1,
  pollAfterMs = 100,
  onPoll,
}: SubmittingOptions = {}): Engine<ImageRequest> => {
  const asked = new Map<string, number>();
  return {
    ...engine,
    perform: async (attemptKey, request, scratch, signal) => {
      const answer = await engine.perform(attemptKey, request, scratch, signal);
      if (answer.kind !== 'done' || !takes(request)) return answer;
      const { content, width = 0, height = 0 } = answer.output;
      assert(content instanceof Uint8Array, 'what it makes is small');
      provider.take(refOf(attemptKey), { text: Buffer.from(content).toString(), width, height });
      return { kind: 'submitted', ref: refOf(attemptKey), pollAfterMs };
    },
    poll: async (ref, scratch) => {
      const told = onPoll?.(ref);
      if (told !== undefined) return told;
      const work = provider.of(ref);
      if (work === undefined) return { kind: 'unknown' };
      const times = (asked.get(ref) ?? 0) + 1;
      asked.set(ref, times);
      return times <= runs ? { kind: 'running', pollAfterMs } : downloaded(work, scratch);
    },
  };
};

const downloaded = async ({ text, width, height }: Work, scratch: Scratch): Promise<Polled> => {
  const path = join(await scratch.folder(), 'output');
  await writeFile(path, text);
  const content = (): AsyncIterable<Uint8Array> => createReadStream(path);
  return { kind: 'done', output: { content, contentType: 'image/png', width, height } };
};
