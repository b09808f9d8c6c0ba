/** Reads, lists, streams, flags and limits over HTTP, on the real service. */
import test from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import type { Client } from '../support/http/http-client.ts';
import { givenClient } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';

type Item = { readonly id: string };
type Entry = { readonly kind: string; readonly amounts: Readonly<Record<string, number>>; readonly hash: string };

const listOf = async <T>(client: Client, path: string, member: string): Promise<readonly T[]> =>
  flow.expecting(200, await client.get(path)).body[member] as T[];

test('a caller reads its own writes at once, everywhere', async (t) => {
  const { client } = await givenClient(t);
  for (let n = 1; n <= 3; n += 1) {
    const planned = await flow.givenPlanned(client, [`frame ${n}`]);
    const { id } = flow.jobIn(await flow.generate(client, planned));
    t.is((await client.get(`${planned.film}/jobs/${id}`)).status, 200);
    t.is((await listOf<Item>(client, 'projects', 'projects'))[0]?.id, planned.projectId, 'newest first');
    t.is((await listOf<Item>(client, 'jobs', 'jobs'))[0]?.id, id);
    t.is((await listOf<Item>(client, `jobs?projectId=${planned.projectId}&kind=storyboard`, 'jobs')).length, 1);
    const holds = await listOf<Entry>(client, 'ledger/entries?kind=hold', 'entries');
    t.is(holds.length, n);
    await flow.finalJob(client, planned, id);
    t.like(await flow.creditsOf(client), { total: 500 - n, held: 0 });
    t.is((await listOf<Item>(client, 'jobs?status=completed', 'jobs')).length, n);
  }
  const entries = await listOf<Entry>(client, 'ledger/entries?limit=1000', 'entries');
  const sum = (pool: string): number => entries.reduce((total, { amounts }) => total + (amounts[pool] ?? 0), 0);
  t.deepEqual([sum('paid'), sum('bonus'), sum('held')], [0, 497, 0], 'the entries add up to the balances');
  t.is(new Set(entries.map(({ hash }) => hash)).size, entries.length);
});

test('reads have a position and an entity tag, and wait for no position that is not there', async (t) => {
  const { client } = await givenClient(t);
  const planned = await flow.givenPlanned(client, ['one']);
  const { id: jobId } = (await flow.generated(client, planned)).job;
  const reads = [
    'projects',
    'jobs',
    'workspaces',
    'credits/summary',
    'ledger/entries',
    'storage/assets',
    `${planned.film}/jobs/${jobId}`,
    `${planned.film}/photo-sequences/${planned.planId}`,
  ];
  for (const path of reads) {
    const answer = flow.expecting(200, await client.get(path));
    const { etag = '', 'x-log-position': position = '' } = answer.headers;
    t.regex(etag, /^"[^"]+"$/, path);
    t.regex(String(position), /^[0-9a-f]{4}-/, path);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const unmoved = await client.get(path, { 'if-none-match': known });
      t.deepEqual([unmoved.status, unmoved.text, unmoved.headers.etag], [304, '', etag], path);
    }
    t.is((await client.get(path, { 'if-position-at-least': String(position) })).status, 200, path);
    const ahead = await client.get(path, { 'if-position-at-least': '0000-999999999999' });
    thenRefused(t, ahead, 503, 'read_model_behind', path);
    t.is(ahead.headers['retry-after'], '1');
    thenRefused(t, await client.get(path, { 'if-position-at-least': 'x' }), 400, 'malformed_request', path);
  }
});

test('pages follow each other without a gap or a double, whatever is made meanwhile', async (t) => {
  const { client } = await givenClient(t);
  const ids: string[] = [];
  for (const name of 'abcde') ids.unshift(await flow.createProject(client, [name]));
  const seen: string[] = [];
  let cursor: unknown = null;
  do {
    const { body } = await client.get(`projects?limit=2${typeof cursor === 'string' ? `&cursor=${cursor}` : ''}`);
    seen.push(...(body['projects'] as Item[]).map(({ id }) => id));
    cursor = body['nextCursor'];
    await flow.createProject(client, ['meanwhile']);
  } while (cursor !== null);
  t.deepEqual(seen, ids);
  const { body } = await client.get('projects?limit=1');
  const other = await client.get(`jobs?cursor=${String(body['nextCursor'])}`);
  thenRefused(t, other, 422, 'validation_failed', 'a cursor of another list');
  t.like((other.body['details'] as unknown[])[0], { pointer: '/cursor' });
  const first = await client.get('workspaces?limit=1');
  t.like(first.body, { ok: true, nextCursor: null }, 'the personal one alone');
  thenRefused(t, await client.get('workspaces?limit=1001'), 422, 'validation_failed', 'past the bound of a page');
  thenRefused(t, await client.get('projects?cursor=x'), 422, 'validation_failed', 'none that a list gave');
});

test('a feature that is off says so before anything is counted or looked at', async (t) => {
  const env = { STORYBOARD_PHOTO_BATCH_ENABLED: 'false', RATE_LIMITS: '{"Spend":1}' };
  const { client, clientOf } = await givenClient(t, { env });
  for (const body of [{ projectId: 'x' }, { projectId: 'abc', prompt: 'x', count: 1 }, { projectId: 'abc' }]) {
    const answer = await client.post('image/storyboard-batch', body);
    thenRefused(t, answer, 503, 'feature_disabled');
    t.is(answer.headers['retry-after'], undefined, 'trying again does not help');
  }
  const reader = await clientOf('alice', 'read');
  thenRefused(t, await reader.post('image/storyboard-batch', {}), 403, 'scope_insufficient');
  const { flags } = (await client.get('production/capabilities')).body as { flags: Record<string, boolean> };
  t.false(flags['STORYBOARD_PHOTO_BATCH_ENABLED']);
  t.deepEqual((await client.get('product/manifest')).body['flags'], flags);
});
