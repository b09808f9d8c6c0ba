/** One call for a film: fetches scenes and sound into a folder, and leaves the rest to a child process. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { AssemblyRequest, Done } from '../../ports/engine.ts';
import { checkAssembly } from './check-request.ts';
import { lengthOfFrames } from './plan/geometry.ts';
import { type Call, filmDeadlineMs, type Makers, runTask, spooled } from './run-task.ts';
import { type AssemblyTask, FILM_FILE } from './plan/tasks.ts';
import { webvtt } from './webvtt.ts';

export const performAssembly = async (makers: Makers, call: Call<AssemblyRequest>): Promise<Done> => {
  const { request, signal } = call;
  checkAssembly(request);
  if (signal.aborted) throw new Fault('cancelled', 'the call was called off');
  const task = await taskOf(call);
  const { value: frames, folder } = await runTask(
    makers,
    {
      task,
      bounds: {
        memoryBytesMax: limits.filmMemoryBytesMax,
        outputBytesMax: limits.filmBytesMax,
        deadlineMs: filmDeadlineMs(request.clips.length),
      },
      read: (value) => (Number.isInteger(value) ? (value as number) : undefined),
    },
    call,
  );
  const { width, height, captions } = request;
  const durationMs = lengthOfFrames(frames);
  const content = Buffer.from(webvtt(captions, durationMs));
  return {
    kind: 'done',
    output: {
      contentType: 'video/mp4',
      content: () => createReadStream(join(folder, FILM_FILE)),
      width,
      height,
      durationMs,
      ...(captions.length > 0 && { attachments: [{ name: 'captions', contentType: 'text/vtt', content }] }),
    },
  };
};

const taskOf = async ({ request, scratch, signal }: Call<AssemblyRequest>): Promise<AssemblyTask> => {
  const { title, width, height, captions } = request;
  const folder = await scratch.folder();
  const clips: string[] = [];
  let left: number = limits.filmBytesMax;
  for (const [at, clip] of request.clips.entries()) {
    const bytesMax = Math.min(limits.clipBytesMax, left);
    const { path, bytes } = await spooled(clip, { folder, name: `clip-${at}`, bytesMax, signal });
    clips.push(path);
    left -= bytes;
  }
  const sounds: { speech: string | null; music: string | null } = { speech: null, music: null };
  for (const name of ['speech', 'music'] as const) {
    const sound = request[name];
    if (sound === null) continue;
    sounds[name] = (await spooled(sound, { folder, name, bytesMax: limits.soundBytesMax, signal })).path;
  }
  return { kind: 'assembly', title, width, height, captions, clips, ...sounds };
};
