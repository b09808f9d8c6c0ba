/** A process that renders and scores tells of both in one append, and a failing score never costs a render. */
import test from 'ava';
import { dispatchTask } from '../../../../src/application/reactions/dispatch-task.ts';
import { createScoreAtHand } from '../../../../src/application/reactions/score-frame.ts';
import type { Engine } from '../../../../src/ports/engine.ts';
import { quickEngine, quickScorer } from '../../../support/engines/quick-makers.ts';
import { createDispatchWorld } from '../../../support/jobs/dispatch-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';

type Given = {
  readonly scorer?: typeof quickScorer;
  readonly scores?: boolean;
  readonly repeat?: Engine['repeat'];
};

/** A job of one frame is dispatched in a process; what its stream then holds, one list of types for each append. */
const givenDispatched = async (t: Scope, { scorer = quickScorer, scores = true, repeat = 'safe' }: Given) => {
  const { deps, appends, reads, dispatchOf } = await createDispatchWorld(t, {
    scorer,
    engine: quickEngine({ repeat }),
  });
  const atHand = scores ? { scoreAtHand: createScoreAtHand(deps as never) } : {};
  await dispatchTask({ ...deps, ...atHand } as never, await dispatchOf(0), () => true);
  return { appends, reads };
};

test('render and score share an append, and the picture is not read again', async (t) => {
  const { appends, reads } = await givenDispatched(t, {});
  t.deepEqual(appends, [['AttemptClaimed'], ['TaskRendered', 'FrameScored']]);
  t.deepEqual(reads, []);
});

test('a scorer that fails leaves the render alone: its message asks again', async (t) => {
  const scorer = { ...quickScorer, score: async () => Promise.reject(new Error('the scorer has crashed')) };
  const { appends } = await givenDispatched(t, { scorer });
  t.deepEqual(appends, [['AttemptClaimed'], ['TaskRendered']]);
});

test('the render of an engine that must not be asked again waits for no score', async (t) => {
  const { appends } = await givenDispatched(t, { repeat: 'never' });
  t.deepEqual(appends, [['AttemptClaimed'], ['TaskRendered']]);
});

test('a process that does not score leaves it to others', async (t) => {
  const { appends } = await givenDispatched(t, { scores: false });
  t.deepEqual(appends, [['AttemptClaimed'], ['TaskRendered']]);
});
