/** The governance mode of the planner decides on the acceptance of frames: on the real service and scorer. */
import test, { type ExecutionContext } from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import { HELD } from '../support/engines/held-makers.ts';
import type { Client } from '../support/http/http-client.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { wholeLog } from '../support/log/whole-log.ts';
import { withCommands } from '../support/service/doctored.ts';
import { givenService, type RealServiceOptions } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import { givenHeld } from '../support/service/held-job.ts';

/** A job of one frame, planned under a mode and run to its end. */
const judged = async (t: ExecutionContext, mode: string, options: RealServiceOptions = {}) => {
  const service = await givenService(t, options);
  const client = await service.client();
  flow.expecting(200, await client.put('user/settings/creative', { governanceMode: mode }));
  const planned = await flow.givenPlanned(client, ['one']);
  const poll = await flow.generated(client, planned);
  return { service, client, planned, poll };
};

const total = async (client: Client): Promise<number> => (await flow.creditsOf(client)).total;

test('under `strict` a frame that passes waits for a person, and is charged on that acceptance alone', async (t) => {
  const { service, client, planned, poll } = await judged(t, 'strict');
  t.like(planned.answer.body['plan'], { governanceMode: 'strict' });
  t.like(poll.requirements[0], { status: 'human_review', reason: 'governance' });
  t.like(poll.requirements[0]?.attempts[0], { evidence: { verdict: 'pass', governanceMode: 'strict' } });
  t.like(poll.job, { status: 'failed', chargedCredits: 0 });
  t.is(await total(client), 500);
  thenRefused(t, await flow.repair(client, planned, planned.planId), 409, 'human_review');
  flow.expecting(201, await flow.review(client, planned, planned.planId, flow.acceptAll(1)));
  await eventually('the acceptance is charged', async () => (await total(client)) === 499);
  const rules = (await wholeLog(service.core)).flatMap(({ type, data }) =>
    type === 'JobQueued' ? [(data as { readonly governance?: unknown }).governance] : [],
  );
  t.deepEqual(rules, [{ mode: 'strict', factor: 1.1, asksPerson: true }]);
});

test('under `strict` a frame that passes after a cancel waits for a person, and its acceptance is paid', async (t) => {
  const { held, client } = await givenHeld(t);
  flow.expecting(200, await client.put('user/settings/creative', { governanceMode: 'strict' }));
  const { planned, jobId } = await flow.givenStarted(client, [`${HELD} one`, `${HELD} two`]);
  await eventually('both frames are at the engine', () => held.asked.length === 2);
  flow.expecting(200, await client.post(`jobs/${jobId}/cancel`));
  held.letGo();
  const { job, requirements } = await flow.finalJob(client, planned, jobId);
  t.like(job, { status: 'cancelled', chargedCredits: 0 });
  t.deepEqual(
    requirements.map(({ status, reason }) => [status, reason]),
    [1, 2].map(() => ['human_review', 'governance']),
  );
  flow.expecting(201, await flow.review(client, planned, planned.planId, flow.acceptAll(2)));
  t.is((await flow.photoSequence(client, planned, planned.planId)).lifecycle, 'certified');
  await eventually('both acceptances are charged', async () => (await total(client)) === 498);
});

test('under the other modes a frame that passes is accepted and charged', async (t) => {
  for (const mode of ['balanced', 'creative']) {
    const { client, planned, poll } = await judged(t, mode);
    t.is((planned.answer.body['plan'] as { governanceMode?: string }).governanceMode ?? 'balanced', mode);
    t.like(poll.requirements[0], { status: 'accepted' });
    await eventually('the frame is charged', async () => (await total(client)) === 499);
  }
});

test('sabotage: a service that forgets the rule of the plan charges without a person, which is seen', async (t) => {
  const doctor = withCommands((commands) => ({
    handle: async (decider, stream, command, context) => {
      const { details } = command as { readonly details?: { governance?: unknown } };
      if (details !== undefined) delete details.governance;
      return commands.handle(decider, stream, command, context);
    },
  }));
  const { client, poll } = await judged(t, 'strict', { doctor });
  t.like(poll.requirements[0], { status: 'accepted' });
  await eventually('the frame is charged', async () => (await total(client)) === 499);
});
