/** The headers of reads over HTTP, on the real service. */
import test from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import { givenClient } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';

test('reads have a position and an entity tag, and wait for no position that is not there', async (t) => {
  const { client } = await givenClient(t);
  const { planned, jobId } = await flow.givenGenerated(client, ['one']);
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

test('reads of streams wait for no position that is not there, either', async (t) => {
  const { client } = await givenClient(t);
  const planned = await flow.givenPlanned(client, ['one']);
  const { id: jobId } = (await flow.generated(client, planned)).job;
  const { workspaces } = (await client.get('workspaces')).body as { readonly workspaces: readonly { id: string }[] };
  const own = `workspaces/${workspaces[0]?.id}`;
  const position = String((await client.get('jobs')).headers['x-log-position']);
  const reads = [
    `${own}/members`,
    `${own}/limits`,
    'webhooks',
    'production/capabilities',
    'ledger/checkpoint',
    'ledger/export',
    `jobs/${jobId}/doubts`,
    'user/settings/creative',
    `projects/${planned.projectId}/storyboard`,
  ];
  for (const path of reads) {
    flow.expecting(200, await client.get(path, { 'if-position-at-least': position }));
    const ahead = await client.get(path, { 'if-position-at-least': '0000-999999999999' });
    thenRefused(t, ahead, 503, 'read_model_behind', path);
  }
});
