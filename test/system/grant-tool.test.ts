/** The operator's tool beside a running service, on the same data folder. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import { givenService } from '../support/service/real-service.ts';
import { runTool } from '../support/process/run-tool.ts';
import {
  creditsOf,
  expecting,
  finalJob,
  generate,
  givenPlanned,
  jobIdIn,
} from '../support/service/storyboard-calls.ts';

const GRANT = join(import.meta.dirname, '../../src/main/grant.ts');

test('credits granted by the tool are there for the next generate', async (t) => {
  const { client: clientOf, dataDir } = await givenService(t);
  const me = await clientOf();
  const { workspace } = expecting(201, await me.post('workspaces', { name: 'Poor' })).body as {
    workspace: { id: string };
  };
  const client = me.within(workspace.id);
  const planned = await givenPlanned(client, ['a coin', 'a purse']);
  const poor = await generate(client, planned, { key: 'k' });
  t.like(poor, { status: 402 });
  t.like(poor.body, { code: 'insufficient_credits', noCreditsSpent: true });

  const options = ['--workspace', workspace.id, '--pool', 'paid', '--amount', '6', '--json'];
  const env = { ...embeddedEnvironment(), DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [GRANT, ...options], { env });
  t.like(JSON.parse(stdout), { ok: true, balances: { total: 6, held: 0, available: 6 } });

  const done = await finalJob(client, planned, jobIdIn(await generate(client, planned, { key: 'k' })));
  t.like(done.job, { status: 'completed', chargedCredits: 2 });
  t.like(await creditsOf(client), { total: 4, held: 0, available: 4 });
});

test('one credit too few is one too few', async (t) => {
  const { client: clientOf, dataDir } = await givenService(t);
  const me = await clientOf();
  const { workspace } = expecting(201, await me.post('workspaces', { name: 'Poor' })).body as {
    workspace: { id: string };
  };
  const options = ['--workspace', workspace.id, '--amount', '5', '--json'];
  const env = { ...embeddedEnvironment(), DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, [GRANT, ...options], { env });
  const client = me.within(workspace.id);
  const planned = await givenPlanned(client, ['a coin', 'a purse']);
  t.is((await generate(client, planned)).status, 402);
  t.like(await creditsOf(client), { total: 5, held: 0 });
});

test('an impossible grant is refused by the name of its option, with the requirement', async (t) => {
  const { client: clientOf, dataDir } = await givenService(t);
  const { workspaces } = expecting(200, await (await clientOf()).get('workspaces')).body as {
    workspaces: { id: string }[];
  };
  const workspace = ['--workspace', workspaces[0]?.id ?? ''];
  for (const [options, said] of [
    [['--amount', '0'], 'refused: --amount must be a whole number from 1 to'],
    [['--amount', '5', '--expires', 'banana'], 'refused: --expires must be an RFC 3339 time in the future'],
    [['--amount', '5', '--note', 'x'.repeat(501)], 'refused: --note must have at most 500 characters'],
  ] as const) {
    const { status, stdout, stderr } = await runTool('grant', dataDir, ...workspace, ...options);
    t.deepEqual([status, stdout.startsWith(said), stderr], [1, true, ''], stdout);
  }
  const { status, stderr } = await runTool('token', dataDir, '--sub', 'ann', '--scope', 'raed plan');
  t.deepEqual(
    [status, stderr.split('\n')[0]],
    [2, 'token: --scope has raed; there are read, plan, mutate, spend, approve, admin'],
  );
});
