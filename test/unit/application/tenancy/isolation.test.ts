/** One tenant learns nothing of another, and changes nothing of it (I13; tenancy T1 to T8). */
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { workspaceDecider, workspaceStream } from '../../../../commands/workspace/decider.ts';
import { projections } from '../../../../projections/registry.ts';
import { type Caller, contextOf } from '../../../../src/application/calls/caller.ts';
import type { Result } from '../../../../src/application/calls/result.ts';
import { createSourceSounds } from '../../../../src/application/services/source-sounds.ts';
import { createUploads } from '../../../../src/application/services/uploads.ts';
import { createOfferUpload } from '../../../../src/application/storage/uploads.ts';
import { createPreviewPicture } from '../../../../src/application/storage/preview-picture.ts';
import { describeVideo } from '../../../../src/engines/service-video/description.ts';
import { collectionOf } from '../../../../src/kernel/projection.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';
import type { PictureCheck } from '../../../../src/ports/picture-check.ts';
import { answered, FRESH, refusalOf } from '../../../support/application/answered.ts';
import { hostsOf, namedMedia, namedSounds } from '../../../support/application/hosts.ts';
import {
  createProject,
  generate,
  produce,
  type Production,
  storyboardOf,
} from '../../../support/application/production.ts';
import { comparable, createTenant, type Step, STEPS, type Tenant } from '../../../support/application/tenant-steps.ts';
import {
  createWorld,
  enterAs,
  givenWorld,
  principalOf,
  type Process,
  type ProcessOptions,
} from '../../../support/application/world.ts';
import { addMember, created } from '../../../support/application/workspace-steps.ts';

const PAGE = { limit: 20, cursor: null };

type Move = Step & { readonly who: 'ann' | 'eve' };

const moves = fc.array(
  fc.record({
    who: fc.constantFrom('ann', 'eve'),
    kind: fc.constantFrom(...STEPS),
    pick: fc.nat({ max: 11 }),
  }),
  { minLength: 20, maxLength: 40 },
);

/** Every call with ids of another tenant, and its caller. */
const attacks = (
  { application }: Process,
  eve: Caller,
  { own }: Pick<Tenant, 'own'>,
  workspaceId: string,
): readonly (() => Promise<Result<unknown>>)[] => [
  async () => application.enter(principalOf('eve'), { workspaceId, access: 'read', correlationId: 'c1' }),
  async () => application.deleteWorkspace(eve, workspaceId),
  async () => application.grantCredits(eve, workspaceId, { pool: 'paid', amount: 1 }, null),
  ...own.productions.flatMap(({ projectId, planId, manifestHash, requirementIds }) => [
    async () => application.planStoryboard(eve, projectId),
    async () => application.project(eve, projectId, FRESH),
    async () => application.script(eve, projectId, FRESH),
    async () => application.storyboard(eve, projectId, FRESH),
    async () => application.reviseScript(eve, projectId, 'Hers.', null),
    async () => application.reviseStoryboard(eve, projectId, storyboardOf(1), null),
    async () =>
      application.generate(
        eve,
        projectId,
        { expectedExecutionManifestArtifactHash: manifestHash, requirementIds },
        null,
      ),
    async () => application.generatePlan(eve, planId, {}, { key: 'k', bodyHash: 'h' }),
    async () => application.photoSequence(eve, projectId, planId, FRESH),
    async () => application.review(eve, projectId, planId, [{ frameIndex: 0, decision: 'accept', note: 'mine' }]),
    async () => application.repair(eve, projectId, planId, null),
    async () => application.listJobs(eve, { projectId }, PAGE, FRESH),
    ...own.jobs.map((jobId) => async () => application.job(eve, projectId, jobId, FRESH)),
  ]),
  ...own.jobs.flatMap((jobId) => [
    async () => application.cancelJob(eve, jobId),
    async () => application.pauseJob(eve, jobId),
    async () => application.resumeJob(eve, jobId),
    async () => application.decideCheckpoint(eve, jobId, { decision: 'stop' }),
  ]),
];

/** Ann's history, with or without Eve's in between: all that Ann is answered. */
const history = async (
  t: ExecutionContext,
  script: readonly Move[],
  withEve: boolean,
  options: ProcessOptions = {},
): Promise<string> => {
  const world = await createWorld(t);
  const process = await world.start(options);
  const ann = createTenant(world, process, 'ann');
  const eve = createTenant(world, process, 'eve');
  const answers: unknown[] = [];
  for (const move of script) {
    if (move.who === 'ann') {
      answers.push(await ann.take(move));
      continue;
    }
    if (!withEve) continue;
    await eve.take(move);
    const { workspaceId } = await ann.caller();
    for (const attack of attacks(process, await eve.caller(), ann, workspaceId)) {
      const { kind } = await attack();
      if (kind !== 'refused') answers.push('eve got in');
    }
  }
  answers.push(await ann.readAll());
  return comparable(answers);
};

test("a tenant's answers are the same, byte for byte, with and without another one's history", async (t) => {
  await fc.assert(
    fc.asyncProperty(moves, async (script) => {
      t.is(await history(t, script, true), await history(t, script, false));
    }),
    { seed: 20_261_101, numRuns: 4, endOnFailure: true },
  );
});

/** Every kind of step for both, so that a leak has something to show. */
const everything: readonly Move[] = STEPS.flatMap((kind) => [
  { who: 'ann', kind, pick: 0 },
  { who: 'eve', kind, pick: 0 },
]);

test('sabotage: lists that are read without their owner are found', async (t) => {
  // The store itself refuses such a query unless the index is declared for it, so both have to be wrong.
  const ownerless = (documents: DocumentStore): DocumentStore => ({
    ...documents,
    query: async ({ owner: _owner, ...query }) => {
      const indexes = projections.find((one) => collectionOf(one) === query.collection)?.indexes ?? {};
      await documents.declare({ name: query.collection, indexes, across: Object.keys(indexes) });
      return documents.query(query);
    },
  });
  const options = { documents: ownerless };
  t.not(await history(t, everything, true, options), await history(t, everything, false, options));
  t.is(await history(t, everything, true), await history(t, everything, false));
});

type Tenants = { readonly process: Process; readonly ann: Caller; readonly eve: Caller; readonly hers: Production };

const two = async (t: ExecutionContext): Promise<Tenants & { readonly jobId: string }> => {
  const { process, ann } = await givenWorld(t);
  const eve = await enterAs(process, 'eve');
  const hers = await produce(process, ann, 2);
  return { process, ann, eve, hers, jobId: await generate(process, hers) };
};

test('ids of another tenant are refused everywhere, and nothing is appended', async (t) => {
  const { world, process, ann } = await givenWorld(t);
  const eve = await enterAs(process, 'eve');
  const production = await produce(process, ann, 2);
  const own = { productions: [production], jobs: [await generate(process, production)], workspaces: [] };
  const before = (await world.events()).length;
  for (const attack of attacks(process, eve, { own }, ann.workspaceId)) {
    const found = await attack();
    t.true(found.kind === 'refused' && /_forbidden$|^membership_required$/.test(found.code), attack.toString());
  }
  t.is((await world.events()).length, before);
});

test('hashes and ids of another tenant inside a body name nothing', async (t) => {
  const { process, eve, hers } = await two(t);
  const { application } = process;
  const mine = await produce(process, eve, 2);
  t.not(mine.planId, hers.planId);
  t.not(mine.manifestHash, hers.manifestHash);
  const stolen = { expectedExecutionManifestArtifactHash: hers.manifestHash };
  t.is(await refusalOf(application.generate(eve, mine.projectId, stolen, null)), 'expected_mismatch');
  const input = { expectedExecutionManifestArtifactHash: mine.manifestHash, requirementIds: hers.requirementIds };
  t.is(await refusalOf(application.generate(eve, mine.projectId, input, null)), 'validation_failed');
});

const PNG = Buffer.from('\x89PNG\r\n\x1a\n, and its pixels', 'latin1');

test("another tenant's upload is no picture and no sound at an address in the caller's workspace", async (t) => {
  const { world, process, ann } = await givenWorld(t);
  const eve = await enterAs(process, 'eve');
  const { assetId, key } = await answered(
    createOfferUpload(process.services)(ann, { filename: 'quay.png', contentType: 'image/png' }),
  );
  await world.objects.put(key, PNG, 'image/png');
  const check: PictureCheck['check'] = async () => Promise.resolve({ contentType: 'image/png', width: 1, height: 1 });
  const { objects } = world;
  const uploads = createUploads({ ...process.services, objects, pictures: { check }, probe: namedMedia });
  const parts = { objects, outbound: hostsOf({}), uploads };
  const preview = createPreviewPicture({ ...parts, previewHosts: [] });
  const sounds = createSourceSounds({ ...parts, probe: namedSounds });
  const here = new AbortController().signal;
  const stolen = `http://localhost:8080/api/v1/objects/${eve.workspaceId}/users/${'0'.repeat(26)}/${assetId}.png`;
  const projectId = await createProject(process, eve, {
    storyboard: storyboardOf(1, { referenceImageUrls: [stolen] }),
  });
  const tries = async (): Promise<void> => {
    t.is(await refusalOf(preview(eve, stolen, here)), 'url_not_allowed');
    const sound = await sounds.obtain(eve.workspaceId, stolen, describeVideo(null).sounds);
    t.deepEqual(sound, { kind: 'none', trouble: 'not_there' });
    const planned = await answered(process.application.planStoryboard(eve, projectId));
    const [requirement] = planned['requirements'] as readonly { readonly referencePlates: unknown }[];
    t.deepEqual(requirement?.referencePlates, [{ url: stolen, resolved: false }]);
  };
  await tries();
  t.is((await uploads.read(assetId)).outcome, null, 'no other tenant ends the upload');
  const { content } = await answered(preview(ann, `http://localhost:8080/api/v1/objects/${key}`, here));
  t.deepEqual(Buffer.concat(await Array.fromAsync(content)), PNG);
  await tries();
});

test('a member removed during a long generate does not get in again', async (t) => {
  const { process, ann: home, hers } = await two(t);
  const { application, services } = process;
  const bob = principalOf('bob');
  const ann = await enterAs(process, 'ann', await created(process, home));
  await answered(application.grantCredits(ann, ann.workspaceId, { pool: 'paid', amount: 10 }, null));
  const stream = workspaceStream(ann.workspaceId);
  const context = contextOf(ann);
  await addMember(process, ann, ann.workspaceId, bob.userKey, 'member');
  const asBob = await enterAs(process, bob, ann.workspaceId);
  const remove = { type: 'RemoveMember', userKey: bob.userKey, byUserKey: ann.userKey } as const;
  const [jobId] = await Promise.all([
    generate(process, { ...(await produce(process, asBob, 1)), caller: asBob }),
    services.commands.handle(workspaceDecider, stream, remove, context),
  ]);
  const into = { workspaceId: ann.workspaceId, access: 'write', correlationId: 'c1' } as const;
  t.is(await refusalOf(application.enter(bob, into)), 'membership_required');
  const { value } = await answered(application.listJobs(ann, {}, PAGE, FRESH));
  t.true((value['jobs'] as readonly { readonly id: string }[]).some(({ id }) => id === jobId));
  t.truthy(hers);
});
