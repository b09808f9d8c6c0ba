/** The keys of workspaces at rest: found nowhere, bound to their place, and sealed again under another master key. */
import test, { type ExecutionContext } from 'ava';
import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSystem } from '../../src/main/system.ts';
import { openIssuer } from '../../src/main/open-tokens.ts';
import { serveGateway } from '../support/gateway/serve-gateway.ts';
import { contains, filesWith } from '../support/audit/find-secret.ts';
import { httpCall } from '../support/http/http-call.ts';
import { createClient, type Client } from '../support/http/http-client.ts';
import { startProcess } from '../support/process/service-process.ts';
import { runToolIn } from '../support/process/run-tool.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { ALL_SCOPES, givenClient, givenService } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';
import { personalWorkspaceOf } from '../support/service/workspace-of.ts';

const OWN = 'CANARYown-k3y/of+the=workspace-"quoted"5pXq7Zr2';
const ROTATED = 'CANARYrotated.k3y-of~the_workspace-Vt9Ws4Yu';
const OPERATORS = 'CANARYoperators+k3y/of=the-provider~8Ym2Kd6Rw';
/** A part of a key tells of it, too. */
const partsOf = (key: string): readonly string[] => [key, key.slice(0, 24), key.slice(-24)];

const WEBHOOK = { url: 'https://hooks.test/news', events: ['job.completed'] };
const PRICES = { PROVIDER_C_PRICES: '{"image":4}' };

const pathOf = async (client: Client): Promise<string> =>
  `workspaces/${await personalWorkspaceOf(client)}/provider-keys/provider_c`;
const paint = async (client: Client) => client.post('image/generate', { prompt: 'a quay' });

const givenGateway = async (t: ExecutionContext) => {
  const says = { kind: 'says', status: 400, body: `{"error":{"code":"no","message":"${ROTATED}"}}` } as const;
  return serveGateway(t, {
    key: [OWN, ROTATED, OPERATORS],
    // A provider may echo the key that it refuses.
    trouble: ({ at, headers }) => (at === 'submit' && headers.authorization === `Bearer ${ROTATED}` ? says : undefined),
  });
};

test('no key, nor a part of one, is in any event, document, object, log, answer or metric', async (t) => {
  const gateway = await givenGateway(t);
  const dataDir = join(tempFolder(t), 'data');
  // The operator's key makes the pictures of all other workspaces: none is cheaper.
  const master = randomBytes(32).toString('base64');
  const keys = { PROVIDER_C_KEY: OPERATORS, SECRETS_KEY: master };
  const env = { LOG_LEVEL: 'debug', PROVIDER_C_URL: gateway.url, PROVIDER_C_PRICES: '{"image":0}', ...keys };
  const service = await startProcess(t, { dataDir, env });
  const issuer = await openIssuer(dataDir, createSystem({ logLevel: 'silent' }));
  const client = createClient(service.baseUrl, await issuer.issueToken({ sub: 'alice', scope: ALL_SCOPES }));
  const path = await pathOf(client);
  const told: string[] = [];
  const ask = async (asking: ReturnType<Client['get']>) => {
    const answer = await asking;
    told.push(JSON.stringify(answer.headers), answer.text);
    return answer;
  };
  t.like(await ask(client.put(path, { key: OWN })), { status: 200 });
  t.like(await ask(paint(client)), { status: 200, body: { chargedCredits: 0 } });
  t.like(await ask(client.put(path, { key: ROTATED })), { status: 200 });
  t.like(await ask(paint(client)), { body: { code: 'render_failed' } });
  const bob = createClient(service.baseUrl, await issuer.issueToken({ sub: 'bob', scope: ALL_SCOPES }));
  t.like(await ask(paint(bob)), { status: 200 });
  // Where it does not belong: beside the member, in the wrong place, in the path, as a broken body.
  await ask(client.put(path, { key: `${OWN} ` }));
  await ask(client.put(path, { key: OWN, other: ROTATED }));
  await ask(client.put(path.replace('provider_c', 'provider_a'), { key: OWN }));
  await ask(client.put(`${path}?key=${encodeURIComponent(OWN)}`, { key: ROTATED }));
  const origin = { host: '127.0.0.1', port: Number(new URL(service.baseUrl).port) };
  const authorization = `Bearer ${await issuer.issueToken({ sub: 'alice', scope: ALL_SCOPES })}`;
  const broken = { method: 'PUT', path: `/api/v1/${path}`, headers: { authorization }, body: `{"key":"${ROTATED}` };
  told.push((await httpCall(origin, broken)).text);
  for (const one of ['jobs', 'ledger/entries', 'production/capabilities', 'asyncapi', 'openapi?include=extensions']) {
    await ask(client.get(one));
  }
  for (const one of ['/metrics', '/health/ready']) told.push(await (await fetch(`${service.baseUrl}${one}`)).text());
  const look = (when: string): void => {
    for (const secret of [OWN, ROTATED, OPERATORS, master].flatMap(partsOf)) {
      t.deepEqual(filesWith(dataDir, secret), [], `${secret}, ${when}`);
      t.false(contains(Buffer.from(service.output()), secret), `${secret} in the output, ${when}`);
      t.false(contains(Buffer.from(told.join('\n')), secret), `${secret} in an answer, ${when}`);
    }
  };
  look('while it runs');
  for (const key of [OWN, OPERATORS]) {
    t.true(
      gateway.calls.some(({ headers }) => headers.authorization === `Bearer ${key}`),
      'it was used',
    );
  }
  t.is(await service.stop(), 0);
  look('after it has stopped');
});

test('sabotage: a store that keeps keys as they come is found by the same search', async (t) => {
  const gateway = await givenGateway(t);
  const { client, dataDir } = await givenClient(t, {
    env: { PROVIDER_C_URL: gateway.url, ...PRICES },
    doctor: (core) => {
      const { own } = core.services;
      if (own === undefined) return core;
      const put: typeof own.keys.put = async (workspaceId, named, key) => {
        const object = `${workspaceId}/keys/${named.fingerprint}`;
        await core.stores.objects.put(object, Buffer.from(JSON.stringify({ key })), 'application/json');
        return object;
      };
      return { ...core, services: { ...core.services, own: { ...own, keys: { ...own.keys, put } } } };
    },
  });
  expecting(200, await client.put(await pathOf(client), { key: OWN }));
  for (const secret of partsOf(OWN)) t.is(filesWith(dataDir, secret).length, 1, secret);
});

test('a sealed key in the place of another is refused, and no other key takes its place', async (t) => {
  const gateway = await givenGateway(t);
  const options = { env: { PROVIDER_C_URL: gateway.url, PROVIDER_C_KEY: ROTATED, ...PRICES } };
  const service = await givenService(t, options);
  const [ann, bob] = [await service.client('ann'), await service.client('bob')];
  for (const one of [ann, bob]) expecting(200, await one.put(await pathOf(one), { key: OWN }));
  const [mine, theirs] = [await personalWorkspaceOf(ann), await personalWorkspaceOf(bob)].map((id) => {
    const folder = join(service.dataDir, 'objects', id, 'keys');
    return join(folder, readdirSync(folder)[0] ?? '');
  });
  copyFileSync(theirs ?? '', mine ?? '');
  await service.stop();
  const again = await givenService(t, { ...options, dataDir: service.dataDir });
  const plan = async (name: string) => {
    const client = await again.client(name);
    const { body } = await client.get('production/capabilities');
    const all = body['capabilities'] as readonly { readonly provider: string; readonly available: boolean }[];
    return all.filter(({ provider }) => provider.startsWith('provider_c')).map((one) => [one.provider, one.available]);
  };
  t.deepEqual(await plan('ann'), [['provider_c_own_key', false]]);
  t.deepEqual(await plan('bob'), [['provider_c_own_key', true]]);
});

test('keys are sealed again under another master key, and open without the one before', async (t) => {
  const gateway = await givenGateway(t);
  const [fresh, dataDir] = [randomBytes(32).toString('base64'), join(tempFolder(t), 'data')];
  const env = { PROVIDER_C_URL: gateway.url, ...PRICES };
  const { client, stop } = await givenClient(t, { dataDir, env });
  const path = await pathOf(client);
  const { body: kept } = expecting(200, await client.put(path, { key: OWN }));
  const { body: hook } = expecting(201, await client.post('webhooks', WEBHOOK));
  const old = readFileSync(join(dataDir, 'keys', 'secrets.key')).toString('base64');
  const rotating = { SECRETS_KEY: fresh, SECRETS_KEY_OLD: old };
  const reseal = async (): Promise<unknown> =>
    JSON.parse((await runToolIn('reseal', dataDir, rotating, '--json')).stdout);
  const [sealed, current] = [
    { resealed: 1, current: 0, lost: 0 },
    { resealed: 0, current: 1, lost: 0 },
  ];
  t.deepEqual(await reseal(), { ok: true, ...sealed, webhooks: sealed });
  t.deepEqual(await reseal(), { ok: true, ...current, webhooks: current });
  t.is(
    readdirSync(join(dataDir, 'objects', await personalWorkspaceOf(client), 'keys')).length,
    1,
    'the one before is gone',
  );
  await stop();
  const after = await givenService(t, { dataDir, env: { ...env, SECRETS_KEY: fresh } });
  const again = await after.client();
  t.like(expecting(200, await paint(again)).body, { chargedCredits: 0 });
  // A rotation opens the secret that is in force.
  expecting(200, await again.post(`webhooks/${(hook['webhook'] as { readonly id: string }).id}/rotate`));
  const { body } = expecting(200, await again.get('ledger/entries?kind=debit'));
  const { fingerprint } = kept['providerKey'] as { readonly fingerprint: string };
  t.like(body['entries'], [{ ownKeys: [{ provider: 'provider_c', fingerprint }] }], 'the fingerprint stays');
});
