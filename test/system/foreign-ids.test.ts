/** Every declared operation that names a thing in its path, on the real service: unknown ids 404, foreign ids 403. */
import test from 'ava';
import { type PathId, pathId } from '../../src/http/contract/ids.ts';
import type { Operation } from '../../src/http/contract/operation.ts';
import { operations } from '../../src/http/contract/operations/registry.ts';
import { exampleOf } from '../../src/http/openapi/example.ts';
import { thenRefused } from '../spec/api-spec.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import type { Client } from '../support/http/http-client.ts';
import { givenService } from '../support/service/real-service.ts';
import { generated } from '../support/service/started-job.ts';
import { expecting, givenPlanned } from '../support/service/storyboard-calls.ts';

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

/** The names of things in a path, in their order. A task is found by its job alone. */
const thingsIn = ({ path }: Operation): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => Object.hasOwn(UNKNOWN, name));

const naming = operations.filter((one) => one.authority !== null && thingsIn(one).length > 0);

const ask = async (client: Client, { method, path, body }: Operation, things: Things): Promise<HttpAnswer> => {
  const values: Readonly<Record<string, string>> = { ...things, taskId: 'scene-0001' };
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
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
  const planned = await givenPlanned(client, ['one']);
  const jobId = await generated(client, planned);
  const upload = { filename: 'a.png', contentType: 'image/png' };
  const { assetId } = expecting(200, await client.post('storage/upload-url', upload)).body;
  const delivery = { video: { url: 'https://films.test/a.mp4' }, destinations: [{ type: 'email', to: 'a@b.test' }] };
  const { deliveryId } = expecting(200, await client.post('delivery', delivery)).body;
  const hook = { url: 'https://hooks.test/news', events: ['job.completed'] };
  const { webhook } = expecting(201, await client.post('webhooks', hook)).body as { webhook: { readonly id: string } };
  const { projectId, planId } = planned;
  return { projectId, planId, jobId, assetId: String(assetId), deliveryId: String(deliveryId), webhookId: webhook.id };
};

test('ids in paths: unknown 404, of another tenant or another workspace 403', async (t) => {
  const service = await givenService(t);
  const [alice, bob] = [await service.client('alice'), await service.client('bob')];
  const [theirs, own] = [await ownerOf(alice), await ownerOf(bob)];
  const { workspace } = expecting(201, await alice.post('workspaces', { name: 'Other' })).body;
  const other = alice.within((workspace as { readonly id: string }).id);
  for (const operation of naming) {
    const { operationId: at } = operation;
    const names = thingsIn(operation);
    const { unknown } = pathId(names[0] ?? '') as PathId;
    thenRefused(t, await ask(bob, operation, theirs), 403, 'project_forbidden', `${at}, of another tenant`);
    thenRefused(t, await ask(other, operation, theirs), 403, 'project_forbidden', `${at}, of another workspace`);
    thenRefused(t, await ask(bob, operation, UNKNOWN), 404, unknown, `${at}, unknown`);
    if (names.length < 2) continue;
    // Below an own project.
    const mixed = { ...theirs, projectId: own.projectId };
    thenRefused(t, await ask(bob, operation, mixed), 403, 'project_forbidden', `${at}, in an own project`);
  }
  t.true(naming.length > 30, `${naming.length} operations name a thing`);
});
