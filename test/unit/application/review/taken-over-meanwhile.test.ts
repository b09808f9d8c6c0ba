/** A generation that is claimed while a later plan takes the place of its own one. */
import test, { type ExecutionContext } from 'ava';
import type { Result, StoredAnswer } from '../../../../src/application/calls/result.ts';
import type { StoryboardFrame } from '../../../../src/application/projects/storyboard.ts';
import { type ReactionDeps, startReactions } from '../../../../src/application/reactions/reactions.ts';
import { createReview } from '../../../../src/application/review/review.ts';
import { createGenerate } from '../../../../src/application/work/storyboard/generate.ts';
import { assert } from '../../../../src/kernel/faults.ts';
import { categoryTopic } from '../../../../src/kernel/topics.ts';
import type { ConsumeOptions, MessageLog } from '../../../../src/ports/message-log.ts';
import { answered, refusalOf, storedBody } from '../../../support/application/answered.ts';
import { asked, generate, plan, produce, storyboardOf } from '../../../support/application/production.ts';
import { createWorld, enterAs, type Process } from '../../../support/application/world.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { settle } from '../../../support/ledger/settled.ts';
import { createStrictCodec } from '../../../support/log/strict-codec.ts';
import { watchedCommands } from '../../../support/log/watched-commands.ts';
import { balancesIn } from '../../../support/application/states.ts';

/**
 * Two processes, and a plan of three frames: one is accepted, one waits for a person, one is still to be made. A later
 * plan was made of it, and takes its place by the first decision on it.
 */
const givenLater = async (t: ExecutionContext) => {
  const world = await createWorld(t);
  const [here, there] = [await world.start({ trialCredits: 500 }), await world.start({})];
  const ann = await enterAs(here, 'ann');
  const first = await produce(here, ann, 3);
  const { projectId } = first;
  const [one = '', two = '', three = ''] = first.requirementIds;
  const draw = async (jobId: string) => drawJob(there.services, jobId, ({ index }) => (index === 0 ? 'pass' : 'fail'));
  await draw(await generate(here, first, [one, two]));
  const revise = async (frames: readonly StoryboardFrame[]) =>
    answered(here.application.reviseStoryboard(ann, projectId, { ...storyboardOf(3), frames }, null));
  const [kept] = storyboardOf(1).frames as [StoryboardFrame];
  await revise([kept, { prompt: 'Another' }]);
  const later = await plan(here, ann, projectId);
  // The storyboard comes back: its plan may generate the rest.
  await revise(storyboardOf(3).frames);
  const events = async () => {
    const codec = createStrictCodec();
    return (await world.events()).map((event) => codec.decode(event));
  };
  /** The commands of a process with a look at those of one type. */
  const watched = ({ services: { commands } }: Process, at: string, { before, after }: Look) =>
    watchedCommands(commands, {
      before: async (type) => (type === at ? before?.() : undefined),
      after: async (type) => (type === at ? after?.() : undefined),
    });
  return {
    draw,
    /** The other process makes the rest of the first plan. */
    generateRest: async (afterClaim?: () => Promise<unknown>): Promise<Result<StoredAnswer>> => {
      const commands = watched(there, 'ClaimGeneration', { after: afterClaim });
      return createGenerate({ ...there.services, commands })(...asked(first, [three]), null);
    },
    /** The first decision on the later plan, with a look when it closes the first plan. */
    decide: async (closing: Look): Promise<Result<unknown>> => {
      const commands = watched(here, 'SupersedePlan', closing);
      const decision = { frameIndex: 0, decision: 'accept', note: 'good' } as const;
      const review = createReview({ ...here.ground, commands });
      return review(ann, projectId, later.planId, [decision]);
    },
    /** The message of the last event of this type reaches the reactions to plans. */
    deliver: async (type: string): Promise<void> => {
      const consumers: ConsumeOptions[] = [];
      const consume: MessageLog['consume'] = async (options) => {
        consumers.push(options);
        return Promise.resolve({ stop: async () => Promise.resolve(), lag: async () => Promise.resolve(0) });
      };
      const [{ timers }, codec] = [createFakeClock(), createStrictCodec()];
      const stopping = new AbortController().signal;
      const deps = { ...there.ground, ...there.services, timers, stopping, messages: { consume }, codec };
      await startReactions(deps as unknown as ReactionDeps, new Set(['supervisor']));
      const event = (await world.events()).findLast((one) => one.type === type);
      assert(event !== undefined, `a ${type} has happened`);
      for (const { topic, types, handle } of consumers) {
        if (topic === categoryTopic('plan') && types?.has(type)) {
          await handle({ key: event.stream, event, attempt: 1 }, () => true);
        }
      }
    },
    /** Nothing is held, or owed by a job that ended, and no part was paid or given back twice. */
    isSettled: async (): Promise<void> => {
      t.is((await balancesIn(here, ann.workspaceId)).held, 0);
      t.deepEqual(settle(await events()), { findings: [], owed: { parts: 0, credits: 0, accepted: 0 } });
    },
  };
};

type Look = {
  readonly before?: (() => Promise<unknown>) | undefined;
  readonly after?: (() => Promise<unknown>) | undefined;
};

const idOf = async (generated: Promise<Result<StoredAnswer>>): Promise<string> =>
  ((await storedBody(generated)) as { readonly job: { readonly id: string } }).job.id;

test('a job that begins before its plan is closed keeps no part for a decision that no person can make', async (t) => {
  const { decide, draw, generateRest, isSettled } = await givenLater(t);
  const jobs: string[] = [];
  const before = async () => jobs.push(await idOf(generateRest()));
  t.is(await refusalOf(decide({ before })), 'plan_superseded');
  for (const jobId of jobs) await draw(jobId);
  await isSettled();
});

test('a job that ends before its plan is closed gives its part back by the message, after a death', async (t) => {
  const { decide, deliver, draw, generateRest, isSettled } = await givenLater(t);
  const before = async () => draw(await idOf(generateRest()));
  const after = async () => Promise.reject(new Error('the process died'));
  await t.throwsAsync(decide({ before, after }), { message: 'the process died' });
  await deliver('PlanReplaced');
  await isSettled();
  await deliver('PlanReplaced');
  await isSettled();
});

test('a generation of a plan that is closed is refused, and holds nothing', async (t) => {
  const { decide, generateRest, isSettled } = await givenLater(t);
  const refusals: string[] = [];
  await answered(decide({ after: async () => refusals.push(await refusalOf(generateRest())) }));
  t.deepEqual(refusals, ['expected_mismatch']);
  await isSettled();
});

test('a claim whose plan is closed before its start is given up, and its credits are free', async (t) => {
  const { decide, generateRest, isSettled } = await givenLater(t);
  const [claimed, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const refusals: Promise<string>[] = [];
  const before = async () => {
    const afterClaim = async () => {
      claimed.resolve();
      await closed.promise;
    };
    refusals.push(refusalOf(generateRest(afterClaim)));
    await claimed.promise;
  };
  const after = async () => Promise.resolve(closed.resolve());
  await decide({ before, after });
  t.deepEqual(await Promise.all(refusals), ['expected_mismatch']);
  await isSettled();
});
