/** Reference pictures of other hosts, on the real service: fetched while a plan is made, and from then on our own. */
import test, { type ExecutionContext } from 'ava';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { type Hosts, hostsOf } from '../support/application/hosts.ts';
import { type EngineCall, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { png } from '../support/engines/pictures.ts';
import { givenService } from '../support/service/real-service.ts';
import {
  createProject,
  creditsOf,
  expecting,
  generate,
  generated,
  type Planned,
  planProject,
} from '../support/service/storyboard-calls.ts';
import { thenRefused } from '../spec/api-spec.ts';
import type { Client } from '../support/http/http-client.ts';

const ADA = 'https://pictures.test/ada.png?token=secret';
const BOB = 'https://pictures.test/bob.png';

const ada = await png(({ x, noise }) => x * noise);
const bob = await png(({ y, noise }) => y * noise);

const given = async (t: ExecutionContext, hosts: Hosts, dataDir?: string) => {
  const calls: EngineCall[] = [];
  const outbound = hostsOf(hosts);
  const makers = quickMakers(quickEngine({ onCall: (call) => void calls.push(call) }));
  const service = await givenService(t, { makers, outbound, ...(dataDir !== undefined && { dataDir }) });
  return { ...service, calls, called: outbound.called, client: await service.client() };
};

const onBoth = { continuityMode: 'master_reference', referenceImageUrls: [ADA, BOB] };

type Plan = {
  readonly requirements: readonly {
    readonly requirementId: string;
    readonly satisfied: boolean;
    readonly referencePlates: readonly { readonly url: string; readonly resolved: boolean }[];
  }[];
  readonly blockers: readonly { readonly code: string; readonly message: string; readonly requirementId?: string }[];
};

const planOf = ({ answer }: Planned): Plan => answer.body as unknown as Plan;

const finished = async (client: Client, planned: Planned) => generated(client, planned);

test('a picture of another host is a reference like one of our own; its query is not shown', async (t) => {
  const { client, calls } = await given(t, { [ADA]: ada, [BOB]: bob });
  const planned = await planProject(client, await createProject(client, ['one', 'two'], onBoth));
  const { requirements, blockers } = planOf(planned);
  t.deepEqual(blockers, []);
  t.deepEqual(requirements[0]?.referencePlates, [
    { url: 'https://pictures.test/ada.png', resolved: true },
    { url: BOB, resolved: true },
  ]);
  t.like((await finished(client, planned)).job, { status: 'completed', chargedCredits: 2 });
  for (const { references } of calls) t.deepEqual(references, [sha256(ada), sha256(bob)]);
});

test('the same bytes give the same plan, in another process too, for free', async (t) => {
  const hosts: Hosts = { [ADA]: ada, [BOB]: bob };
  const first = await given(t, hosts);
  const before = await creditsOf(first.client);
  const projectId = await createProject(first.client, ['one', 'two'], onBoth);
  const { manifestHash } = await planProject(first.client, projectId);
  t.is((await planProject(first.client, projectId)).manifestHash, manifestHash);
  await first.stop();
  const second = await given(t, hosts, first.dataDir);
  t.is((await planProject(second.client, projectId)).manifestHash, manifestHash);
  t.deepEqual(second.called.toSorted(), [ADA, BOB].toSorted());
  t.deepEqual(await creditsOf(second.client), before);
  await second.stop();
  const third = await given(t, { [ADA]: bob, [BOB]: bob }, first.dataDir);
  t.not((await planProject(third.client, projectId)).manifestHash, manifestHash, 'other bytes are another plan');
});

test('a project keeps the pictures that it has generated with, while their hosts go and change', async (t) => {
  const first = await given(t, { [ADA]: ada, [BOB]: bob });
  const projectId = await createProject(first.client, ['one', 'two'], onBoth);
  const planned = await planProject(first.client, projectId);
  t.is((await finished(first.client, planned)).job.status, 'completed');
  await first.stop();
  const second = await given(t, { [ADA]: bob }, first.dataDir);
  const again = planOf(await planProject(second.client, projectId));
  t.deepEqual(again.blockers, []);
  t.deepEqual(
    again.requirements.map(({ requirementId, satisfied }) => [requirementId, satisfied]),
    planned.requirementIds.map((id) => [id, true]),
  );
  t.deepEqual(second.called, []);
});

test('a newly signed address of the same picture keeps the accepted frames', async (t) => {
  const SIGNED_ANEW = ADA.replace('secret', 'another');
  const { client } = await given(t, { [ADA]: ada, [SIGNED_ANEW]: ada });
  const frames = [{ prompt: 'one' }];
  const projectId = await createProject(client, ['one'], { referenceImageUrls: [ADA] });
  t.is((await finished(client, await planProject(client, projectId))).job.status, 'completed');
  expecting(
    200,
    await client.put(`projects/${projectId}/storyboard`, {
      frames,
      continuityMode: 'independent',
      referenceImageUrls: [SIGNED_ANEW],
    }),
  );
  t.true(planOf(await planProject(client, projectId)).requirements[0]?.satisfied);
});

const broken: readonly [string, Hosts[string], RegExp][] = [
  ['a private address', 'address_not_public', /cannot be fetched/],
  ['a silent host', 'timed_out', /cannot be fetched/],
  ['a page', Buffer.from('<html>secret</html>'), /no whole PNG, JPEG or WebP/],
  ['a torn picture', ada.subarray(0, 50_000), /no whole PNG, JPEG or WebP/],
  ['a status 403', 403, /another status than 200/],
  ['a picture that is too large', 'answer_too_large', /more than 20 MB/],
];

test('a picture that cannot be had is a blocker and a refusal that name the place; nothing is spent', async (t) => {
  const hosts: Hosts = { [BOB]: bob };
  const { client, calls } = await given(t, hosts);
  const before = await creditsOf(client);
  const frames = [{ prompt: 'one', referenceImageUrls: [BOB, ADA] }, { prompt: 'two' }];
  const storyboard = { frames, continuityMode: 'independent' };
  for (const [title, found, message] of broken) {
    hosts[ADA] = found;
    const created = expecting(200, await client.post('projects', { name: 'Film', storyboard }));
    const { id: projectId } = created.body['project'] as { id: string };
    const planned = await planProject(client, projectId);
    const { blockers } = planOf(planned);
    t.like(blockers[0], { code: 'reference_unavailable', requirementId: planned.requirementIds[0] }, title);
    t.is(blockers.length, 1, title);
    t.regex(blockers[0]?.message ?? '', message, title);
    t.regex(blockers[0]?.message ?? '', /\/frames\/0\/referenceImageUrls\/1/, title);
    const refused = await generate(client, planned);
    thenRefused(t, refused, 422, 'plan_has_blockers', title);
    t.deepEqual(refused.body['details'], planned.answer.body['blockers'], title);
    const batch = await client.post('image/storyboard-batch', { projectId, prompt: 'x', count: 2, ...storyboard });
    thenRefused(t, batch, 422, 'reference_unavailable', title);
    const details = batch.body['details'] as readonly { pointer: string; message: string }[];
    t.deepEqual(
      details.map(({ pointer }) => pointer),
      ['/frames/0/referenceImageUrls/1'],
      title,
    );
    t.regex(details[0]?.message ?? '', message, title);
    t.notRegex(JSON.stringify([planned.answer.body, batch.body]), /secret|<html>/, 'neither address nor answer');
    t.deepEqual(await creditsOf(client), before, title);
    t.is(calls.length, 0, title);
  }
});

test('a batch is made with pictures of other hosts, and one call fetches each once', async (t) => {
  const { client, calls, called } = await given(t, { [ADA]: ada, [BOB]: bob });
  const projectId = await createProject(client, ['one']);
  const body = { projectId, prompt: 'x', count: 3, ...onBoth };
  const answer = expecting(200, await client.post('image/storyboard-batch', body, { 'idempotency-key': 'k' }));
  t.like(answer.body, { rendered_count: 3 });
  for (const { references } of calls) t.deepEqual(references, [sha256(ada), sha256(bob)]);
  t.is(called.length, 2);
  const replayed = await client.post('image/storyboard-batch', body, { 'idempotency-key': 'k' });
  t.is(replayed.headers['idempotent-replayed'], 'true');
  t.is(called.length, 2, 'a replay fetches nothing');
});
