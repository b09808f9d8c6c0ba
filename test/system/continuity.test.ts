/**
 * The picture that a frame continues: the frame before it under `chain`, a reference of our own; never another
 * tenant's.
 */
import test, { type ExecutionContext } from 'ava';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import type { Core } from '../../src/main/core.ts';
import type { Client } from '../support/http/http-client.ts';
import {
  type EngineCall,
  FAILS_ONCE,
  HOPELESS,
  MENDED,
  quickEngine,
  quickMakers,
} from '../support/engines/quick-makers.ts';
import { thenRefused } from '../spec/api-spec.ts';
import { givenClient } from '../support/service/real-service.ts';
import {
  expecting,
  generate,
  generated,
  givenGenerated,
  givenPlanned,
  type JobPoll,
  photoSequence,
  repaired,
  review,
} from '../support/service/storyboard-calls.ts';

/** A service that tells which keys of its object store were read. */
const givenWatched = async (t: ExecutionContext, sabotage = (core: Core): Core => core) => {
  const calls: EngineCall[] = [];
  const keys: string[] = [];
  const makers = quickMakers(quickEngine({ onCall: (call) => void calls.push(call) }));
  const doctor = (core: Core): Core => {
    const get: typeof core.pictures.get = async (key) => {
      keys.push(key);
      return core.pictures.get(key);
    };
    return sabotage({ ...core, pictures: { ...core.pictures, get } });
  };
  const service = await givenClient(t, { makers, doctor });
  return { ...service, calls, keys };
};

const hashesOf = ({ requirements }: JobPoll): readonly string[] =>
  requirements.map(({ attempts }) => (attempts.at(-1)?.asset?.hash ?? '').replace('sha256:', ''));

test('under chain each frame is given the accepted picture of the one before, one after the other', async (t) => {
  const { client, calls } = await givenWatched(t);
  const planned = await givenPlanned(client, ['one', `two, ${FAILS_ONCE}`, 'three'], { continuityMode: 'chain' });
  const done = await generated(client, planned);
  t.is(done.job.status, 'completed');
  const [one = '', two = ''] = hashesOf(done);
  t.deepEqual(
    calls.map(({ prompt, references }) => [prompt.split(/[,\n]/)[0], references]),
    [
      ['one', []],
      ['two', [one]],
      ['two', [one]],
      ['two', [one]],
      ['three', [two]],
    ],
  );
});

test('a chain that breaks waits for a person; mended, it goes on from there', async (t) => {
  const { client, calls } = await givenWatched(t);
  const planned = await givenPlanned(client, ['one', HOPELESS, 'three'], { continuityMode: 'chain' });
  const broken = await generated(client, planned);
  t.is(broken.job.status, 'partially_completed');
  t.deepEqual(
    broken.requirements.map(({ status }) => status),
    ['accepted', 'human_review', 'pending'],
  );
  t.is((await generate(client, planned, { requirementIds: planned.requirementIds.slice(2) })).status, 409);
  const decision = { frameIndex: 1, decision: 'repair', note: 'sinks', repairPromptAdditions: [MENDED] };
  expecting(201, await review(client, planned, planned.planId, [decision]));
  const mended = await repaired(client, planned);
  t.is(mended.job.status, 'completed');
  t.is(mended.requirements.length, 2);
  t.deepEqual(calls.at(-2)?.references, [hashesOf(broken)[0]]);
  t.deepEqual(calls.at(-1)?.references, [hashesOf(mended)[0]]);
  const { frames } = await photoSequence(client, planned, planned.planId);
  t.is(frames[0]?.asset?.hash, `sha256:${hashesOf(broken)[0]}`, 'what was accepted is what it was');
});

/** A picture of the caller's own, with its signed address. */
const givenPicture = async (client: Client, prompt: string) => {
  const { body } = expecting(200, await client.post('image/generate', { prompt }));
  return { url: String(body['url']), hash: (body['asset'] as { hash: string }).hash.replace('sha256:', '') };
};

test('under master_reference all frames are given the same picture of ours', async (t) => {
  const { client, calls, keys } = await givenWatched(t);
  const reference = await givenPicture(client, 'the master');
  calls.length = 0;
  const settings = { continuityMode: 'master_reference', referenceImageUrls: [reference.url] };
  const planned = await givenPlanned(client, ['one', 'two', 'three'], settings);
  const [requirement] = planned.answer.body['requirements'] as readonly { referencePlates: readonly unknown[] }[];
  t.like(requirement?.referencePlates[0], { resolved: true });
  const done = await generated(client, planned);
  t.is(done.job.status, 'completed');
  t.is(calls.length, 3);
  for (const { references } of calls) t.deepEqual(references, [reference.hash]);
  t.true(keys.some((key) => key.includes(reference.hash)));
});

test("another tenant's picture is an address like any other, and is never read", async (t) => {
  const { clientOf, calls, keys } = await givenWatched(t);
  const [alice, bob] = [await clientOf('alice'), await clientOf('bob')];
  const hers = await givenPicture(alice, 'a secret door');
  calls.length = 0;
  keys.length = 0;
  const unsigned = hers.url.replace(/\?.*/, '');
  const settings = { continuityMode: 'master_reference', referenceImageUrls: [hers.url, unsigned] };
  const planned = await givenPlanned(bob, ['one'], settings);
  const { referencePlates } = (
    planned.answer.body['requirements'] as readonly [{ referencePlates: readonly object[] }]
  )[0];
  for (const plate of referencePlates) t.like(plate, { resolved: false });
  thenRefused(t, await generate(bob, planned), 422, 'plan_has_blockers');
  const batch = { projectId: planned.projectId, prompt: 'one', count: 1, ...settings };
  thenRefused(t, await bob.post('image/storyboard-batch', batch), 422, 'reference_unavailable');
  t.is(calls.length, 0);
  t.deepEqual(
    keys.filter((key) => key.includes(hers.hash)),
    [],
  );
  // Its address alone opens it to every holder, for a while; the bytes must not wander.
  t.is(sha256(new Uint8Array(await (await fetch(hers.url)).arrayBuffer())), hers.hash);
});

test('a synchronous chain goes on after what was rendered', async (t) => {
  const { client, calls } = await givenWatched(t);
  const planned = await givenPlanned(client, ['elsewhere']);
  const body = { projectId: planned.projectId, prompt: 'a quay', count: 3, continuityMode: 'chain' };
  const { frames } = expecting(200, await client.post('image/storyboard-batch', body)).body as {
    frames: readonly { asset: { hash: string } }[];
  };
  const made = frames.map(({ asset }) => asset.hash.replace('sha256:', ''));
  t.deepEqual(
    calls.map(({ references }) => references),
    [[], [made[0]], [made[1]]],
  );
});

/** Takes any address of an object for one of the workspace's own. */
const trusting = (core: Core): Core => {
  const { artifacts } = core.services;
  const trusted = <V>(value: V): V => {
    const text = JSON.stringify(value, (name, part: unknown) => {
      if (name === 'blockers') return [];
      const { url } = (part ?? {}) as { readonly url?: unknown };
      const key = /\/api\/v1\/objects\/([^?]+)/.exec(String(url))?.[1];
      return key === undefined ? part : { url, assetKey: key };
    });
    return JSON.parse(text) as V;
  };
  const put: typeof artifacts.put = async (workspaceId, value) => artifacts.put(workspaceId, trusted(value));
  return { ...core, services: { ...core.services, artifacts: { ...artifacts, put } } };
};

test("a service that trusts addresses and reads another tenant's picture is found out", async (t) => {
  const { clientOf, calls } = await givenWatched(t, trusting);
  const [alice, bob] = [await clientOf('alice'), await clientOf('bob')];
  const hers = await givenPicture(alice, 'a secret door');
  const settings = { continuityMode: 'master_reference', referenceImageUrls: [hers.url] };
  await givenGenerated(bob, ['one'], settings);
  t.deepEqual(calls.at(-1)?.references, [hers.hash]);
});
