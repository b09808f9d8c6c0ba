/** A provider reported as configured takes work, and any other is refused before dispatch (I24). */
import test, { type ExecutionContext } from 'ava';
import type { Engine } from '../../src/ports/engine.ts';
import type { Client } from '../support/http/http-client.ts';
import { type EngineCall, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { watchMoney } from '../support/ledger/quiet-money.ts';
import { givenClient } from '../support/service/real-service.ts';
import { createProject, expecting } from '../support/service/storyboard-calls.ts';

type Capability = {
  readonly provider: string;
  readonly kind: string;
  readonly configured: boolean;
  readonly available: boolean;
};
type Report = { readonly capabilities: readonly Capability[]; readonly flags: Readonly<Record<string, boolean>> };

type Deployment = {
  readonly engines: readonly (readonly [name: string, available: boolean, notInstalled?: string])[];
  readonly batches: boolean;
};

const deployments: readonly Deployment[] = [
  { engines: [['service_images', true]], batches: true },
  { engines: [['provider_c', true]], batches: true },
  {
    engines: [
      ['service_images', true],
      ['provider_c', false],
    ],
    batches: true,
  },
  {
    engines: [
      ['service_images', true],
      ['provider_c', true],
    ],
    batches: false,
  },
  {
    engines: [
      ['service_images', true],
      ['provider_c', false, 'its package is not installed'],
    ],
    batches: true,
  },
];

const givenDeployment = async (t: ExecutionContext, { engines, batches }: Deployment) => {
  const calls: EngineCall[] = [];
  const made = engines.map(([name, available, notInstalled]): Engine =>
    quickEngine({
      name,
      available: async () => Promise.resolve(available),
      onCall: (call) => void calls.push(call),
      ...(notInstalled === undefined ? {} : { notInstalled }),
    }),
  );
  const env = { STORYBOARD_PHOTO_BATCH_ENABLED: String(batches) };
  const { client, core } = await givenClient(t, { makers: quickMakers(...made), env });
  const projectId = await createProject(client, ['a quay']);
  return { client, projectId, money: await watchMoney(core, calls) };
};

type Given = Awaited<ReturnType<typeof givenDeployment>>;

const reported = async (client: Client): Promise<Report> =>
  expecting(200, await client.get('production/capabilities')).body as unknown as Report;

/** The expected outcome of a batch by this engine, by the report. */
const promised = (
  { configured, available }: Capability,
  { flags }: Report,
): readonly [status: number, code?: string] => {
  if (flags['STORYBOARD_PHOTO_BATCH_ENABLED'] !== true) return [503, 'feature_disabled'];
  if (!configured) return [422, 'provider_not_configured'];
  return available ? [200] : [503, 'provider_unavailable'];
};

/** Where the service does otherwise than a report says. */
const lies = async ({ client, projectId, money }: Given, report: Report): Promise<readonly string[]> => {
  const findings: string[] = [];
  for (const capability of report.capabilities.filter(({ kind }) => kind === 'image')) {
    const { provider: engine } = capability;
    const [status, code] = promised(capability, report);
    await money.moved();
    const answer = await client.post('image/storyboard-batch', { projectId, prompt: `by ${engine}`, count: 1, engine });
    const moved = await money.moved();
    if (answer.status !== status || answer.body['code'] !== code) {
      findings.push(`${engine}: ${answer.status} ${String(answer.body['code'])}, not ${status} ${String(code)}`);
    }
    if (moved.length > 0 !== (status === 200)) findings.push(`${engine}: ${moved.join(', ') || 'nothing'} moved`);
  }
  return findings;
};

for (const deployment of deployments) {
  const { engines, batches } = deployment;
  const has = engines
    .map(([name, available, lacks]) => `${name}${available ? '' : lacks ? ' (lacking)' : ' (away)'}`)
    .join(', ');
  test(`with ${has}, batches ${batches ? 'on' : 'off'}: the report is true`, async (t) => {
    const given = await givenDeployment(t, deployment);
    const report = await reported(given.client);
    t.deepEqual(
      new Set(report.capabilities.filter(({ configured }) => configured).map(({ provider }) => provider)),
      new Set(engines.filter(([, , notInstalled]) => notInstalled === undefined).map(([name]) => name)),
    );
    t.deepEqual(await lies(given, report), []);
    const manifest = expecting(200, await given.client.get('product/manifest'));
    t.deepEqual(manifest.body['flags'], report.flags);
  });
}

test('sabotage: a list that is the same everywhere is found', async (t) => {
  const [first, second] = deployments;
  if (first === undefined || second === undefined) throw new Error('there are two deployments');
  const everywhere = await reported((await givenDeployment(t, first)).client);
  const found = await lies(await givenDeployment(t, second), everywhere);
  t.deepEqual(found.slice(0, 3), [
    'service_images: 422 provider_not_configured, not 200 undefined',
    'service_images: nothing moved',
    'provider_c: 200 undefined, not 422 provider_not_configured',
  ]);
  t.regex(found[3] ?? '', /^provider_c: .*CreditsHeld.* moved$/);
});
