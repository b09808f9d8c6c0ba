/** Caps of what a calendar month may spend: of a workspace and of tokens, on the real service. */
import test from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import { type Client, createClient } from '../support/http/http-client.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { wholeLog } from '../support/log/whole-log.ts';
import { runTool } from '../support/process/run-tool.ts';
import { forgetting } from '../support/service/doctored.ts';
import { givenService, type RealService } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import { madeWorkspace } from '../support/service/workspace-of.ts';

const givenStudio = async (service: RealService) => {
  const ann = await service.client('ann');
  const id = await madeWorkspace(ann, 100);
  return { ann: ann.within(id), id, limits: `workspaces/${id}/limits` };
};

const picture = async (client: Client): Promise<HttpAnswer> => client.post('image/generate', { prompt: 'a quay' });

const codesOf = (answers: readonly HttpAnswer[]): readonly string[] =>
  answers.map(({ status, body }) => (status === 200 ? 'made' : String(body['code']))).toSorted();

test('calls at once in two processes never spend more than the cap of the month', async (t) => {
  const service = await givenService(t);
  const { ann, id, limits } = await givenStudio(service);
  flow.expecting(200, await ann.put(limits, { monthlyCap: 3 }));
  const second = await givenService(t, { dataDir: service.dataDir });
  const there = (await second.client('ann')).within(id);
  const answers = await Promise.all([ann, there, ann, there, ann, there].map(picture));
  t.deepEqual(codesOf(answers), ['made', 'made', 'made', ...Array<string>(3).fill('spend_cap_reached')]);
  const refusal = answers.find(({ status }) => status === 402);
  t.like(refusal?.body, { noCreditsSpent: true, details: { capOf: 'workspace', cap: 3, spent: 3, required: 1 } });
  // A debit follows its answer.
  await eventually('three are debited', async () => (await flow.creditsOf(ann)).total === 97);
  const spent = flow.expecting(200, await ann.get(limits)).body;
  t.like(spent, { limits: { monthlyCap: 3, lowAt: [] }, spent: { heldCredits: 0, debitedCredits: 3 } });
  const planned = await flow.givenPlanned(ann, ['one']);
  thenRefused(t, await flow.generate(ann, planned), 402, 'spend_cap_reached');
  flow.expecting(200, await ann.put(limits, { monthlyCap: 6 }));
  await flow.generated(ann, planned);
});

test('sabotage: a ledger that decides without its cap spends more, which is seen', async (t) => {
  const { ann, limits } = await givenStudio(await givenService(t, { doctor: forgetting('SetSpendLimits') }));
  flow.expecting(200, await ann.put(limits, { monthlyCap: 1 }));
  t.deepEqual(codesOf([await picture(ann), await picture(ann)]), ['made', 'made']);
});

test('a token with a cap spends no more than that, and other tokens go on', async (t) => {
  const service = await givenService(t);
  const { ann, id } = await givenStudio(service);
  const { stdout } = await runTool(
    'token',
    service.dataDir,
    '--sub',
    'ann',
    '--scope',
    'read mutate plan spend',
    '--cap',
    '4',
  );
  const capped = createClient(service.baseUrl, stdout.trim(), id);
  await flow.givenGenerated(capped, ['one']);
  const claimed = (await wholeLog(service.core)).find(({ type }) => type === 'GenerationClaimed');
  t.like(claimed?.data, { payer: { cap: 4 } });
  t.deepEqual(codesOf(await Promise.all(Array.from({ length: 5 }, async () => picture(capped)))), [
    'made',
    'made',
    'made',
    'spend_cap_reached',
    'spend_cap_reached',
  ]);
  const another = await flow.givenPlanned(capped, ['two']);
  const refused = await flow.generate(capped, another);
  thenRefused(t, refused, 402, 'spend_cap_reached');
  t.like(refused.body['details'], { capOf: 'token', cap: 4, spent: 4, required: 3 });
  t.is((await picture(ann)).status, 200);
  t.is((await runTool('token', service.dataDir, '--sub', 'ann', '--cap', 'much')).status, 2);
});

test('owners and administrators set the limits, members read them, and low credits are told once', async (t) => {
  const service = await givenService(t);
  const { ann, id, limits } = await givenStudio(service);
  const bob = await service.client('bob', 'read mutate spend');
  thenRefused(t, await bob.get(limits), 403, 'workspace_forbidden');
  thenRefused(t, await (await service.client('eve')).put(limits, {}), 403, 'workspace_forbidden');
  flow.expecting(200, await ann.put(`workspaces/${id}/members/bob`, undefined));
  flow.expecting(200, await bob.get(limits));
  thenRefused(t, await bob.put(limits, { monthlyCap: 1 }), 403, 'workspace_forbidden');
  const admin = await service.client('bob', 'mutate admin');
  const set = flow.expecting(200, await admin.put(limits, { lowAt: [98, 50] }));
  t.like(set.body, { limits: { monthlyCap: null, lowAt: [50, 98] } });
  for (const body of [{ monthlyCap: -1 }, { lowAt: [0] }, { monthlyCap: '1' }, { cap: 1 }]) {
    thenRefused(t, await ann.put(limits, body), 422, 'validation_failed');
  }
  for (let made = 0; made < 4; made += 1) flow.expecting(200, await picture(ann));
  const told = (await wholeLog(service.core)).filter(({ type }) => type === 'CreditsLow');
  t.is(told.length, 1);
  t.like(told[0]?.data, { threshold: 98, available: 97 });
});
