/** Read models that are cut into shards, as operators and clients of several processes see them. */
import test from 'ava';
import { auditFolder } from '../support/audit/audit-folder.ts';
import { eventually } from '../support/kernel/eventually.ts';
import type { Client } from '../support/http/http-client.ts';
import { givenService, type RealService } from '../support/service/real-service.ts';
import { startProcess } from '../support/process/service-process.ts';
import { runTool } from '../support/process/run-tool.ts';
import { givenGenerated } from '../support/service/storyboard-calls.ts';
import { untilNothingIsOwed } from '../support/log/whole-log.ts';

type Shards = readonly { readonly shard: string; readonly position: string; readonly held: boolean }[];

const shardsOf = async (client: Client): Promise<Shards | undefined> => {
  const { body } = await client.get('/health/ready');
  return (body['readModels'] as { readonly shards?: Shards }).shards;
};

const heldBy = async (client: Client): Promise<readonly string[]> =>
  ((await shardsOf(client)) ?? []).filter(({ held }) => held).map(({ shard }) => shard);

const makeSomething = async ({ client: clientOf }: RealService, sub: string): Promise<void> => {
  const client = await clientOf(sub);
  await givenGenerated(client, ['a quay', 'a boat']);
};

test('two projectors share the shards, one takes the other over, and everything is as the log says', async (t) => {
  const env = { PROJECTOR_SHARDS: '4' };
  const first = await givenService(t, { env });
  const { dataDir } = first;
  const client = await first.client();
  t.deepEqual(await heldBy(client), ['0/4', '1/4', '2/4', '3/4'], 'who is alone holds them all at once');
  const second = await givenService(t, { dataDir, env: { ...env, ROLES: 'projector,api' } });
  const reader = await givenService(t, { dataDir, env: { ROLES: 'api' } });
  const other = await second.client();
  await eventually('each its half', async () => {
    const [mine, its] = [await heldBy(client), await heldBy(other)];
    return mine.length === 2 && its.length === 2 && new Set([...mine, ...its]).size === 4;
  });
  await Promise.all(['ann', 'bob', 'cid', 'dan', 'eve'].map(async (sub) => makeSomething(first, sub)));
  await untilNothingIsOwed(first.core);
  const head = await first.core.stores.feed.head();
  for (const { core } of [first, second, reader]) t.true(await core.readModels.waitFor(head, 30_000));
  const seen = await shardsOf(await reader.client());
  t.deepEqual(
    seen?.map(({ shard, held }) => `${shard} ${held}`),
    ['0/4 false', '1/4 false', '2/4 false', '3/4 false'],
  );
  t.true(seen?.every(({ position }) => position >= head));

  await second.stop();
  await makeSomething(first, 'fay');
  await eventually('taken over', async () => (await heldBy(client)).length === 4);
  await untilNothingIsOwed(first.core);
  await first.stop();
  await reader.stop();
  const { findings } = await auditFolder(dataDir, { full: true });
  t.deepEqual(findings, []);
});

test('a projector that is killed again and again under load leaves the documents as the log says', async (t) => {
  const env = { PROJECTOR_SHARDS: '4' };
  const service = await givenService(t, { env });
  const { dataDir } = service;
  const client = await service.client();
  for (const round of [1, 2, 3]) {
    const other = await startProcess(t, { dataDir, env: { ...env, ROLES: 'projector' } });
    const work = Promise.all(['ann', 'bob', 'cid'].map(async (sub) => makeSomething(service, `${sub}-${round}`)));
    await eventually('it has its half', async () => (await heldBy(client)).length === 2);
    await other.kill();
    await work;
    await makeSomething(service, `dan-${round}`);
    await eventually('what it held is taken over', async () => (await heldBy(client)).length === 4);
  }
  await untilNothingIsOwed(service.core);
  await service.stop();
  t.deepEqual((await auditFolder(dataDir, { full: true })).findings, []);
});

test('an uncut read model tells nothing of shards, and a rebuild cuts it', async (t) => {
  const cut = await givenService(t, { env: { PROJECTOR_SHARDS: '2' } });
  await makeSomething(cut, 'ann');
  await untilNothingIsOwed(cut.core);
  const { status, stderr } = await runTool('rebuild', cut.dataDir, 'all', '--json');
  t.is(status, 0, stderr);
  const client = await cut.client();
  await eventually('taken up', async () => (await shardsOf(client)) === undefined);
  await makeSomething(cut, 'bob');
  await untilNothingIsOwed(cut.core);
  await cut.stop();
  t.deepEqual((await auditFolder(cut.dataDir, { full: true })).findings, []);
});
