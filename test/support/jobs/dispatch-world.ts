/** A started job, and all that a dispatcher needs to make its frames; stores in memory, and time that does not pass. */
import { type JobCommand, jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import type { TaskDispatch } from '../../../src/application/reactions/dispatch-task.ts';
import { createEngineSlots } from '../../../src/application/reactions/engine-slots.ts';
import { createLeaseWatch } from '../../../src/application/reactions/lease-watch.ts';
import { createScoreDoubts } from '../../../src/application/reactions/verdict-on.ts';
import { systemContext } from '../../../src/application/services/services.ts';
import type { Engine } from '../../../src/ports/engine.ts';
import { quickEngine, quickScorer } from '../engines/quick-makers.ts';
import { createFakeClock } from '../kernel/fake-clock.ts';
import { silentLogger } from '../kernel/silent-logger.ts';
import { context, createCommandWorld, type Scope } from '../log/command-world.ts';
import { noScratch } from '../process/no-scratch.ts';
import { jobDetailsOf } from './builders.ts';

const JOB = jobStream('job_1');

export type DispatchWorldOptions = {
  readonly frames?: number;
  readonly engine?: Engine;
  readonly scorer?: typeof quickScorer;
};

export const createDispatchWorld = async (
  t: Scope,
  { frames = 1, engine = quickEngine(), scorer = quickScorer }: DispatchWorldOptions = {},
) => {
  const world = createCommandWorld(t);
  /** One list of types for each append, from the start of the job on. */
  const appends: (readonly string[])[] = [];
  const reads: string[] = [];
  const { handler: commands } = world.start({
    doctored: (store) => ({
      ...store,
      append: async (stream, expected, events) => {
        appends.push(events.map(({ type }) => type));
        return store.append(stream, expected, events);
      },
    }),
  });
  const job = async (command: JobCommand) => commands.handle(jobDecider, JOB, command, context);
  await job({ type: 'QueueJob', details: jobDetailsOf({ frames }) });
  const { state } = await job({ type: 'AdvanceJob', now: '2026-03-01T09:00:00.000Z', leftOut: [] });
  const requirements = state.tasks.map(({ taskId }) => ({
    requirementId: taskId,
    prompt: `a quay, ${taskId}`,
    referencePlates: [],
  }));
  const stopping = new AbortController().signal;
  const { clock, advance } = createFakeClock();
  const deps = {
    commands,
    clock,
    artifacts: { named: async () => Promise.resolve({ width: 1, height: 1, requirements, styleNotes: [] }) },
    scratch: noScratch,
    objects: { get: async (key: string) => Promise.resolve(reads.push(key)), put: async () => Promise.resolve() },
    scorer,
    slots: createEngineSlots(stopping),
    doubts: createScoreDoubts(),
    logger: silentLogger,
    engines: new Map([[engine.name, engine]]),
    leases: createLeaseWatch(clock),
    leaseMs: 1_000,
    timers: createTimers(),
    holder: 'here',
    stopping,
  };
  appends.length = 0;
  /** The dispatch of the nth task, as its message asks for it. */
  const dispatchOf = async (index: number): Promise<TaskDispatch> => {
    const { state: now } = await commands.read(jobDecider, JOB);
    const attemptKey = now.tasks[index]?.attemptKey ?? '';
    const asked = systemContext('ws_1', 'dispatch', 'c1');
    return { stream: JOB, attemptKey, kind: 'storyboard', engine: engine.name, context: asked };
  };
  return {
    deps,
    appends,
    reads,
    job,
    dispatchOf,
    advance,
    state: async () => (await commands.read(jobDecider, JOB)).state,
  };
};
