/** A request meets the routes of its own resource, and goes on where none of them takes it. */
import { createServer } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import test from 'ava';
import { createResourceRouters } from '../../../../src/http/routes/resource-routers.ts';
import type { Exchange } from '../../../../src/http/transport/exchange.ts';
import { listening } from '../../../support/http/listening.ts';

test('a path meets the router of its resource, and any other goes on', async (t) => {
  const routers = createResourceRouters(() => new Router({ sensitive: true, strict: true }));
  t.is(routers.of('/api/v1/jobs'), routers.of('/api/v1/jobs/:jobId'));
  t.not(routers.of('/api/v1/jobs'), routers.of('/api/v1/job'));
  for (const path of ['/api/v1/jobs', '/api/v1/jobs/:jobId', '/api/v1/video/create-job']) {
    routers.of(path).register(path, ['GET'], (context) => void (context.body = path));
  }
  const app = new Koa<Exchange>();
  app.use(routers.routes());
  app.use((context) => void (context.body = 'nothing'));
  const answer = app.callback();
  const server = createServer((request, response) => void answer(request, response));
  const { url } = await listening(t, server);
  const at = async (path: string): Promise<string> => (await fetch(`${url}${path}`)).text();
  t.is(await at('/api/v1/jobs'), '/api/v1/jobs');
  t.is(await at('/api/v1/jobs/job_1?limit=1'), '/api/v1/jobs/:jobId');
  t.is(await at('/api/v1/video/create-job'), '/api/v1/video/create-job');
  for (const path of ['/', '/api', '/api/v1', '/api/v1/', '/api/v1/jobs/', '/api/v1/job', '/api/v1/video', '/livez']) {
    t.is(await at(path), 'nothing', path);
  }
});
