/** A reference on its whole way: the service, the guarded client, a socket, TLS, a host. */
import test from 'ava';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { type EngineCall, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { png } from '../support/engines/pictures.ts';
import { publicAndPrivate, says } from '../support/adapters/tls-hosts.ts';
import { givenClient } from '../support/service/real-service.ts';
import { createProject, generated, planProject } from '../support/service/storyboard-calls.ts';

const quay = await png(({ x, noise }) => x * noise);

test('a plan fetches the picture of a public host, and none of a private one', async (t) => {
  const { inside, host, port, outbound } = await publicAndPrivate(t, says(quay));
  const calls: EngineCall[] = [];
  const makers = quickMakers(quickEngine({ onCall: (call) => void calls.push(call) }));
  const { client } = await givenClient(t, { makers, outbound });
  const referring = (name: string) => ({ referenceImageUrls: [`https://${name}:${port}/quay.png`] });

  const planned = await planProject(client, await createProject(client, ['one'], referring('files.test')));
  const { job } = await generated(client, planned);
  t.is(job.status, 'completed');
  t.deepEqual(calls[0]?.references, [sha256(quay)]);
  t.is(host.connections(), 1);

  const blocked = await planProject(client, await createProject(client, ['two'], referring('other.test')));
  const { blockers } = blocked.answer.body as { blockers: readonly { code: string }[] };
  t.is(blockers[0]?.code, 'reference_unavailable');
  t.is(inside.connections(), 0);
});
