/** A process that renders and scores tells of both in one append, and a failing score never costs a render. */
import test from 'ava';
import { type JobCommand, jobDecider } from '../../../../commands/job/decider.ts';
import { jobStream } from '../../../../commands/job/stream.ts';
import { createSilentLogger } from '../../../../src/adapters/pino/logger.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { dispatchTask } from '../../../../src/application/reactions/dispatch-task.ts';
import { createEngineSlots } from '../../../../src/application/reactions/engine-slots.ts';
import { createLeaseWatch } from '../../../../src/application/reactions/lease-watch.ts';
import { createScoreDoubts } from '../../../../src/application/reactions/score-doubts.ts';
import { createScoreAtHand } from '../../../../src/application/reactions/score-frame.ts';
import { systemContext } from '../../../../src/application/services/services.ts';
import type { Engine } from '../../../../src/ports/engine.ts';
import { jobDetailsOf } from '../../../support/jobs/builders.ts';
import { context, createCommandWorld } from '../../../support/log/command-world.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { noScratch } from '../../../support/process/no-scratch.ts';
import { quickEngine, quickScorer } from '../../../support/engines/quick-makers.ts';

const JOB = jobStream('job_1');

type Given = {
  readonly scorer?: typeof quickScorer;
  readonly scores?: boolean;
  readonly repeat?: Engine['repeat'];
};

/** A job of one frame is dispatched in a process; what its stream then holds, one list of types for each append. */
const givenDispatched = async ({ scorer = quickScorer, scores = true, repeat = 'safe' }: Given) => {
  const world = createCommandWorld();
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
  const details = jobDetailsOf({ frames: 1 });
  const job = async (command: JobCommand) => commands.handle(jobDecider, JOB, command, context);
  await job({ type: 'QueueJob', details });
  const { state } = await job({ type: 'AdvanceJob', now: '2026-03-01T09:00:00.000Z', leftOut: [] });
  const [task] = state.tasks;
  const manifest = {
    width: 1,
    height: 1,
    requirements: [{ requirementId: task?.taskId, prompt: 'a quay', referencePlates: [] }],
    styleNotes: [],
  };
  const stopping = new AbortController().signal;
  const { clock } = createFakeClock();
  const deps = {
    commands,
    clock,
    artifacts: { named: async () => Promise.resolve(manifest) },
    scratch: noScratch,
    objects: { get: async (key: string) => Promise.resolve(reads.push(key)), put: async () => Promise.resolve() },
    scorer,
    slots: createEngineSlots(stopping),
    doubts: createScoreDoubts(),
    logger: createSilentLogger(),
    engines: new Map([['service_images', quickEngine({ repeat })]]),
    leases: createLeaseWatch(clock),
    leaseMs: 1_000,
    timers: createTimers(),
    holder: 'here',
    stopping,
  };
  const atHand = scores ? { scoreAtHand: createScoreAtHand(deps as never) } : {};
  appends.length = 0;
  const dispatch = {
    stream: JOB,
    attemptKey: task?.attemptKey ?? '',
    kind: 'storyboard',
    engine: 'service_images',
    context: systemContext('ws_1', 'dispatch', 'c1'),
  } as const;
  await dispatchTask({ ...deps, ...atHand } as never, dispatch, () => true);
  await world.close();
  return { appends, reads };
};

test('render and score share an append, and the picture is not read again', async (t) => {
  const { appends, reads } = await givenDispatched({});
  t.deepEqual(appends, [['AttemptClaimed'], ['TaskRendered', 'FrameScored']]);
  t.deepEqual(reads, []);
});

test('a scorer that fails leaves the render alone: its message asks again', async (t) => {
  const scorer = { ...quickScorer, score: async () => Promise.reject(new Error('the scorer has crashed')) };
  const { appends } = await givenDispatched({ scorer });
  t.deepEqual(appends, [['AttemptClaimed'], ['TaskRendered']]);
});

test('the render of an engine that must not be asked again waits for no score', async (t) => {
  const { appends } = await givenDispatched({ repeat: 'never' });
  t.deepEqual(appends, [['AttemptClaimed'], ['TaskRendered']]);
});

test('a process that does not score leaves it to others', async (t) => {
  const { appends } = await givenDispatched({ scores: false });
  t.deepEqual(appends, [['AttemptClaimed'], ['TaskRendered']]);
});
