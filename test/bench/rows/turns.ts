/**
 * How long a turn of the event loop is at most, while much is asked for at once: frames are rendered, streams of 20,000
 * events are folded cold, the largest body is taken; the whole of a long log is checked.
 */
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { startFrameWorker } from '../support/child.ts';
import { type Connection, openConnection, requestBytes } from '../support/http-load.ts';
import type { Benchmark, Settings } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { startService } from '../support/server.ts';
import { inStudio, type Studio } from '../support/studio.ts';

const TURN_MS_MAX = 20;
const COLD_STREAMS = 4;
const JOBS_AT_ONCE = 2;
/** Events of a frame that is accepted at its first attempt. Its share of the job, the ledger and the project counts. */
const EVENTS_PER_FRAME = 5;

export const longestTurn: Benchmark = {
  name: 'turns',
  run: async (settings) =>
    withScratch(async (folder) => {
      const { quick, tell } = settings;
      const dataDir = join(folder, 'data');
      await growLog(dataDir, quick ? 5_000 : 1_000_000, settings);
      const events = quick ? 2_000 : 20_000;
      tell(`${COLD_STREAMS} streams of ${events} events`);
      const asked = await inStudio(dataDir, async (studio) => prepare(studio, events));

      const service = await startService(dataDir);
      const connect = async (): Promise<Connection> => openConnection(service.origin);
      const [control, ...others] = await Promise.all(Array.from({ length: COLD_STREAMS + 2 }, connect));
      if (control === undefined) throw new Error('no connection');
      tell('asking for everything at once');
      await Promise.all([
        startJobs(
          control,
          asked.jobs.map(({ path, input }) => requestBytes('POST', path, asked.token, input)),
        ),
        ...asked.cold.map(async (path, n) => others[n]?.ask(requestBytes('POST', path, asked.token, {}))),
        others.at(-1)?.ask(requestBytes('POST', '/api/v1/projects', asked.token, largeBody(quick))),
      ]);
      for (const path of asked.polls) while (!(await isDone(control, path, asked.token))) await rest(100);
      await rest(2 * limits.turnSettleMs);
      const figures = figuresOf((await control.ask(requestBytes('GET', '/metrics', asked.token))).body.toString());
      for (const connection of [control, ...others]) connection.close();
      await service.stop();
      return [
        {
          what: `the longest turn of the event loop, while ${COLD_STREAMS} streams of ${events} events are folded`,
          bound: { atMost: TURN_MS_MAX },
          value: (figures.get('pi_turn_longest_seconds') ?? Infinity) * 1_000,
          unit: 'ms',
          figures: {
            'computed at most, ms': (figures.get('pi_turn_longest_computed_seconds') ?? Infinity) * 1_000,
            'turns over 20 ms': over(figures, 'pi_turn_seconds', '0.02'),
            'pauses of V8 over 20 ms': over(figures, 'pi_gc_pause_seconds', '0.02'),
          },
        },
      ];
    }),
};

/** Close to the 16 MiB that a project may be. */
const largeBody = (quick: boolean) => {
  const prompt = '𝒳'.repeat(limits.promptCharsMax);
  const frames = Array.from({ length: quick ? 2 : 150 }, () => ({ prompt }));
  return { name: 'large', script: '𝒳'.repeat(quick ? 1_000 : limits.scriptCharsMax), storyboard: { frames } };
};

const growLog = async (dataDir: string, events: number, { tell }: Settings): Promise<void> => {
  const worker = startFrameWorker();
  await worker.open(dataDir);
  await worker.grow(events / EVENTS_PER_FRAME, tell);
  await worker.close();
  worker.end();
};

/** Projects whose script has moved so often, and jobs that wait to be started; the service is down by then. */
const prepare = async (studio: Studio, events: number) => {
  const { caller, token } = await studio.person('alice');
  const context = { workspaceId: caller.workspaceId, actor: `user:${caller.userKey}`, correlationId: 'bench' };
  const cold: string[] = [];
  for (let n = 0; n < COLD_STREAMS; n += 1) {
    const { projectId } = await studio.planJob(caller);
    const revise = async (revision: number): Promise<unknown> => {
      const hash = revision.toString(16).padStart(64, '0');
      const script = { revisionId: `rvs_${revision}`, artifactHash: hash, chars: 1 };
      const command = { type: 'ReviseScript', script, storyboard: null, ifMatch: null } as const;
      return studio.core.services.commands.handle(projectDecider, projectStream(projectId), command, context);
    };
    for (let done = 0; done < events; done += limits.roundCommandsMax) {
      await Promise.all(Array.from({ length: limits.roundCommandsMax }, async (_, index) => revise(done + index)));
    }
    cold.push(`/api/v1/projects/${projectId}/film-intelligence/storyboard-images/plan`);
  }
  const jobs = await Promise.all(Array.from({ length: JOBS_AT_ONCE }, async () => studio.planJob(caller)));
  const films = jobs.map(({ projectId }) => `/api/v1/projects/${projectId}/film-intelligence`);
  return {
    token,
    cold,
    jobs: jobs.map(({ input }, n) => ({ path: `${films[n]}/storyboard-images/generate`, input })),
    polls: ['/api/v1/jobs?status=queued', '/api/v1/jobs?status=running'],
  };
};

/** Paid work is refused until the whole of a long log was checked. */
const startJobs = async (connection: Connection, requests: readonly Buffer[]): Promise<void> => {
  for (const request of requests) {
    for (;;) {
      const { status } = await connection.ask(request);
      if (status === 202) break;
      if (status !== 503) throw new Error(`a job was answered with ${status}`);
      await rest(500);
    }
  }
};

const isDone = async (connection: Connection, path: string, token: string): Promise<boolean> => {
  const { body } = await connection.ask(requestBytes('GET', path, token));
  const { jobs } = JSON.parse(body.toString()) as { jobs: readonly unknown[] };
  return jobs.length === 0;
};

/** Values of the text exposition by name and labels. */
const figuresOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^(\S+) (\S+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, Number(value)] as const];
    }),
  );

const over = (figures: ReadonlyMap<string, number>, name: string, bound: string): number =>
  (figures.get(`${name}_count`) ?? 0) - (figures.get(`${name}_bucket{le="${bound}"}`) ?? 0);
