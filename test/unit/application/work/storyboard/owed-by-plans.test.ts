/** The steps that open-work names after a plan was replaced or completed, and their end. */
import test, { type ExecutionContext } from 'ava';
import { ledgerDecider } from '../../../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../../../commands/ledger/stream.ts';
import { openWorkProjection } from '../../../../../projections/open-work/definition.ts';
import type { StoryboardFrame } from '../../../../../src/application/projects/storyboard.ts';
import type { CommandHandler } from '../../../../../src/application/log/command-handler.ts';
import { createCarryOn } from '../../../../../src/application/reactions/carry-on.ts';
import type { ReactionDeps } from '../../../../../src/application/reactions/reactions.ts';
import type { OwedWork } from '../../../../../src/application/reactions/supervise.ts';
import { createReview } from '../../../../../src/application/review/review.ts';
import { limits } from '../../../../../src/kernel/limits.ts';
import { addMs } from '../../../../../src/kernel/time.ts';
import { answered } from '../../../../support/application/answered.ts';
import { drawJob } from '../../../../support/jobs/draw-job.ts';
import { generate, plan, produce, storyboardOf } from '../../../../support/application/production.ts';
import { createWorld, enterAs } from '../../../../support/application/world.ts';
import { createStrictCodec } from '../../../../support/log/strict-codec.ts';
import { foldDocuments } from '../../../../support/read-models/fold-documents.ts';

/** A project of two frames; frame 1 fails unless stated. */
const givenGenerated = async (t: ExecutionContext, verdict: 'pass' | 'fail' = 'fail') => {
  const world = await createWorld(t);
  const process = await world.start({ trialCredits: 500 });
  const ann = await enterAs(process, 'ann');
  const first = await produce(process, ann, 2);
  const { projectId } = first;
  await drawJob(process.services, await generate(process, first), ({ index }) => (index === 1 ? verdict : 'pass'));
  const codec = createStrictCodec();
  /** What is owed within the grace of a step. */
  const owed = async (): Promise<readonly OwedWork[]> => {
    const events = (await world.events()).map((event) => codec.decode(event));
    const soon = addMs(new Date(world.time.clock.now()).toISOString(), limits.stepGraceMs);
    const documents = [...foldDocuments(openWorkProjection, events)].map(([id, found]) => ({ id, ...found }));
    return documents.filter(({ body }) => body.dueAt <= soon);
  };
  const carryOn = createCarryOn(process.ground as unknown as ReactionDeps, new Set(['supervisor']));
  const supervise = async (): Promise<void> => {
    for (const work of await owed()) await carryOn(work);
  };
  const held = async (): Promise<number> =>
    balancesOf((await process.services.commands.read(ledgerDecider, ledgerStream(ann.workspaceId))).state).held;
  const planned = async (...frames: readonly StoryboardFrame[]) => {
    await answered(process.application.reviseStoryboard(ann, projectId, { ...storyboardOf(2), frames }, null));
    return plan(process, ann, projectId);
  };
  return { process, ann, first, projectId, owed, supervise, held, planned };
};

test('a take-over that dies gives back what nobody can accept any more', async (t) => {
  const { process, ann, projectId, owed, supervise, held, planned } = await givenGenerated(t);
  t.true((await held()) > 0, 'frame 1 waits for a person');
  const [kept] = storyboardOf(1).frames as [StoryboardFrame];
  const next = await planned(kept, { prompt: 'Another' });
  const { commands } = process.services;
  const handle: CommandHandler['handle'] = async (decider, stream, command, context) => {
    if ((command as { readonly type: string }).type === 'ReleaseParts') throw new Error('the process died');
    return commands.handle(decider, stream, command, context);
  };
  const review = createReview({ ...process.services, ...process.ground, commands: { ...commands, handle } });
  const accept = [{ frameIndex: 0, decision: 'accept', note: 'good' }] as const;
  await t.throwsAsync(review(ann, projectId, next.planId, accept), { message: 'the process died' });
  t.deepEqual(
    (await owed()).map(({ body }) => body.kind),
    ['review.release'],
  );
  await supervise();
  t.is(await held(), 0);
  t.deepEqual(await owed(), []);
  await answered(process.application.review(ann, projectId, next.planId, accept));
});
