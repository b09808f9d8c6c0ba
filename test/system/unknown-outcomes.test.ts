/**
 * Engines that do the work and then fail (I4): the unknown outcome is a state, not a reason to retry. Only an engine
 * that declares `safe` is called again, and one that declares `lookup` is asked.
 */
import test, { type ExecutionContext } from 'ava';
import { Fault } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { Engine, ImageRequest, LookedUp } from '../../src/ports/engine.ts';
import { eventually } from '../support/kernel/eventually.ts';
import type { Client } from '../support/http/http-client.ts';
import { movableClock } from '../support/kernel/movable-clock.ts';
import { drawn, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { givenClient, type RealServiceOptions } from '../support/service/real-service.ts';
import {
  acceptAll,
  creditsOf,
  expecting,
  finalJob,
  generate,
  givenPlanned,
  jobIdIn,
  type JobPoll,
  photoSequence,
  type Planned,
  pollJob,
  repair,
  repaired,
  review,
} from '../support/service/storyboard-calls.ts';

/** Does its work for each key once, and breaks off before it has told: its first call fails with an unknown outcome. */
const breakingEngine = (change: Partial<Engine<ImageRequest>>, failing = Infinity) => {
  const calls: string[] = [];
  const done = new Map<string, LookedUp>();
  const engine = quickEngine({
    ...change,
    onCall: ({ attemptKey }) => {
      calls.push(attemptKey);
      if (calls.length <= failing) throw new Fault('unknown_outcome', 'the connection broke');
    },
  });
  const performOnce: Engine<ImageRequest>['perform'] = async (attemptKey, request, scratch, signal) => {
    done.set(attemptKey, drawn(request));
    return engine.perform(attemptKey, request, scratch, signal);
  };
  return { engine: { ...engine, perform: performOnce }, calls, done };
};

/** How many times each key was used, most often first. */
const uses = (calls: readonly string[]): readonly number[] =>
  [...Map.groupBy(calls, (key) => key).values()].map(({ length }) => length).toSorted((a, b) => b - a);

const start = async (t: ExecutionContext, engine: Engine, options: RealServiceOptions = {}) => {
  const { client, core } = await givenClient(t, { makers: quickMakers(engine), ...options });
  const planned = await givenPlanned(client, ['a quay', 'a boat']);
  return { client, core, planned, jobId: jobIdIn(await generate(client, planned)) };
};

const untilUnknown = async (client: Client, planned: Planned, jobId: string): Promise<JobPoll> => {
  let poll = await pollJob(client, planned, jobId);
  await eventually('every frame is of unknown outcome', async () => {
    poll = await pollJob(client, planned, jobId);
    return poll.requirements.every(({ status }) => status === 'dispatch_unknown');
  });
  return poll;
};

test('`never`: asked once, shown as unknown, and a person decides when its time is up', async (t) => {
  const { engine, calls } = breakingEngine({ repeat: 'never' }, 2);
  const { doctor, move } = movableClock();
  const { client, planned, jobId } = await start(t, engine, { doctor });
  const unknown = await untilUnknown(client, planned, jobId);
  t.is(unknown.job.status, 'running');
  t.is(unknown.job.chargedCredits, 0);
  t.deepEqual(uses(calls), [1, 1]);
  t.is(jobIdIn(await generate(client, planned)), jobId, 'nor is it asked for anew by a client');

  move(limits.dispatchUnknownMaxMs);
  const done = await finalJob(client, planned, jobId);
  t.is(done.job.status, 'failed');
  t.deepEqual(
    done.requirements.map(({ status }) => status),
    ['human_review', 'human_review'],
  );
  t.deepEqual(uses(calls), [1, 1]);
  t.is((await repair(client, planned, planned.planId)).status, 409);

  // A person's order is a new attempt, under a key of its own.
  const again = planned.requirementIds.map((_, frameIndex) => ({ frameIndex, decision: 'repair', note: 'once more' }));
  expecting(201, await review(client, planned, planned.planId, again));
  const end = await repaired(client, planned);
  t.is(end.job.status, 'completed');
  t.deepEqual(uses(calls), [1, 1, 1, 1]);
  expecting(201, await review(client, planned, planned.planId, acceptAll(2)));
  t.is((await photoSequence(client, planned, planned.planId)).lifecycle, 'certified');
  t.like(await creditsOf(client), { total: limits.trialCreditsLocal - end.job.chargedCredits, held: 0 });
});

test('`lookup`: asked what became of it, and never twice', async (t) => {
  const { engine, calls, done } = breakingEngine({ repeat: 'lookup' });
  const lookup = async (key: string): Promise<LookedUp> => Promise.resolve(done.get(key) ?? { kind: 'never_seen' });
  const { client, planned, jobId } = await start(t, { ...engine, lookup });
  const { job, requirements } = await finalJob(client, planned, jobId);
  t.like(job, { status: 'completed', chargedCredits: 2 });
  t.deepEqual(uses(calls), [1, 1]);
  t.true(requirements.every(({ attempts }) => attempts.length === 1));
});

test('`lookup`: asked once more before it is given up, e.g. after a night without this service', async (t) => {
  const { engine, calls, done } = breakingEngine({ repeat: 'lookup' });
  const { doctor, move } = movableClock();
  let isOver = false;
  const lookup = async (key: string): Promise<LookedUp> =>
    Promise.resolve((isOver && done.get(key)) || { kind: 'running', pollAfterMs: limits.pollDelayMsMax });
  const { client, planned, jobId } = await start(t, { ...engine, lookup }, { doctor });
  await untilUnknown(client, planned, jobId);
  isOver = true;
  move(limits.dispatchUnknownMaxMs);
  const { job, requirements } = await finalJob(client, planned, jobId);
  t.like(job, { status: 'completed', chargedCredits: 2 });
  t.deepEqual(uses(calls), [1, 1]);
  t.true(requirements.every(({ attempts }) => attempts.length === 1));
});

test('`lookup`: a job that is cancelled ends as soon as its engine knows', async (t) => {
  const { engine, calls } = breakingEngine({ repeat: 'lookup', deadlineMs: 50 });
  let said: LookedUp = { kind: 'running', pollAfterMs: 100 };
  const { client, planned, jobId } = await start(t, { ...engine, lookup: async () => Promise.resolve(said) });
  await untilUnknown(client, planned, jobId);
  expecting(200, await client.post(`jobs/${jobId}/cancel`));
  t.is((await pollJob(client, planned, jobId)).job.status, 'running', 'it may deliver yet');
  said = { kind: 'failed', code: 'rejected', message: 'it gave up' };
  const { job } = await finalJob(client, planned, jobId);
  t.like(job, { status: 'cancelled', chargedCredits: 0, heldCredits: 0 });
  t.deepEqual(uses(calls), [1, 1]);
});

test('`lookup` of a key that stays unknown: the attempt is lost, the ladder goes on under another key', async (t) => {
  const { engine, calls } = breakingEngine({ repeat: 'lookup', deadlineMs: 50 }, 2);
  const lookup = async (): Promise<LookedUp> => Promise.resolve({ kind: 'never_seen' });
  const { client, planned, jobId } = await start(t, { ...engine, lookup });
  const { job, requirements } = await finalJob(client, planned, jobId);
  t.is(job.status, 'completed');
  t.deepEqual(uses(calls), [1, 1, 1, 1]);
  for (const { attempts } of requirements) {
    t.is(attempts[0]?.error?.code, 'lost');
    t.is(attempts.length, 2);
  }
  // A lost attempt delivered nothing, and costs nothing.
  t.is(job.chargedCredits, 2);
});

test('`safe`: asked again under the same key', async (t) => {
  const { engine, calls } = breakingEngine({ repeat: 'safe' }, 2);
  const { client, planned, jobId } = await start(t, engine);
  const { job } = await finalJob(client, planned, jobId);
  t.like(job, { status: 'completed', chargedCredits: 2 });
  t.deepEqual(uses(calls), [2, 2]);
});

test('an engine that is called `safe` and is not would have been asked again', async (t) => {
  const { engine, calls } = breakingEngine({ repeat: 'safe' });
  const { client, planned, jobId } = await start(t, engine);
  await finalJob(client, planned, jobId);
  t.true((uses(calls)[0] ?? 0) > 1, 'what the tests above would have seen');
  t.true((uses(calls)[0] ?? 0) <= limits.safeRepeatsMax);
});
