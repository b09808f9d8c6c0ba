/** A call that is slower than the supervisor's patience, and whose key was freed meanwhile (I3, I5). */
import test from 'ava';
import { requestDecider } from '../../../../commands/request/decider.ts';
import type { CommandHandler } from '../../../../src/application/handle-command.ts';
import { createGenerate } from '../../../../src/application/generation/generate.ts';
import { answered } from '../../../support/answered.ts';
import { produce } from '../../../support/production.ts';
import { createWorld, enterAs } from '../../../support/world.ts';

test('its key stands for the job that it started all the same', async (t) => {
  const world = await createWorld(t);
  const [slow, supervisor] = [await world.start({}), await world.start({})];
  const ann = await enterAs(slow, 'ann');
  const { projectId, manifestHash } = await produce(slow, ann, 2);
  const { commands } = slow.services;
  let freed = false;
  const handle: CommandHandler['handle'] = async (decider, stream, command, context) => {
    if ((command as { readonly type: string }).type === 'ClaimGeneration' && !freed) {
      freed = true;
      const key = (await world.events()).findLast(({ type }) => type === 'RequestClaimed')?.stream ?? '';
      const release = { type: 'ReleaseRequest', n: 1, reason: 'abandoned' } as const;
      await supervisor.services.commands.handle(requestDecider, key, release, context);
    }
    return commands.handle(decider, stream, command, context);
  };
  const generate = createGenerate({ ...slow.services, commands: { ...commands, handle } });
  const input = { expectedExecutionManifestArtifactHash: manifestHash };
  const key = { key: 'K', bodyHash: 'a'.repeat(64) };
  const first = await answered(generate(ann, projectId, input, key));
  t.true(freed);
  const again = await answered(supervisor.application.generate(ann, projectId, input, key));
  t.is(again.body, first.body);
  t.deepEqual([first.replayed, again.replayed], [false, true]);
  t.is((await world.events()).filter(({ type }) => type === 'JobQueued').length, 1);
});
