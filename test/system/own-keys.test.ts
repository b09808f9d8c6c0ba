/** Workspaces bring their own keys at a provider: a real service, and a gateway on a socket. */
import test, { type ExecutionContext } from 'ava';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GATEWAY_KEY, serveGateway, type ServeOptions } from '../support/gateway/serve-gateway.ts';
import { jobDecider, jobStream } from '../../commands/job/decider.ts';
import type { Core } from '../../src/main/core.ts';
import type { Client } from '../support/http/http-client.ts';
import { limits } from '../../src/kernel/limits.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { givenService, type RealServiceOptions } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';
import { personalWorkspaceOf } from '../support/service/workspace-of.ts';

const OWN = 'CANARYown-k3y/of+the=workspace';
const ROTATED = 'CANARYrotated.k3y-of~the_workspace';
const KEYS = [GATEWAY_KEY, OWN, ROTATED];

type Given = ServeOptions & Pick<RealServiceOptions, 'env' | 'doctor'>;

/** The provider is `provider_c`, with a key of the operator unless stated. */
const given = async (
  t: ExecutionContext,
  { env = { PROVIDER_C_KEY: GATEWAY_KEY }, doctor = (core) => core, ...served }: Given = {},
) => {
  const { double, ...gateway } = await serveGateway(t, { key: KEYS, ...served });
  const settings = { PROVIDER_C_URL: gateway.url, PROVIDER_C_PRICES: '{"image":4}', ...env };
  const service = await givenService(t, { env: settings, doctor });
  const client = await service.client();
  const workspaceId = await personalWorkspaceOf(client);
  const path = `workspaces/${workspaceId}/provider-keys/provider_c`;
  const keysOf = (place: string): readonly string[] => [
    ...new Set(
      gateway.calls.flatMap(({ at, headers }) => (at === place ? [String(headers.authorization).slice(7)] : [])),
    ),
  ];
  const sealed = (): readonly string[] => {
    try {
      return readdirSync(join(service.dataDir, 'objects', workspaceId, 'keys'));
    } catch {
      return [];
    }
  };
  return { service, client, workspaceId, path, gateway, double, keysOf, sealed };
};

const fingerprintIn = (body: Readonly<Record<string, unknown>>): string =>
  (body['providerKey'] as { readonly fingerprint: string }).fingerprint;

const paint = async (client: Client) => client.post('image/generate', { prompt: 'a quay' });

const debits = async (client: Client) => {
  const { body } = expecting(200, await client.get('ledger/entries?kind=debit'));
  return body['entries'] as readonly { readonly amounts: unknown; readonly ownKeys?: unknown }[];
};

test('work of a workspace with a key of its own is called under it, and costs 0 credits', async (t) => {
  const { client, path, keysOf, service } = await given(t);
  const fingerprint = fingerprintIn(expecting(200, await client.put(path, { key: OWN })).body);
  t.regex(fingerprint, /^[0-9a-f]{16}$/);
  t.like(expecting(200, await paint(client)).body, { chargedCredits: 0 });
  t.deepEqual(keysOf('submit'), [OWN]);
  const [entry] = await debits(client);
  t.like(entry, { amounts: { paid: 0, bonus: 0, held: 0 }, ownKeys: [{ provider: 'provider_c', fingerprint }] });
  // Another workspace has no part in it: its pictures are those of the cheapest engine of the operator.
  const other = await service.client('bob');
  t.like(expecting(200, await paint(other)).body, { chargedCredits: 1 });
  t.deepEqual(keysOf('submit'), [OWN]);
});

test('the same key changes nothing, another one replaces it, and each sealed object goes with its key', async (t) => {
  const { client, path, keysOf, sealed } = await given(t);
  const first = expecting(200, await client.put(path, { key: OWN })).body;
  t.deepEqual(expecting(200, await client.put(path, { key: OWN })).body, first);
  t.is(sealed().length, 1);
  const second = expecting(200, await client.put(path, { key: ROTATED })).body;
  t.not(fingerprintIn(second), fingerprintIn(first));
  t.is(sealed().length, 1);
  expecting(200, await paint(client));
  t.deepEqual(keysOf('submit'), [ROTATED]);
  for (let n = 0; n < 2; n += 1) {
    t.is(fingerprintIn(expecting(200, await client.delete(path)).body), null as never);
  }
  t.deepEqual(sealed(), []);
  t.like(expecting(200, await paint(client)).body, { chargedCredits: 1 });
  t.deepEqual(keysOf('submit'), [ROTATED], 'the operator pays for another engine, and not for this one');
});

test('a provider without a key of the operator is for workspaces with one of their own', async (t) => {
  const { client, path, keysOf } = await given(t, { env: {} });
  const listed = async () => {
    const { body } = expecting(200, await client.get('production/capabilities'));
    const all = body['capabilities'] as readonly { readonly kind: string; readonly provider: string }[];
    return all.find(({ kind, provider }) => kind === 'image' && provider.startsWith('provider_c'));
  };
  t.like(await listed(), {
    configured: false,
    available: false,
    limitations: ['works under a key of the workspace alone, which has none'],
  });
  expecting(200, await client.put(path, { key: OWN }));
  t.like(await listed(), { provider: 'provider_c_own_key', configured: true, available: true, priceCredits: 0 });
  t.like(expecting(200, await paint(client)).body, { chargedCredits: 0 });
  t.deepEqual(keysOf('submit'), [OWN]);
  t.false(keysOf('health').includes(GATEWAY_KEY));
});

const statusesOf = async ({ services }: Core, jobId: string) => {
  const { state } = await services.commands.read(jobDecider, jobStream(jobId));
  return { doubts: state.tasks.filter(({ status }) => status === 'unknown').length };
};

/** The work of the provider never ends, and it takes one at once. */
const BUSY = { steps: 1_000_000, env: { PROVIDER_C_KEY: GATEWAY_KEY, PROVIDER_C_CONCURRENCY: '1' } };

const jobsOf = async (client: Client) => {
  const { body } = expecting(200, await client.get('jobs'));
  return body['jobs'] as readonly { readonly id: string; readonly status: string }[];
};

const music = async (client: Client) => client.post('music/generate', { prompt: 'a quay', duration: 5 });
const MUSICIAN = { ...BUSY, env: { ...BUSY.env, PROVIDER_C_PRICES: '{"music":5}' } };

test('a removed key stops what is not dispatched, by name, and what the provider has stays unknown', async (t) => {
  const { client, path, double, keysOf, service } = await given(t, MUSICIAN);
  expecting(200, await client.put(path, { key: OWN }));
  expecting(202, await music(client));
  await eventually('the provider has the first', () => double.bills.length === 1);
  expecting(202, await music(client));
  expecting(200, await client.delete(path));
  await eventually('the second has failed', async () => (await jobsOf(client))[0]?.status === 'failed');
  const [second, first] = await jobsOf(client);
  const failed = expecting(200, await client.get(`jobs/${second?.id ?? ''}`)).body;
  t.like(failed, { job: { error: { code: 'provider_key_removed' }, chargedCredits: 0 } });
  t.like(first, { status: 'running' });
  await eventually('the outcome of the first is unknown', async () => {
    const { doubts } = await statusesOf(service.core, first?.id ?? '');
    return doubts === 1;
  });
  t.is(double.bills.length, 1);
  t.deepEqual(keysOf('submit'), [OWN], 'it never went to the key of the operator');
});

test('a rotated key applies to attempts that are not dispatched', async (t) => {
  const { client, path, double, gateway } = await given(t, MUSICIAN);
  expecting(200, await client.put(path, { key: OWN }));
  expecting(202, await music(client));
  await eventually('the provider has the first', () => double.bills.length === 1);
  expecting(202, await music(client));
  expecting(200, await client.put(path, { key: ROTATED }));
  // The other key has a limit of its own, and a place.
  await eventually('the provider has the second', () => double.bills.length === 2);
  const submitted = gateway.calls.filter(({ at }) => at === 'submit').map(({ headers }) => headers.authorization);
  t.deepEqual(submitted, [`Bearer ${OWN}`, `Bearer ${ROTATED}`]);
  const asked = gateway.calls.filter(({ at, headers }) => at === 'poll' && headers.authorization !== `Bearer ${OWN}`);
  const first = [...double.works.values()][0]?.id;
  t.is(asked.filter(({ path: one }) => one.includes(first ?? '')).length, 0, 'no other key asks about the first');
});

/** Work is prepared until `go`: its content is not read before. */
const slowToPrepare = () => {
  const { promise, resolve: go } = Promise.withResolvers<void>();
  const preparing = { asked: 0 };
  const doctor = (core: Core): Core => {
    const { artifacts } = core.services;
    const named: typeof artifacts.named = async (...asked) => {
      preparing.asked += 1;
      await promise;
      return artifacts.named(...asked);
    };
    return { ...core, services: { ...core.services, artifacts: { ...artifacts, named } } };
  };
  return { go, preparing, doctor };
};

const removedWhilePrepared = async (t: ExecutionContext, sabotage = (core: Core): Core => core) => {
  const { go, preparing, doctor } = slowToPrepare();
  const { client, path, keysOf } = await given(t, { ...MUSICIAN, doctor: (core) => sabotage(doctor(core)) });
  expecting(200, await client.put(path, { key: OWN }));
  expecting(202, await music(client));
  await eventually('the work is prepared', () => preparing.asked > 0);
  expecting(200, await client.delete(path));
  go();
  return { client, keysOf };
};

test('a key that is removed while its work is prepared is not used', async (t) => {
  const { client, keysOf } = await removedWhilePrepared(t);
  await eventually('the work has failed', async () => (await jobsOf(client))[0]?.status === 'failed');
  const failed = expecting(200, await client.get(`jobs/${(await jobsOf(client))[0]?.id ?? ''}`)).body;
  t.like(failed, { job: { error: { code: 'provider_key_removed' }, chargedCredits: 0 } });
  t.deepEqual(keysOf('submit'), []);
});

/** Looks for the keys of a workspace until it has found some. */
const remembering = (core: Core): Core => {
  const { own } = core.services;
  if (own === undefined) return core;
  let seen: Awaited<ReturnType<typeof own.of>> | undefined;
  const of: typeof own.of = async (workspaceId) => {
    const found = await own.of(workspaceId);
    if (found.size > 0) seen ??= found;
    return seen ?? found;
  };
  return { ...core, services: { ...core.services, own: { ...own, of } } };
};

test('sabotage: a service that remembers a removed key uses it, which is seen', async (t) => {
  const { keysOf } = await removedWhilePrepared(t, remembering);
  await eventually('the provider has it', () => keysOf('submit').length === 1);
  t.deepEqual(keysOf('submit'), [OWN]);
});

test('work that was prepared under a key is done under the one that has replaced it', async (t) => {
  const { go, preparing, doctor } = slowToPrepare();
  const { client, path, keysOf, double } = await given(t, { ...MUSICIAN, doctor });
  expecting(200, await client.put(path, { key: OWN }));
  expecting(202, await music(client));
  await eventually('the work is prepared', () => preparing.asked > 0);
  expecting(200, await client.put(path, { key: ROTATED }));
  go();
  await eventually('the provider has it', () => double.bills.length === 1);
  t.deepEqual(keysOf('submit'), [ROTATED]);
});

test('the failures of one key are not those of another', async (t) => {
  const says = { kind: 'says', status: 503, body: '{"error":{"code":"overloaded"}}' } as const;
  const { client, path, workspaceId, service } = await given(t, {
    trouble: ({ at, headers }) => (at === 'submit' && headers.authorization === `Bearer ${OWN}` ? says : undefined),
  });
  const bob = await service.client('bob');
  const theirs = await personalWorkspaceOf(bob);
  expecting(200, await client.put(path, { key: OWN }));
  expecting(200, await bob.put(`workspaces/${theirs}/provider-keys/provider_c`, { key: ROTATED }));
  const { own, engines } = service.core.services;
  const engineOf = async (id: string) => (await own?.of(id))?.get('provider_c')?.engine;
  const failing = await engineOf(workspaceId);
  t.true(await failing?.available());
  const style = { negativePrompt: null, styleNotes: null, references: [] };
  const picture = { makes: 'image', prompt: 'a', width: 1, height: 1, seed: 1, ...style } as const;
  for (let n = 0; n < limits.breakerFailuresMax; n += 1) {
    const call = async () =>
      failing?.perform(`k${n}`, picture, service.core.scratch.open(), new AbortController().signal);
    await t.throwsAsync(call);
  }
  t.is(await engineOf(workspaceId), failing, 'one key has one engine');
  t.false(await failing?.available(), 'its breaker is open');
  t.true(await engines.get('provider_c')?.available());
  t.true(await (await engineOf(theirs))?.available());
  t.like(expecting(200, await paint(bob)).body, { chargedCredits: 0 });
});

test('only members of the workspace with the scope admin change its keys, of configured providers', async (t) => {
  const { client, path, service, sealed } = await given(t);
  t.like(await (await service.client('bob')).put(path, { key: OWN }), {
    status: 403,
    body: { code: 'workspace_forbidden' },
  });
  t.like(await (await service.client('bob')).delete(path), { status: 403 });
  t.like(await (await service.client('alice', 'read mutate spend')).put(path, { key: OWN }), { status: 403 });
  const elsewhere = path.replace('provider_c', 'provider_a');
  t.like(await client.put(elsewhere, { key: OWN }), { status: 422, body: { code: 'provider_not_configured' } });
  for (const key of ['short', `${OWN} `, `${OWN}\r\nX: 1`, '', 7, null]) {
    const { status, body } = await client.put(path, { key });
    t.is(status, 422);
    t.false(JSON.stringify(body).includes(OWN), 'no refusal repeats the key');
  }
  t.deepEqual(sealed(), []);
});
