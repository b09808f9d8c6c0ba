/** One call for a report: fetches the film into a folder, and has a child process measure it. */
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Done, ReportRequest } from '../../ports/engine.ts';
import { checkReport } from './check-request.ts';
import type { ReportTask } from './plan/tasks.ts';
import { type Call, filmDeadlineMs, type Makers, runTask } from './run-task.ts';
import { spooled } from './spool.ts';

export const performReport = async (makers: Makers, call: Call<ReportRequest>): Promise<Done> => {
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
