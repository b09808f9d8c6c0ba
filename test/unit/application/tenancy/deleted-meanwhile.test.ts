/** A workspace that is removed while a call of its member is under way: what the call starts does not begin. */
import test from 'ava';
import { jobDecider } from '../../../../commands/job/decider.ts';
import { jobStream } from '../../../../commands/job/stream.ts';
import { ledgerDecider } from '../../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../../commands/ledger/stream.ts';
import type { CommandHandler } from '../../../../src/application/log/command-handler.ts';
import { createGenerate } from '../../../../src/application/work/storyboard/generate.ts';
import { answered, storedBody } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { produce } from '../../../support/application/production.ts';
import { createWorld, enterAs } from '../../../support/application/world.ts';

for (const step of ['ClaimGeneration', 'QueueJob']) {
  test(`removed just before ${step}: the job is cancelled, and nothing is charged`, async (t) => {
    const world = await createWorld(t);
    const [slow, other] = [await world.start({}), await world.start({})];
    const home = await enterAs(slow, 'ann');
    const { workspace } = await storedBody(slow.application.createWorkspace(home, 'Second', null));
    const { id } = workspace as { readonly id: string };
    const ann = await enterAs(slow, 'ann', id);
    await answered(slow.application.grantCredits(ann, id, { pool: 'paid', amount: 100 }, null));
    const { projectId, manifestHash } = await produce(slow, ann, 2);
    const { commands } = slow.services;
    let removed = false;
    const handle: CommandHandler['handle'] = async (decider, stream, command, context) => {
      if ((command as { readonly type: string }).type === step && !removed) {
        removed = true;
        await answered(other.application.deleteWorkspace(home, id));
      }
      return commands.handle(decider, stream, command, context);
    };
    const generate = createGenerate({ ...slow.services, commands: { ...commands, handle } });
    const input = { expectedExecutionManifestArtifactHash: manifestHash };
    const { body } = await answered(generate(ann, projectId, input, null));
    const jobId = (JSON.parse(body) as { readonly job: { readonly id: string } }).job.id;
    await drawJob(other.services, jobId);
    const { state: job } = await other.services.commands.read(jobDecider, jobStream(jobId));
    const { state: ledger } = await other.services.commands.read(ledgerDecider, ledgerStream(id));
    t.is(job.status, 'cancelled');
    t.like(balancesOf(ledger), { paid: 100, held: 0 });
  });
}
