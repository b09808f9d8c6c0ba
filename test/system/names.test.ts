/** The author of a decision is shown by name, and can be forgotten: on the real service, with the operator's tools. */
import test, { type ExecutionContext } from 'ava';
import { projections } from '../../projections/registry.ts';
import { rebuildReadModels } from '../../src/application/read-models/rebuild-projection.ts';
import { filesWith } from '../support/audit/find-secret.ts';
import type { Client } from '../support/http/http-client.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { givenService } from '../support/service/real-service.ts';
import { runTool, runToolFor } from '../support/process/run-tool.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import type { Planned } from '../support/service/storyboard-calls.ts';
import { wholeLog } from '../support/log/whole-log.ts';

type Person = { readonly id: string; readonly name: string | null };
type Decided = { readonly decision: { readonly decidedBy: Person } };
type Sequence = { readonly frames: readonly Decided[]; readonly certificate: { readonly frames: readonly Decided[] } };

/** A certified plan of two frames, decided on by alice. */
const givenCertified = async (t: ExecutionContext) => {
  const service = await givenService(t);
  const client = await service.client('alice');
  const { planned } = await flow.givenGenerated(client, ['one', 'two']);
  const answer = flow.expecting(201, await flow.review(client, planned, planned.planId, flow.acceptAll(2)));
  return { service, client, planned, decisions: answer.body['decisions'] as readonly { decidedBy: Person }[] };
};

const read = async (client: Client, { film, planId }: Planned) => {
  const { headers, body } = flow.expecting(200, await client.get(`${film}/photo-sequences/${planId}`));
  const { frames, certificate } = body as unknown as Sequence;
  const shown = [...frames, ...certificate.frames].map(({ decision }) => decision.decidedBy);
  return { etag: String(headers['etag']), shown };
};

const actorsOf = async (client: Client): Promise<readonly unknown[]> => {
  const { body } = flow.expecting(200, await client.get('ledger/entries'));
  const entries = body['entries'] as readonly { readonly actor: string; readonly actorName: string | null }[];
  return [...new Set(entries.filter(({ actor }) => actor.startsWith('user:')).map(({ actorName }) => actorName))];
};

test('the approver is named in reviews, sequences, certificates and the ledger, and nowhere in the log', async (t) => {
  const { service, client, planned, decisions } = await givenCertified(t);
  const [{ decidedBy } = { decidedBy: { id: '', name: null } }] = decisions;
  t.is(decidedBy.name, 'alice');
  const { shown } = await read(client, planned);
  t.is(shown.length, 4);
  for (const person of [...shown, ...decisions.map((one) => one.decidedBy)]) t.deepEqual(person, decidedBy);
  t.deepEqual(await actorsOf(client), ['alice']);
  const log = await wholeLog(service.core);
  t.true(JSON.stringify(log).includes(decidedBy.id));
  t.false(JSON.stringify(log).includes('alice'));
});

test('a rebuild leaves names; an operator erases one, and every copy that showed it is another', async (t) => {
  const { service, planned, decisions } = await givenCertified(t);
  const { id = '' } = decisions[0]?.decidedBy ?? {};
  const { feed, documents } = service.core.stores;
  await eventually('the name is kept', async () => (await documents.get('people@1', id)) !== undefined);
  await rebuildReadModels({ feed, documents, codec: service.core.codec }, projections);
  await service.stop();
  const second = await givenService(t, { dataDir: service.dataDir });
  const reader = await second.client('alice');
  const named = await read(reader, planned);
  t.deepEqual([...new Set(named.shown.map(({ name }) => name))], ['alice']);
  t.is(
    (await reader.get(`${planned.film}/photo-sequences/${planned.planId}`, { 'if-none-match': named.etag })).status,
    304,
  );
  const { status, stdout } = await runTool('forget', service.dataDir, '--user', id, '--json');
  t.is(status, 0);
  t.deepEqual(JSON.parse(stdout), { ok: true, erased: true });
  await eventually('it is shown no more', async () =>
    (await read(reader, planned)).shown.every(({ name }) => name === null),
  );
  const nameless = await read(reader, planned);
  t.not(nameless.etag, named.etag);
  t.true(nameless.shown.every((person) => person.id === id));
  t.deepEqual(await actorsOf(reader), [null]);
  const again = await runTool('forget', service.dataDir, '--user', id, '--json');
  t.deepEqual(JSON.parse(again.stdout), { ok: true, erased: false });
});

test('a person that is named by anything but its key is not taken for erased', async (t) => {
  const runs = await runToolFor('forget', [
    [tempFolder(t)],
    ...['', 'alice'].map((user) => [tempFolder(t), '--user', user] as const),
  ]);
  for (const { status, stdout, stderr } of runs) {
    t.like({ status, stdout }, { status: 2, stdout: '' });
    t.regex(stderr, /^forget: --user must be the key of a person, 26 letters and digits: `decidedBy\.id` in answers/);
  }
});

const erasedFrom = async (t: ExecutionContext, dataDir: string, client: Client): Promise<void> => {
  const { workspaces } = flow.expecting(200, await client.get('workspaces')).body as { workspaces: { id: string }[] };
  const members = await client.get(`workspaces/${workspaces[0]?.id}/members`);
  const [member] = flow.expecting(200, members).body['members'] as readonly Person[];
  t.is((await runTool('forget', dataDir, '--user', member?.id ?? '')).status, 0);
};

test('an erased name is in no file of the data folder, while the service runs', async (t) => {
  const name = 'Wilhelmina-Quarterstone';
  const service = await givenService(t);
  const client = await service.client(name);
  flow.expecting(201, await client.post('workspaces', { name: 'Studio' }));
  await eventually('the search finds it', () => filesWith(service.dataDir, name).length > 0);
  await erasedFrom(t, service.dataDir, client);
  t.deepEqual(filesWith(service.dataDir, name), []);
});
