/** Whether a further generate or repair could make progress, as the poll of an ended job tells it. */
import test from 'ava';
import type { Client } from '../support/http/http-client.ts';
import { HOPELESS, MENDED } from '../support/engines/quick-makers.ts';
import { givenClient } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import type { Planned } from '../support/service/storyboard-calls.ts';

const revise = async (client: Client, { projectId }: Planned, ...prompts: readonly string[]): Promise<void> => {
  const storyboard = { frames: prompts.map((prompt) => ({ prompt })), continuityMode: 'independent' };
  flow.expecting(200, await client.put(`projects/${projectId}/storyboard`, storyboard));
};

const resumableOf = async (client: Client, planned: Planned, jobId: string): Promise<boolean> =>
  (await flow.pollJob(client, planned, jobId)).resumable;

for (const [what, second, status, additions] of [
  ['that waits for a person', HOPELESS, 'partially_completed', [MENDED]],
  ['of a completed job', 'two', 'completed', []],
] as const) {
  test(`a frame ${what}, sent to repair, makes its job resumable, until the repair has it`, async (t) => {
    const { client } = await givenClient(t);
    const planned = await flow.givenPlanned(client, ['one', second]);
    const { id: jobId } = (await flow.generated(client, planned)).job;
    const path = `${planned.film}/jobs/${jobId}`;
    const before = await client.get(path);
    t.like(before.body, { job: { status }, resumable: false });
    const same = { 'if-none-match': before.headers.etag ?? '' };
    t.is((await client.get(path, same)).status, 304);
    const sent = { frameIndex: 1, decision: 'repair', note: 'again', repairPromptAdditions: additions };
    flow.expecting(201, await flow.review(client, planned, planned.planId, [sent]));
    const moved = await client.get(path, same);
    t.is(moved.status, 200, 'another copy, though the job has not moved');
    t.true(moved.body['resumable']);
    const { job: repair } = await flow.repaired(client, planned);
    t.is(repair.status, 'completed');
    for (const id of [jobId, repair.id]) t.false(await resumableOf(client, planned, id));
  });
}

test('no job of a plan that a later one superseded is resumable', async (t) => {
  const { client } = await givenClient(t);
  const planned = await flow.givenPlanned(client, ['one', HOPELESS, 'three']);
  const { id: jobId } = (await flow.generated(client, planned, { requirementIds: planned.requirementIds.slice(0, 2) }))
    .job;
  const sent = { frameIndex: 1, decision: 'repair', note: 'again' };
  flow.expecting(201, await flow.review(client, planned, planned.planId, [sent]));
  t.true(await resumableOf(client, planned, jobId));
  await revise(client, planned, 'one', 'other');
  t.true(await resumableOf(client, planned, jobId), 'a repair still takes the frame');
  await flow.generated(client, await flow.planProject(client, planned.projectId));
  t.false(await resumableOf(client, planned, jobId));
});

test('a job is resumable by the rest of its manifest until later jobs have dispatched it', async (t) => {
  const { client } = await givenClient(t);
  const prompts = Array.from({ length: 34 }, (_, frame) => (frame === 1 ? HOPELESS : `frame ${frame}`));
  const planned = await flow.givenPlanned(client, prompts);
  const [first = '', second = '', ...rest] = planned.requirementIds;
  const make = async (...requirementIds: readonly string[]) =>
    (await flow.generated(client, planned, { requirementIds })).job.id;
  const jobs = [await make(first), await make(second, ...rest.slice(0, 30))];
  const told = async () => Promise.all(jobs.map(async (id) => resumableOf(client, planned, id)));
  t.deepEqual(await told(), [true, true]);
  const sent = { frameIndex: 1, decision: 'repair', note: 'again', repairPromptAdditions: [MENDED] };
  flow.expecting(201, await flow.review(client, planned, planned.planId, [sent]));
  const { job: repair } = await flow.repaired(client, planned);
  t.is(repair.status, 'completed');
  jobs.push(repair.id);
  t.deepEqual(await told(), [true, true, true], 'the second part was never dispatched');
  jobs.push((await flow.generated(client, planned)).job.id);
  t.deepEqual(await told(), [false, false, false, false]);
});

test('a job is not resumable by the rest of a storyboard that has moved', async (t) => {
  const { client } = await givenClient(t);
  const planned = await flow.givenPlanned(client, ['one', 'two']);
  const { id: jobId } = (await flow.generated(client, planned, { requirementIds: planned.requirementIds.slice(0, 1) }))
    .job;
  t.true(await resumableOf(client, planned, jobId));
  await revise(client, planned, 'other');
  t.false(await resumableOf(client, planned, jobId));
});
