/** Scoring where something is missing: what is lost is told, and what is away is asked again. */
import test from 'ava';
import { jobDecider } from '../../../../commands/job/decider.ts';
import { createEngineSlots } from '../../../../src/application/reactions/engine-slots.ts';
import { createScoreDoubts } from '../../../../src/application/reactions/verdict-on.ts';
import { type ScoreDeps, scoreFrame } from '../../../../src/application/reactions/score-frame.ts';
import { systemContext } from '../../../../src/application/services/services.ts';
import { Fault, type FaultCode, isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { quickScorer } from '../../../support/engines/quick-makers.ts';
import { first, rendered } from '../../commands/job-spec.ts';

type Missing = { readonly manifest?: FaultCode; readonly picture?: FaultCode; readonly scorer?: () => Error };

/** One rendered frame of which something is missing, and the commands that scoring it leads to. */
const givenRendered = ({ manifest, picture, scorer }: Missing) => {
  const state = rendered.reduce(jobDecider.evolve, jobDecider.initial);
  const told: { readonly type: string; readonly code?: string }[] = [];
  const planned = { width: 1, height: 1, requirements: [{ requirementId: 'req_0', prompt: '', referencePlates: [] }] };
  const deps = {
    commands: {
      readSince: async () => Promise.resolve({ state, revision: 4 }),
      handle: async (_decider: unknown, _stream: unknown, command: (typeof told)[number]) => void told.push(command),
    },
    artifacts: { named: async () => given(manifest, planned) },
    objects: { get: async () => given(picture, Buffer.from('{"prompt":"a quay","seed":1}')) },
    scorer: {
      ...quickScorer,
      score: async (request: Parameters<typeof quickScorer.score>[0]) => {
        if (scorer !== undefined) throw scorer();
        return quickScorer.score(request);
      },
    },
    slots: createEngineSlots(new AbortController().signal),
    doubts: createScoreDoubts(),
  } as unknown as ScoreDeps;
  const scoring = { stream: 'job-1', attemptKey: first.attemptKey, context: systemContext('ws_1', 'score', 'c') };
  return { told, score: async () => scoreFrame(deps, scoring, () => true) };
};

const given = async <T>(code: FaultCode | undefined, value: T): Promise<T> =>
  code === undefined ? Promise.resolve(value) : Promise.reject(new Fault(code, 'so it is'));

test('with all that it needs there is a score', async (t) => {
  const { told, score } = givenRendered({});
  t.deepEqual(await score(), { kind: 'done' });
  t.like(told, [{ type: 'RecordScore' }]);
});

test('a picture that is lost or damaged, and a manifest that is lost, end the attempt by a code', async (t) => {
  const cases: readonly (readonly [Missing, string])[] = [
    [{ picture: 'not_found' }, 'asset_lost'],
    [{ picture: 'corrupt' }, 'asset_lost'],
    [{ manifest: 'lost' }, 'content_lost'],
  ];
  for (const [missing, code] of cases) {
    const { told, score } = givenRendered(missing);
    t.deepEqual(await score(), { kind: 'done' });
    t.like(told, [{ type: 'RecordLoss', code }]);
  }
});

test('a store that is away is asked again, however often: nothing is lost', async (t) => {
  for (const missing of [{ picture: 'unavailable' }, { manifest: 'unavailable' }] as const) {
    const { told, score } = givenRendered(missing);
    for (let n = 0; n < 3 * limits.scoreFailuresMax; n += 1) {
      await t.throwsAsync(score(), { instanceOf: Fault, message: 'so it is' });
    }
    t.deepEqual(told, []);
  }
});

test('a scorer that fails is asked again, a bounded number of times', async (t) => {
  for (const scorer of [() => new Fault('unavailable', 'busy'), () => new Error('no scorer survives it')]) {
    const { told, score } = givenRendered({ scorer });
    for (let n = 1; n < limits.scoreFailuresMax; n += 1) await t.throwsAsync(score());
    t.deepEqual(told, []);
    t.deepEqual(await score(), { kind: 'done' });
    t.like(told, [{ type: 'RecordLoss', code: 'score_failed' }]);
  }
});

test('a service that stops says nothing of a picture', async (t) => {
  const { told, score } = givenRendered({ scorer: () => new Fault('cancelled', 'it stops') });
  for (let n = 0; n < 2 * limits.scoreFailuresMax; n += 1) {
    t.true(isFault(await t.throwsAsync(score()), 'cancelled'));
  }
  t.deepEqual(told, []);
});
