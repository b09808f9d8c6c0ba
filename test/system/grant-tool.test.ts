/** The operator's tool beside a running service, on the same data folder. */
import test from 'ava';
import { givenClient, givenService } from '../support/service/real-service.ts';
import { runTool, runToolFor } from '../support/process/run-tool.ts';
import { creditsOf, generate, generated, givenPlanned } from '../support/service/storyboard-calls.ts';
import { madeWorkspace, personalWorkspaceOf } from '../support/service/workspace-of.ts';

test('credits granted by the tool are there for the next generate, and one too few is one too few', async (t) => {
  const { client: me, dataDir } = await givenClient(t);
  const workspaceId = await madeWorkspace(me);
  const client = me.within(workspaceId);
  const planned = await givenPlanned(client, ['a coin', 'a purse']);
  const poor = await generate(client, planned, { key: 'k' });
  t.like(poor, { status: 402 });
  t.like(poor.body, { code: 'insufficient_credits', noCreditsSpent: true });

  const grant = async (amount: string) =>
    runTool('grant', dataDir, '--workspace', workspaceId, '--pool', 'paid', '--amount', amount, '--json');
  t.is((await grant('5')).status, 0);
  t.is((await generate(client, planned, { key: 'k' })).status, 402);
  t.like(await creditsOf(client), { total: 5, held: 0 });
  t.like(JSON.parse((await grant('1')).stdout), { ok: true, balances: { total: 6, held: 0, available: 6 } });

  const done = await generated(client, planned, { key: 'k' });
  t.like(done.job, { status: 'completed', chargedCredits: 2 });
  t.like(await creditsOf(client), { total: 4, held: 0, available: 4 });
});

test('an impossible grant is refused by the name of its option, with the requirement', async (t) => {
  const { client: clientOf, dataDir } = await givenService(t);
  const workspace = ['--workspace', await personalWorkspaceOf(await clientOf())];
  const refused = [
    [['--amount', '0'], 'refused: --amount must be a whole number from 1 to'],
    [['--amount', '5', '--expires', 'banana'], 'refused: --expires must be an RFC 3339 time in the future'],
    [['--amount', '5', '--note', 'x'.repeat(501)], 'refused: --note must have at most 500 characters'],
    [['--amount', '5', '--note', 'paid\u001b[2J'], 'refused: --note must not contain control characters'],
  ] as const;
  const runs = await runToolFor(
    'grant',
    refused.map(([options]) => [dataDir, ...workspace, ...options]),
  );
  for (const [index, [, said]] of refused.entries()) {
    t.like(runs[index], { status: 1, stderr: '' });
    t.true(runs[index]?.stdout.startsWith(said), said);
  }
});
