/** Every operation that takes the id of a thing, on the real service: unknown ids 404, foreign ids 403. */
import test from 'ava';
import { type PathId, pathId } from '../../src/http/contract/ids.ts';
import { namesIn, type Operation } from '../../src/http/contract/operation.ts';
import { operations } from '../../src/http/contract/operations/registry.ts';
import { exampleOf } from '../../src/http/openapi/example.ts';
import { thenRefused } from '../spec/api-spec.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import type { Client } from '../support/http/http-client.ts';
import { givenService } from '../support/service/real-service.ts';
import { creditsOf, expecting, givenGenerated, givenPlanned } from '../support/service/storyboard-calls.ts';
import { madeWorkspace } from '../support/service/workspace-of.ts';

/** Ids of things of one workspace, by their names in paths. */
type Things = Readonly<Record<'projectId' | 'planId' | 'jobId' | 'assetId' | 'deliveryId' | 'webhookId', string>>;

const ZEROS = '0'.repeat(26);
const UNKNOWN: Things = {
  projectId: `prj_${ZEROS}`,
  planId: `pln_${ZEROS}`,
  jobId: `job_${ZEROS}`,
  assetId: `ast_${ZEROS}`,
  deliveryId: `dlv_${ZEROS}`,
  webhookId: `whk_${ZEROS}`,
};

/** Of no shape that an id has. */
const ODD = Object.fromEntries(Object.keys(UNKNOWN).map((name) => [name, "' OR 1"])) as Things;

/** The names of things in a path, in their order. A task is found by its job alone. */
const thingsIn = ({ path }: Operation): readonly string[] =>
  namesIn(path).filter((name) => Object.hasOwn(UNKNOWN, name));

const naming = operations.filter((one) => one.authority !== null && thingsIn(one).length > 0);

const ask = async (client: Client, { method, path, body }: Operation, things: Things): Promise<HttpAnswer> => {
  const values: Readonly<Record<string, string>> = { ...things, taskId: 'scene-0001' };
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const headers = { 'idempotency-key': 'k' };
  const sent = body === undefined ? undefined : exampleOf(body);
  switch (method) {
    case 'GET':
      return client.get(place);
    case 'DELETE':
      return client.delete(place);
    case 'PUT':
      return client.put(place, sent, headers);
    case 'POST':
      return client.post(place, sent, headers);
  }
};

const ownerOf = async (client: Client): Promise<Things> => {
  const { planned, jobId } = await givenGenerated(client, ['one']);
  const upload = { filename: 'a.png', contentType: 'image/png' };
  const { assetId } = expecting(200, await client.post('storage/upload-url', upload)).body;
  const delivery = { video: { url: 'https://films.test/a.mp4' }, destinations: [{ type: 'email', to: 'a@b.test' }] };
  const { deliveryId } = expecting(200, await client.post('delivery', delivery)).body;
  const hook = { url: 'https://hooks.test/news', events: ['job.completed'] };
  const { webhook } = expecting(201, await client.post('webhooks', hook)).body as { webhook: { readonly id: string } };
  const { projectId, planId } = planned;
  return { projectId, planId, jobId, assetId: String(assetId), deliveryId: String(deliveryId), webhookId: webhook.id };
};

/** The same client in another workspace of its own. */
const elsewhereOf = async (client: Client): Promise<Client> => client.within(await madeWorkspace(client));

/** Of a client that has two projects: one with the project of the other one's things. */
const mixedUp = async (client: Client, own: Things): Promise<Things> => {
  const { projectId } = await givenPlanned(client, ['two']);
  return { ...own, projectId };
};

test('ids in paths: unknown 404, of another tenant or another workspace 403', async (t) => {
  const service = await givenService(t);
  const [alice, bob] = [await service.client('alice'), await service.client('bob')];
  const [theirs, own] = [await ownerOf(alice), await ownerOf(bob)];
  const [other, mixed] = [await elsewhereOf(alice), await mixedUp(bob, own)];
  const [before, { jobs }] = [await creditsOf(bob), (await bob.get('jobs')).body];
  for (const operation of naming) {
    const { operationId: at } = operation;
    const names = thingsIn(operation);
    const { unknown } = pathId(names[0] ?? '') as PathId;
    thenRefused(t, await ask(bob, operation, theirs), 403, 'project_forbidden', `${at}, of another tenant`);
    thenRefused(t, await ask(other, operation, theirs), 403, 'project_forbidden', `${at}, of another workspace`);
    thenRefused(t, await ask(bob, operation, UNKNOWN), 404, unknown, `${at}, unknown`);
    thenRefused(t, await ask(bob, operation, ODD), 404, unknown, `${at}, no id at all`);
    if (names.length < 2) continue;
    const below = { ...UNKNOWN, projectId: theirs.projectId };
    const inside = { ...theirs, projectId: own.projectId };
    const nowhere = { ...UNKNOWN, projectId: own.projectId };
    const inner = (pathId(names[1] ?? '') as PathId).unknown;
    thenRefused(t, await ask(bob, operation, below), 403, 'project_forbidden', `${at}, unknown in theirs`);
    thenRefused(t, await ask(bob, operation, inside), 403, 'project_forbidden', `${at}, in an own project`);
    thenRefused(t, await ask(bob, operation, nowhere), 404, inner, `${at}, unknown in an own project`);
    thenRefused(t, await ask(bob, operation, mixed), 404, inner, `${at}, of another own project`);
  }
  t.true(naming.length > 30, `${naming.length} operations name a thing`);
  t.deepEqual(await creditsOf(bob), before, 'nothing is held or spent');
  t.deepEqual((await bob.get('jobs')).body['jobs'], jobs, 'and no job is begun');
});

/** Operations that name a project elsewhere. The specification lists no 404 for the second one. */
const elsewhere = {
  project_not_found: async (client: Client, projectId: string) => client.get(`jobs?projectId=${projectId}`),
  project_forbidden: async (client: Client, projectId: string) =>
    client.post('image/storyboard-batch', { projectId, prompt: 'x', count: 1 }),
} as const;

test('ids in queries and bodies: unknown, of another tenant and of another workspace', async (t) => {
  const service = await givenService(t);
  const [alice, bob] = [await service.client('alice'), await service.client('bob')];
  const { projectId } = await givenPlanned(alice, ['one']);
  const other = await elsewhereOf(alice);
  for (const [unknown, asked] of Object.entries(elsewhere)) {
    thenRefused(t, await asked(bob, projectId), 403, 'project_forbidden', `${unknown}, of another tenant`);
    thenRefused(t, await asked(other, projectId), 403, 'project_forbidden', `${unknown}, of another workspace`);
    const status = unknown === 'project_forbidden' ? 403 : 404;
    thenRefused(t, await asked(bob, UNKNOWN.projectId), status, unknown, `${unknown}, unknown`);
  }
  thenRefused(t, await elsewhere.project_not_found(bob, 'odd'), 404, 'project_not_found', 'no id at all');
});
