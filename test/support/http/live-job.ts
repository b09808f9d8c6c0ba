/** A job that changes when a test says so, and clients that listen to it over real sockets. */
import { request as httpRequest } from 'node:http';
import type { ExecutionContext } from 'ava';
import { type Body, ok, refused } from '../../../src/application/calls/result.ts';
import { getJob } from '../../../src/http/contract/operations/jobs.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { type Api, givenApi } from '../../spec/api-spec.ts';
import { jobIn, read } from './fake-application.ts';
import { operationAt } from './http-conformance.ts';
import { tokenOf } from './fake-verifier.ts';
import { film, jobId } from './http-samples.ts';
import type { UseCases } from '../application/use-cases.ts';

export const path = `${film}/jobs/${jobId}`;

/** The two paths of one job, whose waiting answers are one machine. */
export const paths = [path, `/api/v1/jobs/${jobId}`] as const;

/** As titles of tests name it: without ids. */
export const templateOf = (at: string): string => operationAt('GET', at)?.path ?? at;

export type Live = {
  readonly api: Api;
  /** The job becomes this, and its listeners are woken. */
  readonly become: (status: string, etag: string, final?: boolean) => void;
  readonly listening: () => number;
  readonly looks: () => number;
};

export const givenLive = async (t: ExecutionContext, more: Partial<UseCases> = {}): Promise<Live> => {
  const wakes = new Set<() => void>();
  let state = { status: 'running', etag: '1', final: false };
  let looks = 0;
  const look = (bodyOf: (status: string) => Body) => {
    looks += 1;
    const { status, etag, final } = state;
    return ok(read({ body: bodyOf(status), final }, etag, `0000-00000000000${etag}`));
  };
  const job: UseCases['job'] = async ({ workspaceId }) => look((status) => jobIn(status, workspaceId));
  const anyJob: UseCases['anyJob'] = async ({ workspaceId }) => look((status) => jobIn(status, workspaceId, getJob));
  const changes = {
    subscribe: (wake: () => void) => {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
  };
  const api = await givenApi(t, { changes, application: { job, anyJob, ...more } });
  const become = (status: string, etag: string, final = false): void => {
    state = { status, etag, final };
    wakes.forEach((wake) => wake());
  };
  return { api, become, listening: () => wakes.size, looks: () => looks };
};

/** The tenant gate of a caller that is a member until the test removes it. */
export const memberUntilRemoved = () => {
  let member = true;
  const enter: UseCases['enter'] = async ({ userKey }, { correlationId }) =>
    member
      ? ok({ workspaceId: `ws_${'a'.repeat(26)}`, userKey, role: 'owner', correlationId })
      : refused('membership_required');
  return { enter, remove: () => (member = false) };
};

/** Until the condition holds: what happens on sockets happens when it does. */
export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

export type Streaming = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: () => string;
  readonly ended: () => boolean;
  readonly leave: () => void;
};

export const stream = async (
  api: Api,
  headers: Readonly<Record<string, string>> = {},
  token = tokenOf('alice'),
  at: string = path,
) => {
  const { promise, resolve, reject } = Promise.withResolvers<Streaming>();
  const request = httpRequest({
    host: '127.0.0.1',
    port: api.port,
    path: `${at}/events`,
    agent: false,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  request.on('error', reject);
  request.on('response', (response) => {
    let text = '';
    let ended = false;
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('close', () => (ended = true));
    response.on('error', () => undefined);
    resolve({
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: () => text,
      ended: () => ended,
      leave: () => request.destroy(),
    });
  });
  request.end();
  return promise;
};

export const idsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => String(id));

/** Lets the stream pass the pause that it makes between two looks. */
export const tick = async ({ api }: Live): Promise<void> => api.clock.advance(limits.liveLookMinMs, 10);
