/** The engine of films that needs no key: scenes from stills, films from scenes, and reports on films. */
import { assertNever, Fault } from '../../kernel/faults.ts';
import type { Done, Engine, ReportRequest, Scratch } from '../../ports/engine.ts';
import { describeVideo, type VideoRequest } from './description.ts';
import { performAssembly } from './perform-assembly.ts';
import { performClip } from './perform-clip.ts';
import { type Call, filmDeadlineMs, type Makers, runTask, spooled } from './run-task.ts';
import { limits } from '../../kernel/limits.ts';
import { checkReport } from './check-request.ts';
import type { ReportTask } from './plan/tasks.ts';

export const createServiceVideo = (makers: Makers): Engine<VideoRequest> => {
  const perform = async (key: string, request: VideoRequest, scratch: Scratch, signal: AbortSignal): Promise<Done> => {
    switch (request.makes) {
      case 'clip':
        return performClip(makers, { key, request, scratch, signal });
      case 'assembly':
        return performAssembly(makers, { key, request, scratch, signal });
      case 'report':
        return performReport(makers, { key, request, scratch, signal });
      default:
        return assertNever(request);
    }
  };
  return Object.freeze({ ...describeVideo(makers.ffmpeg), perform });
};

/** Fetches the film into a folder, and has a child process measure it. */
const performReport = async (makers: Makers, call: Call<ReportRequest>): Promise<Done> => {
  const { request, scratch, signal } = call;
  checkReport(request);
  if (signal.aborted) throw new Fault('cancelled', 'the call was called off');
  const { film: stream, makes: _, ...plan } = request;
  const folder = await scratch.folder();
  const { path } = await spooled(stream, { folder, name: 'film', bytesMax: limits.filmBytesMax, signal });
  const task: ReportTask = { ...plan, kind: 'report', film: path };
  const { value } = await runTask(
    makers,
    {
      task,
      bounds: {
        memoryBytesMax: limits.filmMemoryBytesMax,
        outputBytesMax: limits.reportBytesMax,
        deadlineMs: filmDeadlineMs(request.sceneStartsMs.length),
      },
      read: (answer) => (isReport(answer) ? answer : undefined),
    },
    call,
  );
  const output = { contentType: 'application/json', content: Buffer.from(JSON.stringify(value)) };
  return { kind: 'done', output };
};

const isReport = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'verdict' in answer && 'score' in answer && 'checks' in answer;
