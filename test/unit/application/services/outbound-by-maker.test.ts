/** Calls are told the maker of their workspace, from its stream. */
import test from 'ava';
import { outboundByMaker } from '../../../../src/application/services/outbound-by-maker.ts';
import { assert } from '../../../../src/kernel/faults.ts';
import type { Outbound } from '../../../../src/ports/outbound.ts';
import { createWorld, enterAs } from '../../../support/application/world.ts';

test('a call is told the maker of its workspace; those of removed ones have one in common', async (t) => {
  const process = await (await createWorld(t)).start();
  const { application, services } = process;
  const told: unknown[] = [];
  const call: Outbound['call'] = async ({ madeBy }) => {
    told.push(madeBy);
    return Promise.resolve({ kind: 'refused', why: 'unreachable' });
  };
  const outbound = outboundByMaker({ call }, services.commands);
  const madeBy = async (workspaceId: string): Promise<unknown> => {
    const asked = { workspaceId, url: 'https://files.test/', method: 'GET', bytesMax: 1, totalMs: 1 } as const;
    await outbound.call(asked, async () => Promise.resolve());
    return told.at(-1);
  };
  const [ann, bob] = [await enterAs(process, 'ann'), await enterAs(process, 'bob')];
  const created = await application.createWorkspace(ann, 'Studio', null);
  assert(created.kind === 'ok', 'it is created');
  const { id } = (JSON.parse(created.value.body) as { readonly workspace: { readonly id: string } }).workspace;
  t.deepEqual(
    [await madeBy(ann.workspaceId), await madeBy(id), await madeBy(bob.workspaceId)],
    [ann.userKey, ann.userKey, bob.userKey],
  );
  t.like(await application.deleteWorkspace(ann, id), { kind: 'ok' });
  t.deepEqual([await madeBy(id), await madeBy(`ws_${'0'.repeat(26)}`)], ['removed', 'removed']);
});
