/** Starts the service, drives it, stops it, audits its data, and says whether all was as promised. */
import type { Clock, Timers } from '../../ports/basics.ts';
import { createApi } from './api.ts';
import type { Board } from './record/board.ts';
import { type Audit, type Check, checksOf } from './record/checks.ts';
import { drive } from './drive.ts';
import type { Report } from './events.ts';
import type { Run } from './record/run.ts';
import type { ServiceProcess, Tools } from './service-process.ts';
import { writeOut } from './write-out.ts';

export type DemoDeps = {
  readonly start: () => Promise<Pick<ServiceProcess, 'baseUrl' | 'stop' | 'isRunning'>>;
  readonly tools: Tools;
  readonly report: Report;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Timers;
  readonly signal: AbortSignal;
};

export type Demo = {
  readonly board: Board;
  readonly screenplay: string;
  readonly out: string;
  readonly dataFolder: string;
};

const MOMENT_MS = 200;
const SUBJECT = 'demo';
const SCOPE = 'read plan mutate spend approve admin';

/** The checks that failed. Throws when the run could not be brought to its end; the service is stopped in any case. */
export const runDemo = async (deps: DemoDeps, demo: Demo): Promise<readonly Check[]> => {
  const { report, tools } = deps;
  const { title, scenes, frames } = demo.board;
  report({ kind: 'screenplay', title, scenes, frames: frames.length });
  const run = await withService(deps, demo);
  const audit: Audit = await tools.audit();
  report({ kind: 'audit', ok: audit.ok, detail: audit.report });
  const checks = checksOf(run, audit);
  for (const check of checks) report({ kind: 'check', check });
  report({ kind: 'written', folder: demo.out, files: await writeOut(demo.out, run, checks, audit) });
  const failed = checks.filter(({ ok }) => !ok);
  report({ kind: 'done', checks: checks.length, failed: failed.length });
  return failed;
};

const withService = async (deps: DemoDeps, { board, screenplay, dataFolder }: Demo): Promise<Run> => {
  const { report, tools, timers, signal } = deps;
  const service = await deps.start();
  try {
    report({ kind: 'service', url: service.baseUrl, dataFolder });
    const token = await tools.token(SUBJECT, SCOPE);
    const { baseUrl } = service;
    const apiFor = (workspaceId: string | null) =>
      createApi({ baseUrl, token, timers, signal, ...(workspaceId === null ? {} : { workspaceId }) });
    return await drive(deps, apiFor, { board, screenplay });
  } catch (error) {
    // The end of a process is known a moment after its connections break.
    await timers.sleep(MOMENT_MS).catch(() => undefined);
    if (service.isRunning() || signal.aborted) throw error;
    throw new Error('the service ended in the middle of the run', { cause: error });
  } finally {
    await service.stop();
  }
};
