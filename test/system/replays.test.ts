/** A key repeats its answer, byte for byte: after success, a restart, and a rebuild of every read model (I5). */
import { createHash } from 'node:crypto';
import test from 'ava';
import { requestDecider, type RequestState } from '../../commands/request.ts';
import { projections } from '../../projections/registry.ts';
import { rebuildReadModels } from '../../src/application/read-models/rebuild-projection.ts';
import type { Core } from '../../src/main/core.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import type { Client } from '../support/http/http-client.ts';
import { quickMusic, quickSpeech, quickVideo } from '../support/engines/media-engines.ts';
import { HOPELESS, MENDED, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { watchMoney } from '../support/ledger/quiet-money.ts';
import { endOf, locationOf } from '../support/service/media-calls.ts';
import { withCommands } from '../support/service/doctored.ts';
import { givenClient, givenService } from '../support/service/real-service.ts';
import {
  expecting,
  finalJob,
  givenPlanned,
  jobIdIn,
  type Planned,
  review,
} from '../support/service/storyboard-calls.ts';
import { madeWorkspace, personalWorkspaceOf } from '../support/service/workspace-of.ts';
import { thenRefused } from '../spec/api-spec.ts';

type Json = Readonly<Record<string, unknown>>;
/** `other`: members that make another request of it. */
type Paid = { readonly what: string; readonly path: string; readonly body: Json; readonly other?: Json };

/** Every call that takes a key, in the order in which they can be made. */
const paidCalls = (planned: Planned, other: Planned, workspaceId: string): readonly Paid[] => [
  {
    what: 'generate',
    path: `${planned.film}/storyboard-images/generate`,
    body: { expectedExecutionManifestArtifactHash: planned.manifestHash, confirm: true },
    other: { requirementIds: planned.requirementIds },
  },
  {
    what: 'the paid call',
    path: `production/plans/${other.planId}/generate`,
    body: { confirm: true },
    other: { expectedExecutionManifestArtifactHash: other.manifestHash },
  },
  {
    what: 'image/generate',
    path: 'image/generate',
    body: { prompt: 'a "quay"\n\u2028🎬', aspect_ratio: '1:1' },
    other: { prompt: 'a wharf' },
  },
  {
    what: 'storyboard-batch',
    path: 'image/storyboard-batch',
    body: { projectId: planned.projectId, prompt: 'a quay', count: 2, continuityMode: 'independent' },
    other: { count: 7 },
  },
  {
    what: 'a grant',
    path: `workspaces/${workspaceId}/credits/grants`,
    body: { pool: 'bonus', amount: 3, note: 'thanks' },
    other: { amount: 4 },
  },
  { what: 'music', path: 'music', body: { prompt: 'a quay at dawn' } },
  { what: 'music/generate', path: 'music/generate', body: { prompt: 'a quay at dawn' } },
  { what: 'tts', path: 'audio/tts', body: { text: 'a quay' } },
  { what: 'a film', path: 'video/create-job', body: { title: 'a quay', prompt: 'a quay', scene_count: 1 } },
  { what: 'a long film', path: 'video/start', body: { title: 'a quay', prompt: 'a quay', scene_count: 1 } },
  {
    what: 'a commerce video',
    path: 'commerce/videos',
    body: { trigger: 'cross_sell', product: { title: 'a quay' }, durationSeconds: 5 },
  },
  { what: 'repair', path: `${planned.film}/photo-sequences/${planned.planId}/repair`, body: { confirm: true } },
];

const ask = async (client: Client, { what, path, ...call }: Paid, body: Json | string = call.body) =>
  client.post(path, body, { 'idempotency-key': `key of ${what}`.replaceAll(/[^a-z]/g, '-') });

/** The same JSON with its members the other way round, and spelt with escapes. */
const respelt = (body: Json): string =>
  JSON.stringify(Object.fromEntries(Object.entries(body).toReversed())).replaceAll('q', '\\u0071');

/** Signed anew each time: the only members that may differ. */
const withoutSignatures = ({ text }: HttpAnswer): string => text.replaceAll(/"(url|expiresAt)":"[^"]*"/g, '"$1":""');

/** The parts that must be equal in two answers: status, body, and the declared headers. */
const digest = (answer: HttpAnswer): string => {
  const { status, headers } = answer;
  const told = [headers['content-type'], headers.location, headers['retry-after']];
  return createHash('sha256')
    .update(JSON.stringify([status, ...told, withoutSignatures(answer)]))
    .digest('hex');
};

const makersOf = (calls: unknown[]) => {
  const onCall = (call: unknown): void => void calls.push(call);
  return quickMakers(quickEngine({ onCall }), quickMusic(onCall), quickSpeech(onCall), quickVideo(onCall));
};

/** Makes every call once; the job is over, reviewed and repaired by then. */
const givenAnswers = async (client: Client) => {
  const planned = await givenPlanned(client, [HOPELESS, 'a boat']);
  const other = await givenPlanned(client, ['a gull']);
  const calls = paidCalls(planned, other, await personalWorkspaceOf(client));
  const answers: HttpAnswer[] = [];
  for (const call of calls) {
    if (call.what === 'repair') {
      const addition = { frameIndex: 0, decision: 'repair', note: 'sinks', repairPromptAdditions: [MENDED] };
      expecting(201, await review(client, planned, planned.planId, [addition]));
    }
    const answer = await ask(client, call);
    if (answer.status === 202 && /^(?:music|video|commerce)/.test(call.path)) {
      await endOf(client, locationOf(answer));
    } else if (answer.status === 202) {
      await finalJob(client, call.what === 'the paid call' ? other : planned, jobIdIn(answer));
    }
    answers.push(answer);
  }
  return { calls, answers };
};

test('byte for byte, whatever has happened since', async (t) => {
  const engineCalls: unknown[] = [];
  const first = await givenService(t, { makers: makersOf(engineCalls) });
  const { calls, answers } = await givenAnswers(await first.client());
  t.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 200, 200, 200, 200, 202, 200, 202, 202, 202, 202],
  );
  t.true(answers.every(({ headers }) => headers['idempotent-replayed'] === undefined));

  const replay = async (client: Client, core: Core, when: string): Promise<void> => {
    const money = await watchMoney(core, engineCalls);
    for (const [index, call] of calls.entries()) {
      const answer = await ask(client, call);
      t.is(answer.headers['idempotent-replayed'], 'true', `${call.what} ${when}`);
      t.is(digest(answer), digest(answers[index] as HttpAnswer), `${call.what} ${when}: ${answer.text}`);
      const { url } = answer.body;
      if (typeof url === 'string') t.is((await fetch(url)).status, 200, `the address given ${when} holds`);
    }
    t.deepEqual(await money.moved(), [], when);
  };

  await replay(await first.client(), first.core, 'after success');
  const client = await first.client();
  for (const call of calls) {
    const again = await ask(client, call, respelt(call.body));
    t.is(again.headers['idempotent-replayed'], 'true', `${call.what}, spelt otherwise`);
    if (call.other === undefined) continue;
    thenRefused(t, await ask(client, call, { ...call.body, ...call.other }), 422, 'idempotency_key_reused', call.what);
  }
  await first.stop();
  const { dataDir } = first;
  const second = await givenService(t, { dataDir, makers: makersOf(engineCalls) });
  await replay(await second.client(), second.core, 'after a restart');
  const { feed, documents } = second.core.stores;
  await rebuildReadModels({ feed, documents, codec: second.core.codec }, projections);
  await replay(await second.client(), second.core, 'after a rebuild');
});

test('another body, another user, another workspace, another operation', async (t) => {
  const { client: clientOf } = await givenService(t);
  const [alice, bob] = [await clientOf('alice'), await clientOf('bob')];
  const headers = { 'idempotency-key': 'one' };
  const first = expecting(200, await alice.post('image/generate', { prompt: 'a quay' }, headers));
  const other = await alice.post('image/generate', { prompt: 'a wharf' }, headers);
  thenRefused(t, other, 422, 'idempotency_key_reused');
  const his = expecting(200, await bob.post('image/generate', { prompt: 'a quay' }, headers));
  t.is(his.headers['idempotent-replayed'], undefined);
  const planned = await givenPlanned(alice, ['a quay']);
  const batch = { projectId: planned.projectId, prompt: 'a quay', count: 1 };
  const elsewhere = expecting(200, await alice.post('image/storyboard-batch', batch, headers));
  t.is(elsewhere.headers['idempotent-replayed'], undefined);
  const second = alice.within(await madeWorkspace(alice, 1));
  const there = expecting(200, await second.post('image/generate', { prompt: 'a quay' }, headers));
  t.is(there.headers['idempotent-replayed'], undefined);
  t.not((there.body['asset'] as { id: string }).id, (first.body['asset'] as { id: string }).id);
});

/** Makes the body anew when it is asked for again. */
const rewriting = withCommands((commands) => ({
  read: async (decider, stream) => {
    const found = await commands.read(decider, stream);
    const request = found.state as RequestState;
    if ((decider as unknown) !== requestDecider || request.status !== 'answered') return found;
    const { grant, ...rest } = JSON.parse(request.answer.body) as { readonly grant: object };
    const body = JSON.stringify({ ...rest, grant: { ...grant, note: 'again' } });
    return { ...found, state: { ...request, answer: { ...request.answer, body } } as typeof found.state };
  },
}));

test('a service that makes a stored answer anew is found out', async (t) => {
  const { client } = await givenClient(t, { doctor: rewriting });
  const path = `workspaces/${await personalWorkspaceOf(client)}/credits/grants`;
  const call = { what: 'a grant', path, body: { pool: 'paid', amount: 1, note: 'x' } };
  const [first, again] = [await ask(client, call), await ask(client, call)];
  t.not(digest(again), digest(first));
});
