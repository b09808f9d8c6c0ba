/** A frame that is made again gives another picture, with the words of its reviewer, on whatever plan that happens. */
import test, { type ExecutionContext } from 'ava';
import { type EngineCall, HOPELESS, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { givenClient } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';

const WORDS = 'Ada smiles';

/** A project of one frame, which its first plan has generated. */
const givenMade = async (t: ExecutionContext, prompt: string) => {
  const calls: EngineCall[] = [];
  const makers = quickMakers(quickEngine({ onCall: (call) => void calls.push(call) }));
  const { client } = await givenClient(t, { makers });
  const { planned: first } = await flow.givenGenerated(client, [prompt]);
  const planAgain = async () => flow.planProject(client, first.projectId);
  const sendBack = async ({ planId }: flow.Planned, ...words: readonly string[]) => {
    const sent = { frameIndex: 0, decision: 'repair', note: 'again', repairPromptAdditions: words };
    flow.expecting(201, await flow.review(client, first, planId, [sent]));
  };
  const repaired = async ({ planId }: flow.Planned) => flow.repaired(client, first, planId);
  const made = async (planned: flow.Planned) => flow.generated(client, planned);
  const allDiffer = () => new Set(calls.map(({ result }) => result)).size === calls.length;
  return { first, calls, planAgain, sendBack, repaired, made, allDiffer };
};

test('a repair on a plan that carried the frame sells another picture than the rejected one', async (t) => {
  const { calls, planAgain, sendBack, repaired, allDiffer } = await givenMade(t, 'one');
  const second = await planAgain();
  await sendBack(second);
  t.is((await repaired(second)).job.chargedCredits, 1);
  await sendBack(await planAgain(), WORDS);
  t.is((await repaired(await planAgain())).job.status, 'completed');
  t.is(calls.length, 3);
  t.true(allDiffer());
  t.true(calls.at(-1)?.prompt.includes(WORDS));
});

test('a new quote for a frame that failed buys no picture a second time, and keeps the words', async (t) => {
  const { first, calls, planAgain, sendBack, repaired, made, allDiffer } = await givenMade(t, HOPELESS);
  await sendBack(first, WORDS);
  t.is((await repaired(first)).job.status, 'failed');
  const words = () => calls.map(({ prompt }) => prompt.includes(WORDS));
  t.deepEqual(words(), [false, false, false, true]);
  await made(await planAgain());
  t.deepEqual(words().slice(4), [true, true, true]);
  t.true(allDiffer());
});
