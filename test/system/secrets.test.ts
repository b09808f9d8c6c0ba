/** No secret is kept in clear (I21): not in the log, a read model, an object, a log line or an error answered. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createLogger } from '../../src/adapters/pino/logger.ts';
import type { Core } from '../../src/main/core.ts';
import { filesUnder, secretsIn } from '../support/find-secrets.ts';
import { givenService } from '../support/real-service.ts';
import type { RealService } from '../support/real-service.ts';
import {
  acceptAll,
  finalJob,
  generate,
  givenPlanned,
  jobIdIn,
  photoSequence,
  review,
} from '../support/storyboard-calls.ts';

/** A log of everything that is logged, through the logger of the service. */
const listening =
  (lines: string[]) =>
  (core: Core): Core => {
    const destination = { write: (line: string): void => void lines.push(line) };
    const logger = createLogger({ clock: core.system.clock, level: 'debug', destination });
    return { ...core, system: { ...core.system, logger }, services: { ...core.services, logger } };
  };

/** Requests that are wrong in a way that tempts to quote them; what is answered. */
const provoke = async ({ baseUrl }: RealService, token: string, signed: string): Promise<readonly string[]> => {
  const call = async (path: string, authorization: string, body?: string): Promise<string> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    return `${JSON.stringify([...answer.headers])}${await answer.text()}`;
  };
  return Promise.all([
    call('/api/v1/projects', `Bearer ${token.slice(0, -4)}AAAA`),
    call('/api/v1/projects', `Bearer ${token} ${token}`),
    call('/api/v1/projects', `Basic ${token}`),
    call('/api/v1/projects', `Bearer ${token}`, `{"name": "x", "script": "${token}`),
    call('/api/v1/projects', `Bearer ${token}`, JSON.stringify({ name: 'x', password: token, secret: { token } })),
    call('/api/v1/projects', `Bearer ${token}`, JSON.stringify({ name: [token] })),
    call(`/api/v1/projects?cursor=${token}`, `Bearer ${token}`),
    call(`/api/v1/jobs/${token}/cancel`, `Bearer ${token}`, '{}'),
    call(signed.replace(/expires=\d/, 'expires=9').slice(baseUrl.length), `Bearer ${token}`),
  ]);
};

/** The story of a storyboard, and all that a service knows of secrets by its end. */
const givenStory = async (t: Parameters<typeof givenService>[0]) => {
  const lines: string[] = [];
  const service = await givenService(t, { doctor: listening(lines) });
  const token = await service.token();
  const client = await service.client();
  const planned = await givenPlanned(client, ['a quay', 'a boat']);
  await finalJob(client, planned, jobIdIn(await generate(client, planned, { key: 'secret-1' })));
  await review(client, planned, planned.planId, acceptAll(2));
  const image = await client.post('image/generate', { prompt: 'a gull' }, { 'idempotency-key': 'secret-2' });
  const { frames } = await photoSequence(client, planned, planned.planId);
  const signed = frames[0]?.asset?.url ?? '';
  const answers = await provoke(service, token, signed);
  const { d } = JSON.parse(readFileSync(join(service.dataDir, 'keys/issuer.jwk'), 'utf8')) as { readonly d: string };
  const secrets = {
    'a token': token,
    'a signature': new URL(signed).searchParams.get('signature') ?? '',
    'the signature of a stored answer': new URL(String(image.body['url'])).searchParams.get('signature') ?? '',
    'the key of tokens': d,
  };
  return { service, client, token, lines, answers, secrets };
};

type Story = Awaited<ReturnType<typeof givenStory>>;

const kept = ({ service, lines, answers, secrets }: Story): readonly string[] => {
  const places = new Map(filesUnder(service.dataDir, ['keys/']));
  places.set('log lines', Buffer.from(lines.join('')));
  places.set('errors', Buffer.from(answers.join('\n')));
  return [...places].flatMap(([place, bytes]) => secretsIn(bytes, secrets).map((found) => `${place}: ${found}`));
};

test('whatever is asked, and however wrongly, no secret stays behind', async (t) => {
  const story = await givenStory(t);
  t.true(Object.values(story.secrets).every((secret) => secret.length >= 24));
  t.true(story.lines.length > 0, 'something was logged');
  t.true(
    story.answers.every((answer) => answer.includes('"ok":false')),
    'all of them were errors',
  );
  t.deepEqual(kept(story), []);

  // The sabotage: somebody writes a secret where it is kept, in each of its forms.
  const piece = story.token.slice(24, 72);
  const forms = {
    'as it is': piece,
    'in hex': Buffer.from(piece).toString('hex'),
    'in base64': Buffer.from(`x${piece}`).toString('base64url'),
  };
  for (const [form, name] of Object.entries(forms)) {
    t.is((await story.client.post('projects', { name })).status, 200);
    await story.client.get('projects');
    t.true(
      kept(story).some((found) => found.startsWith('log.sqlite') && found.endsWith(`a token ${form}`)),
      form,
    );
  }
  t.deepEqual(
    secretsIn(Buffer.from(encodeURIComponent('a secret with spaces, slashes / and more')), {
      it: 'a secret with spaces, slashes / and more',
    }),
    ['it URL-encoded'],
  );
});
