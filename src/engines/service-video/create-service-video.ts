/** The engine of films that needs no key: scenes from stills, films from scenes, and reports on films. */
import { assertNever } from '../../kernel/faults.ts';
import type { Done, Engine, Scratch } from '../../ports/engine.ts';
import { describeVideo, type VideoRequest } from './description.ts';
import { performAssembly } from './perform-assembly.ts';
import { performClip } from './perform-clip.ts';
import { performReport } from './perform-report.ts';
import type { Makers } from './run-task.ts';

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
