/** `npm run -s grant`: credits for a workspace, by an operator. Safe beside a running service. */
import { ledgerDecider, ledgerStream } from '../../commands/ledger/decider.ts';
import { balancesOf } from '../../commands/ledger/queries.ts';
import { workspaceDecider, workspaceStream } from '../../commands/workspace/decider.ts';
import { type Misfit, misfitIn, misfitOf } from '../application/credits/grant-credits.ts';
import { nowText } from '../application/services/services.ts';
import { newId } from '../kernel/ids.ts';
import { plainInput } from '../schema/plain-value.ts';
import { digitsIn } from './config-values.ts';
import { withExisting } from './open-existing.ts';
import { runTool, type Say } from './tool.ts';

/** As a member of the API's grant is refused, by the name that its option has here. */
const refused = (say: Say, { pointer, message }: Misfit): number => {
  const option = pointer === '/expiresAt' ? '--expires' : pointer.replace('/', '--');
  return say.result({ ok: false, code: 'validation_failed', pointer, message }, `refused: ${option} ${message}`, 1);
};

await runTool(
  {
    name: 'grant',
    about: 'Grants credits to a workspace.',
    again: 'The ledger of the workspace tells whether they were granted: look there before it is run again.',
    options: {
      workspace: { type: 'string', help: 'workspace id, ws_… (required)' },
      pool: { type: 'string', help: 'paid or bonus (default paid)' },
      amount: { type: 'string', help: 'whole credits (required)' },
      expires: { type: 'string', help: 'RFC 3339 time after which unspent credits are gone (default never)' },
      note: { type: 'string', help: 'shown in the ledger' },
    },
  },
  async ({ workspace, pool = 'paid', amount, expires, note = '' }, say) => {
    if (workspace === undefined) return say.usage('--workspace is required');
    if (pool !== 'paid' && pool !== 'bonus') return say.usage('--pool is paid or bonus');
    const credits = digitsIn(amount ?? '');
    if (!Number.isSafeInteger(credits)) return say.usage('--amount must be a whole number');
    return withExisting(async ({ commands, clock, ids }) => {
      const known = await commands.read(workspaceDecider, workspaceStream(workspace));
      if (known.revision === 'none') {
        return say.result({ ok: false, code: 'workspace_unknown' }, `there is no workspace ${workspace}`, 1);
      }
      const now = nowText(clock);
      const asked = { amount: credits, note, ...(expires === undefined ? {} : { expiresAt: expires }) };
      const plain = plainInput({ note });
      const misfit = plain.ok ? misfitOf(asked, now) : plain.errors[0];
      if (misfit !== undefined) return refused(say, misfit);
      const entryId = newId('ent', ids);
      const command = {
        type: 'GrantCredits',
        entryId,
        pool,
        amount: credits,
        expiresAt: expires ?? null,
        note,
        trial: false,
        now,
      } as const;
      const context = { workspaceId: workspace, actor: 'tool:grant', correlationId: entryId };
      const outcome = await commands.handle(ledgerDecider, ledgerStream(workspace), command, context);
      if (outcome.kind === 'refused') return refused(say, misfitIn(outcome.refusal));
      const balances = balancesOf(outcome.state);
      const text = `granted ${credits} ${pool} credits; ${balances.available} of ${balances.total} are available`;
      return say.result({ ok: true, entryId, balances }, text);
    });
  },
);
