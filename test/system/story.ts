/**
 * One story of the business, from an empty workspace to certificates. It needs nothing but an address and a token with
 * all scopes: it runs against any deployment with the built-in engine. Everything that it is answered is held against
 * the contract by its client, and against each other here.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Client, createClient } from '../support/http/http-client.ts';
import {
  acceptAll,
  creditsOf,
  expecting,
  finalJob,
  generate,
  generated,
  jobIdIn,
  type JobPoll,
  type PhotoSequence,
  photoSequence,
  type Planned,
  planProject,
  pollJob,
  repaired,
  review,
} from '../support/service/storyboard-calls.ts';

const GRANTED = 100;

const FRAMES = [
  { title: 'Arrival', prompt: 'Wide shot of a city street at dusk, Anna (a woman in a red coat) walks' },
  { title: 'Kitchen', prompt: 'Medium shot of a kitchen in the morning, Anna drinks tea at the table' },
  { title: 'Harbor', prompt: 'Wide shot of a harbor at noon, boats at the pier, Anna waits' },
];

const storyboardOf = (frames: readonly object[]) => ({ frames, continuityMode: 'independent', seed: 7 });

export type Told = { readonly workspaceId: string; readonly jobIds: readonly string[]; readonly charged: number };

/** `me`: the caller; at the address unless stated. */
export const tellStory = async (baseUrl: string, token: string, me = createClient(baseUrl, token)): Promise<Told> => {
  const workspaceId = await openWorkspace(me);
  const client = me.within(workspaceId);
  const projectId = await openProject(client);
  const planned = await plan(client, projectId);
  const first = await payAndGenerate(me, client, workspaceId, planned);
  const firstPictures = await picturesHold(baseUrl, first);
  const repaired = await reviewAndRepair(client, planned);
  await certified(client, planned, firstPictures);
  const added = await reviseAndGenerate(client, projectId, firstPictures);
  const jobs = [first, repaired, added];
  await booksBalance(client, jobs);
  await listed(client, projectId, jobs);
  await leave(me, client, workspaceId, projectId);
  return {
    workspaceId,
    jobIds: jobs.map(({ job }) => job.id),
    charged: jobs.reduce((sum, { job }) => sum + job.chargedCredits, 0),
  };
};

const openWorkspace = async (me: Client): Promise<string> => {
  const { capabilities } = expecting(200, await me.get('production/capabilities')).body as {
    capabilities: readonly { kind: string; available: boolean }[];
  };
  assert(capabilities.some(({ kind, available }) => kind === 'image' && available));
  const { workspace } = expecting(201, await me.post('workspaces', { name: 'Night Shift Pictures' })).body as {
    workspace: { id: string; role: string };
  };
  assert.equal(workspace.role, 'owner');
  const { workspaces } = expecting(200, await me.get('workspaces')).body as { workspaces: readonly { id: string }[] };
  assert(workspaces.some(({ id }) => id === workspace.id));
  return workspace.id;
};

const openProject = async (client: Client): Promise<string> => {
  const body = { name: 'Three Frames', script: 'INT. KITCHEN - DAY\n\nAnna waits.', storyboard: storyboardOf(FRAMES) };
  const { project } = expecting(200, await client.post('projects', body)).body as {
    project: { id: string; frameCount: number };
  };
  assert.equal(project.frameCount, FRAMES.length);
  const { projects } = expecting(200, await client.get('projects')).body as { projects: readonly { id: string }[] };
  assert.deepEqual(
    projects.map(({ id }) => id),
    [project.id],
  );
  return project.id;
};

/** A plan spends nothing, and says the same as long as nothing has moved. */
const plan = async (client: Client, projectId: string): Promise<Planned> => {
  const before = await creditsOf(client);
  const planned = await planProject(client, projectId);
  assert.deepEqual((await planProject(client, projectId)).answer.body, planned.answer.body);
  assert.deepEqual(await creditsOf(client), before);
  assert.equal(planned.requirementIds.length, FRAMES.length);
  assert.deepEqual(planned.answer.body['blockers'], []);
  return planned;
};

const payAndGenerate = async (me: Client, client: Client, workspaceId: string, planned: Planned): Promise<JobPoll> => {
  const none = await client.post(`${planned.film}/storyboard-images/generate`, {});
  assert.equal(expecting(400, none).body['code'], 'storyboard_image_execution_manifest_required');
  const wrong = await generate(client, { ...planned, manifestHash: `sha256:${'0'.repeat(64)}` });
  assert.equal(expecting(409, wrong).body['code'], 'expected_mismatch');
  const poor = await generate(client, planned, { key: 'first' });
  assert.equal(expecting(402, poor).body['code'], 'insufficient_credits');
  assert.equal(poor.body['noCreditsSpent'], true);

  const grant = { pool: 'paid', amount: GRANTED, note: 'the first invoice' };
  expecting(200, await me.post(`workspaces/${workspaceId}/credits/grants`, grant));
  // The refusal freed the key: it starts the job now, and from then on gives the same bytes.
  const accepted = expecting(202, await generate(client, planned, { key: 'first' }));
  assert.equal(accepted.headers['idempotent-replayed'], undefined);
  const again = expecting(202, await generate(client, planned, { key: 'first' }));
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.deepEqual(again.bytes, accepted.bytes);
  const jobId = jobIdIn(accepted);
  assert.equal(jobIdIn(await generate(client, planned)), jobId);

  const done = await finalJob(client, planned, jobId);
  assert.equal(done.job.status, 'completed');
  assert.equal(done.job.heldCredits, 0);
  assert(done.requirements.every(({ status }) => status === 'accepted'));
  assert.equal(done.job.chargedCredits, attemptsOf(done));
  return done;
};

const attemptsOf = ({ requirements }: JobPoll): number =>
  requirements.reduce((sum, { attempts }) => sum + attempts.length, 0);

/** The hash of each frame's picture by its requirement, after a look at the bytes behind the signed address. */
const picturesHold = async (baseUrl: string, { requirements }: JobPoll): Promise<ReadonlyMap<string, string>> => {
  const hashes = new Map<string, string>();
  for (const { requirementId, attempts } of requirements) {
    const asset = attempts.at(-1)?.asset;
    assert(asset, `${requirementId} has a picture`);
    const response = await fetch(new URL(asset.url, baseUrl));
    assert.equal(response.status, 200);
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(`sha256:${createHash('sha256').update(bytes).digest('hex')}`, asset.hash);
    hashes.set(requirementId, asset.hash);
  }
  return hashes;
};

/** A person is not content with what the scorer passed, and has one frame made anew. */
const reviewAndRepair = async (client: Client, planned: Planned): Promise<JobPoll> => {
  const [a, , c] = acceptAll(FRAMES.length);
  const b = { frameIndex: 1, decision: 'repair', note: 'too busy', repairPromptAdditions: ['an empty table'] };
  const decisions = [a, b, c].map((decision) => decision ?? {});
  assert.equal((await photoSequence(client, planned, planned.planId)).lifecycle, 'generated');
  expecting(201, await review(client, planned, planned.planId, decisions));
  const done = await repaired(client, planned);
  assert.equal(done.job.status, 'completed');
  assert.equal(done.requirements.length, 1);
  assert.equal(done.requirements[0]?.requirementId, planned.requirementIds[1]);
  return done;
};

/** Accepted frames stayed as they were; the certificate names every picture that is shown. */
const certified = async (
  client: Client,
  planned: Planned,
  firstPictures: ReadonlyMap<string, string>,
): Promise<PhotoSequence> => {
  const { planId, requirementIds } = planned;
  expecting(201, await review(client, planned, planId, [{ frameIndex: 1, decision: 'accept', note: 'better' }]));
  const sequence = await photoSequence(client, planned, planId);
  assert.equal(sequence.lifecycle, 'certified');
  const shown = new Map(sequence.frames.map(({ requirementId, asset }) => [requirementId, asset?.hash]));
  for (const requirementId of requirementIds) {
    const isRepaired = requirementId === requirementIds[1];
    assert.equal(shown.get(requirementId) !== firstPictures.get(requirementId), isRepaired);
  }
  const { frames } = sequence.certificate as { frames: readonly { requirementId: string; assetHash: string }[] };
  assert.deepEqual(new Map(frames.map(({ requirementId, assetHash }) => [requirementId, assetHash])), shown);
  const late = await review(client, planned, planId, [{ ...acceptAll(1)[0], decision: 'repair' }]);
  assert.equal(expecting(409, late).body['code'], 'plan_certified');
  return sequence;
};

/** Kept frames of a storyboard are not bought again; only new ones are made. */
const reviseAndGenerate = async (
  client: Client,
  projectId: string,
  firstPictures: ReadonlyMap<string, string>,
): Promise<JobPoll> => {
  const unmoved = await planProject(client, projectId);
  const nothing = expecting(200, await generate(client, unmoved));
  assert.deepEqual([nothing.body['accepted'], nothing.body['reason']], [false, 'all_requirements_satisfied']);
  const more = [
    ...FRAMES,
    { title: 'Night', prompt: 'Wide shot of a forest at night, moonlight, Anna with a lantern' },
  ];
  expecting(200, await client.put(`projects/${projectId}/storyboard`, storyboardOf(more)));
  expecting(409, await generate(client, unmoved));
  const planned = await planProject(client, projectId);
  const requirements = planned.answer.body['requirements'] as readonly { satisfied: boolean; requirementId: string }[];
  assert.deepEqual(
    requirements.map(({ satisfied }) => satisfied),
    [true, true, true, false],
  );
  assert(requirements.slice(0, 3).every(({ requirementId }) => firstPictures.has(requirementId)));
  const done = await generated(client, planned);
  assert.deepEqual(
    done.requirements.map(({ requirementId }) => requirementId),
    [requirements[3]?.requirementId],
  );
  assert.equal(done.job.status, 'completed');
  expecting(201, await review(client, planned, planned.planId, acceptAll(more.length).slice(3)));
  assert.equal((await photoSequence(client, planned, planned.planId)).lifecycle, 'certified');
  return done;
};

/** Nothing is held any more, and what the jobs say they took is what the ledger's entries took. */
const booksBalance = async (client: Client, jobs: readonly JobPoll[]): Promise<void> => {
  const charged = jobs.reduce((sum, { job }) => sum + job.chargedCredits, 0);
  const { total, held, available } = await creditsOf(client);
  assert.deepEqual({ total, held, available }, { total: GRANTED - charged, held: 0, available: GRANTED - charged });
  const { entries } = expecting(200, await client.get('ledger/entries?limit=1000')).body as {
    entries: readonly { kind: string; jobId?: string; amounts: Readonly<Record<string, number>> }[];
  };
  for (const { job } of jobs) {
    const debits = entries.filter(({ kind, jobId }) => kind === 'debit' && jobId === job.id);
    const sum = debits.reduce((all, { amounts: { paid = 0, bonus = 0 } }) => all - paid - bonus, 0);
    assert.equal(sum, job.chargedCredits, `the debits of ${job.id}`);
  }
};

const listed = async (client: Client, projectId: string, jobs: readonly JobPoll[]): Promise<void> => {
  const { jobs: found } = expecting(200, await client.get(`jobs?projectId=${projectId}`)).body as {
    jobs: readonly { id: string }[];
  };
  assert.deepEqual(
    found.map(({ id }) => id),
    jobs.map(({ job }) => job.id).toReversed(),
  );
  const film = `projects/${projectId}/film-intelligence`;
  for (const { job } of jobs) assert.equal((await pollJob(client, { film }, job.id)).job.status, 'completed');
};

/** The workspace goes with its paid credits, as its owner says. Its content is closed to all callers. */
const leave = async (me: Client, client: Client, workspaceId: string, projectId: string): Promise<void> => {
  const kept = expecting(409, await me.delete(`workspaces?id=${workspaceId}`));
  assert.equal(kept.body['code'], 'workspace_has_credits');
  const gone = expecting(200, await me.delete(`workspaces?id=${workspaceId}&forfeitCredits=true`));
  assert.notEqual(gone.body['nextWorkspaceId'], workspaceId);
  expecting(403, await client.get('projects'));
  expecting(403, await me.post(`projects/${projectId}/film-intelligence/storyboard-images/plan`));
};
