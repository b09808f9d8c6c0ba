/** The removal of a workspace whose process died: the supervisor ends it as its owner began it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ledgerDecider, ledgerStream } from '../../commands/ledger/decider.ts';
import { workspaceDecider, workspaceStream } from '../../commands/workspace/decider.ts';
import { Fault } from '../../src/kernel/faults.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { typeOf } from '../support/log/watched-commands.ts';
import { withCommands } from '../support/service/doctored.ts';
import { givenService } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';
import { madeWorkspace } from '../support/service/workspace-of.ts';

/** A call of a user ends before its first command of this type, as if its process had died there. */
const dyingBefore = (type: string) =>
  withCommands((commands) => ({
    handle: async (decider, stream, command, context) => {
      const isUsers = context.actor.startsWith('user:');
      if (isUsers && typeOf(command) === type) throw new Fault('unavailable', 'the process is gone');
      return commands.handle(decider, stream, command, context);
    },
  }));

const HOOK = { url: 'https://hooks.test/news', events: ['job.completed'] };

for (const [step, query] of [
  ['CloseLedger', '&forfeitCredits=true'],
  ['CloseWebhooks', ''],
  ['DeleteWorkspace', ''],
] as const) {
  test(`died before ${step}: its ledger is closed, its webhooks are gone, and no member finds it`, async (t) => {
    const { core, dataDir, client } = await givenService(t, { doctor: dyingBefore(step) });
    const ann = await client('ann');
    const id = await madeWorkspace(ann, query === '' ? 0 : 7);
    expecting(201, await ann.within(id).post('webhooks', HOOK));
    expecting(503, await ann.delete(`workspaces?id=${id}${query}`));
    const { commands } = core.services;
    await eventually('the workspace is removed', async () => {
      const { state } = await commands.read(workspaceDecider, workspaceStream(id));
      return state.status === 'deleted';
    });
    t.true((await commands.read(ledgerDecider, ledgerStream(id))).state.closed);
    await eventually('its secret is gone', () => readdirSync(join(dataDir, 'objects', id, 'webhooks')).length === 0);
    expecting(403, await ann.within(id).get('webhooks'));
    expecting(403, await ann.delete(`workspaces?id=${id}`));
  });
}
