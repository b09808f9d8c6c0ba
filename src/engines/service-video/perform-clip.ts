/** One call for a scene: checks it, has its still drawn, and leaves the rest to a child process. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BrokenInvariant, Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { ClipRequest, Coverage, Done, ImageRequest, Scratch } from '../../ports/engine.ts';
import { onDisk } from '../child/on-disk.ts';
import { checkClip } from './check-request.ts';
import { frameCount, lengthOfFrames, stillSizeOf } from './plan/geometry.ts';
import { CLIP_FILE, type ClipTask } from './plan/tasks.ts';
import { type Call, type Makers, runTask } from './run-task.ts';

type Still = { readonly content: Uint8Array | null; readonly coverage?: Coverage };

export const performClip = async (makers: Makers, call: Call<ClipRequest>): Promise<Done> => {
  const { request, scratch } = call;
  checkClip(request);
  const { content: picture, coverage } = await stillOf(makers, call);
  const still = picture === null ? null : await onDisk(async () => fileOf(picture, scratch));
  const { width, height, durationMs, seed, captions, card, prompt } = request;
  const task: ClipTask = { kind: 'clip', width, height, durationMs, seed, captions, card, still, words: prompt };
  const { folder } = await runTask(
    makers,
    {
      task,
      bounds: {
        memoryBytesMax: limits.clipMemoryBytesMax,
        outputBytesMax: limits.clipBytesMax,
        deadlineMs: limits.clipDeadlineMs,
      },
      read: (value) => (value === frameCount(durationMs) ? true : undefined),
    },
    call,
  );
  const content = () => createReadStream(join(folder, CLIP_FILE));
  const output = {
    contentType: 'video/mp4',
    content,
    width,
    height,
    durationMs: lengthOfFrames(frameCount(durationMs)),
  };
  return { kind: 'done', output: coverage === undefined ? output : { ...output, coverage } };
};

const fileOf = async (picture: Uint8Array, scratch: Scratch): Promise<string> => {
  const path = join(await scratch.folder(), 'still');
  await writeFile(path, picture);
  return path;
};

/** Null: none, the words are shown. */
const stillOf = async ({ painter }: Makers, { key, request, scratch, signal }: Call<ClipRequest>): Promise<Still> => {
  if (signal.aborted) throw new Fault('cancelled', 'the call was called off');
  if (request.startFrame !== null) return { content: request.startFrame };
  if (!request.pictures) return { content: null };
  const done = await painter.perform(key, stillWishOf(request), scratch, signal);
  if (done.kind !== 'done' || !(done.output.content instanceof Uint8Array)) {
    throw new BrokenInvariant('the painter of stills answers with a picture');
  }
  const { content, coverage } = done.output;
  return coverage === undefined ? { content } : { content, coverage };
};

/** The painter's accidents blur some drawings. No scorer looks at a scene, so the words against that come first. */
const SHARP = 'crisp detail';
const SOFT = /\b(soft|blur|gauzy|defocus|out of focus|shallow focus)/i;

/** The request to the painter for a scene without a picture. */
export const stillWishOf = (request: ClipRequest): ImageRequest => {
  const { prompt, negativePrompt, styleNotes, seed } = request;
  const isSoft = SOFT.test(`${prompt} ${styleNotes ?? ''}`);
  const notes = [styleNotes, isSoft ? null : SHARP].filter((note) => note !== null);
  const style = notes.length === 0 ? null : notes.join('. ');
  return { makes: 'image', prompt, negativePrompt, styleNotes: style, seed, references: [], ...stillSizeOf(request) };
};
