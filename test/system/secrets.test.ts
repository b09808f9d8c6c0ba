/**
 * No secret is left lying about (I21): tokens and signatures are in no event, document, object or line of output. The
 * real process at its most talkative, with everything searched for every spelling.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createSystem } from '../../src/main/system.ts';
import { openIssuer } from '../../src/main/open-tokens.ts';
import { contains, filesWith } from '../support/audit/find-secret.ts';
import { type HttpAnswer, httpCall } from '../support/http/http-call.ts';
import { createClient } from '../support/http/http-client.ts';
import { ALL_SCOPES } from '../support/service/real-service.ts';
import { type ServiceProcess, startProcess } from '../support/process/service-process.ts';
import { expecting, generated, givenPlanned, photoSequence } from '../support/service/storyboard-calls.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

/** Where secrets belong: the issuer's key and the one that signs addresses. */
const KEYS = ['keys/'];

const givenTalkative = async (t: ExecutionContext) => {
  const dataDir = join(tempFolder(t), 'data');
  const service = await startProcess(t, { dataDir, env: { LOG_LEVEL: 'debug' } });
  const issuer = await openIssuer(dataDir, createSystem({ logLevel: 'silent' }));
  const token = await issuer.issueToken({ sub: 'alice', scope: ALL_SCOPES });
  return { dataDir, service, token, client: createClient(service.baseUrl, token) };
};

/** Every place that holds the secret: files, and what the process has said. */
const placesOf = (service: ServiceProcess, dataDir: string, secret: string): readonly string[] => [
  ...filesWith(dataDir, secret, KEYS),
  ...(contains(Buffer.from(service.output()), secret) ? ['output'] : []),
];

const signaturesIn = ({ text }: HttpAnswer): readonly string[] =>
  [...text.matchAll(/signature=([\w-]+)/g)].map(([, signature = '']) => signature);

test('neither tokens nor signatures nor keys are left anywhere', async (t) => {
  const { dataDir, service, token, client } = await givenTalkative(t);
  const secrets = new Map<string, string>([
    ['the token', token],
    ["the token's signature", token.split('.')[2] ?? ''],
  ]);
  const origin = { host: '127.0.0.1', port: Number(new URL(service.baseUrl).port) };

  // Tokens where none belongs: forged, in the address, in a cookie, in a path, in a body.
  const stray = (name: string): string => `CANARY${name}5pXq7Zr2Vt9Ws4Yu`;
  const asks = [
    { path: '/api/v1/projects', headers: { authorization: `Bearer ${stray('forged')}` } },
    { path: '/api/v1/projects', headers: { authorization: `Basic ${stray('basic')}` } },
    { path: `/api/v1/projects?access_token=${stray('query')}` },
    { path: '/api/v1/projects', headers: { cookie: `token=${stray('cookie')}` } },
    { path: `/api/v1/objects/x?signature=${stray('signature')}` },
    { path: `/${stray('path')}` },
    {
      path: '/api/v1/projects',
      method: 'POST',
      body: `{"name": "x", "secret": "${stray('member')}"}`,
      headers: { authorization: `Bearer ${token}` },
    },
    {
      path: '/api/v1/projects',
      method: 'POST',
      body: `{"${stray('broken')}`,
      headers: { authorization: `Bearer ${token}` },
    },
  ];
  for (const ask of asks) {
    const answer = await httpCall(origin, ask);
    t.true(answer.status >= 400, ask.path);
    const [canary = ''] = /CANARY\w+/.exec(JSON.stringify(ask)) ?? [];
    secrets.set(canary, canary);
    // A member's name is told to its sender; its value is not.
    t.false(contains(answer.bytes, canary), `${canary} in ${answer.text}`);
  }

  // Signatures, as they are given in polls, sequences and stored answers, and used.
  const picture = await client.post('image/generate', { prompt: 'a quay' }, { 'idempotency-key': 'picture' });
  const planned = await givenPlanned(client, ['Wide shot of a harbor at noon, boats'], {
    continuityMode: 'master_reference',
    referenceImageUrls: [String(expecting(200, picture).body['url'])],
  });
  const { id: jobId } = (await generated(client, planned, { key: 'job' })).job;
  const poll = await client.get(`${planned.film}/jobs/${jobId}`);
  const again = await client.post('image/generate', { prompt: 'a quay' }, { 'idempotency-key': 'picture' });
  t.is(again.headers['idempotent-replayed'], 'true');
  await photoSequence(client, planned, planned.planId);
  const signatures = new Set([picture, poll, again].flatMap(signaturesIn));
  t.true(signatures.size >= 2);
  for (const signature of signatures) secrets.set(`a signature ${signature}`, signature);
  for (const [url] of poll.text.matchAll(/http:[^"]+/g)) t.is((await fetch(url)).status, 200);

  // The keys themselves.
  const { d = '' } = JSON.parse(readFileSync(join(dataDir, 'keys/issuer.jwk'), 'utf8')) as { d?: string };
  secrets.set("the issuer's key", d);
  secrets.set('the key that signs addresses', readFileSync(join(dataDir, 'keys/objects.key')).toString('base64url'));

  const look = (when: string): void => {
    for (const [name, secret] of secrets) {
      t.true(secret.length > 20, name);
      t.deepEqual(placesOf(service, dataDir, secret), [], `${name}, ${when}`);
    }
  };
  look('while it runs');
  t.is(await service.stop(), 0);
  look('after it has stopped');
});

test('the search finds what is there, in each of the places and spellings', async (t) => {
  const { dataDir, service, client } = await givenTalkative(t);
  const canary = 'CANARY-of-the-search-5pXq7Zr2Vt9Ws4Yu';
  const body = { name: canary, storyboard: { frames: [{ prompt: `a quay ${canary}` }] } };
  expecting(200, await client.post('projects', body));
  await client.get('projects');
  await service.stop();
  const found = placesOf(service, dataDir, canary);
  t.true(found.some((place) => place.startsWith('log.sqlite')));
  t.true(found.some((place) => place.startsWith('read.sqlite')));
  t.true(found.some((place) => place.startsWith('objects/')));
  t.regex(service.output(), /"operation":"createProject"/, 'it is talkative indeed');
  for (const shift of ['', 'x', 'xy']) {
    const text = Buffer.from(`${shift}${canary} and more`);
    for (const encoding of ['base64', 'base64url', 'hex', 'utf8'] as const) {
      t.true(contains(Buffer.from(`"${text.toString(encoding)}"`), canary), encoding);
    }
  }
  t.true(contains(Buffer.from(encodeURIComponent('CANARY+/=')), 'CANARY+/='));
  t.true(contains(Buffer.from(`x${canary}`, 'utf16le'), canary), 'as a runtime keeps it');
});
