/** Documents of read models are damaged on the disk: what needs none of them goes on, and a rebuild mends the rest. */
import test from 'ava';
import { projections } from '../../projections/registry.ts';
import { rebuildReadModels } from '../../src/application/read-models/rebuild-projection.ts';
import { auditFolder } from '../support/audit/audit-folder.ts';
import { tamperWith } from '../support/audit/tamper.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { collectionNamed } from '../support/read-models/collection-named.ts';
import { givenService } from '../support/service/real-service.ts';
import { creditsOf, expecting, givenGenerated } from '../support/service/storyboard-calls.ts';

const DAMAGED = ['credit-summary', 'job', 'plan'];

test('a damaged document stops its read model by name, no other one, and a rebuild mends it', async (t) => {
  const before = await givenService(t);
  const { dataDir } = before;
  const first = await before.client();
  const { planned, jobId } = await givenGenerated(first, ['a harbour']);
  await before.core.readModels.waitFor(await before.core.stores.feed.head(), 30_000);
  await before.stop();
  tamperWith(dataDir, 'read', (database) => {
    for (const name of DAMAGED) {
      database.exec(`UPDATE "documents:${collectionNamed(name)}" SET body = substr(body, 1, length(body) - 5)`);
    }
  });
  const service = await givenService(t, { dataDir });
  const client = await service.client();
  t.like(await creditsOf(client), { available: 499 }, 'the ledger tells the balances');
  const ids = [`jobs/${jobId}`, `${planned.film}/jobs/${jobId}`, `${planned.film}/photo-sequences/${planned.planId}`];
  for (const id of ids) t.is((await client.get(id)).status, 200, id);
  t.like(await client.get('jobs'), { status: 503, body: { code: 'service_unavailable', retryable: true } });

  expecting(200, await client.post('image/generate', { prompt: 'a quay' }));
  await eventually('health names the one that changes', async () => {
    const answer = await fetch(new URL('/health/ready', service.baseUrl));
    const { readModels } = (await answer.json()) as { readModels: { broken: readonly { readModel: string }[] } };
    return answer.status === 503 && readModels.broken.map(({ readModel }) => readModel).join() === 'credit-summary';
  });
  const project = expecting(200, await client.post('projects', { name: 'after' })).body['project'];
  const projects = expecting(200, await client.get('projects')).body['projects'] as readonly unknown[];
  t.deepEqual(projects[0], project, 'the other read models go on');

  const { findings } = await auditFolder(dataDir);
  const named = findings.filter(({ what }) => what === 'document_damaged').map(({ readModel }) => readModel);
  t.deepEqual(new Set(named), new Set(DAMAGED));
  const { stores, codec } = service.core;
  const damaged = projections.filter(({ name }) => DAMAGED.includes(name));
  await rebuildReadModels({ ...stores, codec }, damaged);
  await eventually('it is ready, and lists are answered', async () => {
    const isReady = (await fetch(new URL('/health/ready', service.baseUrl))).status === 200;
    return isReady && (await client.get('jobs')).status === 200;
  });
  await service.stop();
  t.like(await auditFolder(dataDir, { full: true }), { ok: true });
});
