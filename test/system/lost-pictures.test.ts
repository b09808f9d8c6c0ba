/**
 * Pictures that are lost, or damaged, after an engine delivered them and before they are judged: each ends its attempt
 * by a code, and its job goes on or ends.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { eventually } from '../support/kernel/eventually.ts';
import { quickMakers, quickScorer } from '../support/engines/quick-makers.ts';
import { forgetting } from '../support/service/doctored.ts';
import { givenClient, givenService } from '../support/service/real-service.ts';
import {
  creditsOf,
  expecting,
  finalJob,
  givenGenerated,
  givenStarted,
  pollJob,
} from '../support/service/storyboard-calls.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { untilNothingIsOwed, wholeLog } from '../support/log/whole-log.ts';

const picturesIn = (dataDir: string): readonly string[] => {
  const objects = join(dataDir, 'objects');
  const folders = readdirSync(objects).map((workspace) => join(objects, workspace, 'assets'));
  return folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
};

type Loss = (path: string) => void;

const losses: Readonly<Record<string, Loss>> = {
  gone: (path) => rmSync(path),
  damaged: (path) => writeFileSync(path, 'a picture of something else'),
};

/** Two frames are made and not judged, and the service has left. */
const givenUnjudged = async (t: ExecutionContext) => {
  const dataDir = join(tempFolder(t), 'data');
  const roles = { ROLES: 'api,projector,relay,dispatcher,supervisor' };
  const service = await givenService(t, { dataDir, env: roles });
  const client = await service.client();
  const before = await creditsOf(client);
  const { planned, jobId } = await givenStarted(client, ['a quay', 'a boat']);
  const made = async (): Promise<boolean> =>
    (await wholeLog(service.core)).filter(({ type }) => type === 'TaskRendered').length === 2;
  await eventually('both frames are made', made);
  return { dataDir, service, client, before, planned, jobId };
};

for (const [name, lose] of Object.entries(losses)) {
  test(`pictures that are ${name} before they are scored: others are made, and only those are paid`, async (t) => {
    t.timeout(60_000);
    const { dataDir, service, before, planned, jobId } = await givenUnjudged(t);
    await service.stop();
    for (const path of picturesIn(dataDir)) lose(path);
    const after = await givenService(t, { dataDir });
    const client = await after.client();
    const { job, requirements } = await finalJob(client, planned, jobId);
    t.like(job, { status: 'completed', chargedCredits: 2 });
    for (const { attempts } of requirements) {
      t.is(attempts.length, 2);
      t.like(attempts[0], { asset: null, error: { code: 'asset_lost' } });
    }
    await untilNothingIsOwed(after.core);
    t.like(await creditsOf(client), { available: before.available - 2, held: 0 });
  });
}

test('a cancel ends a job whose pictures are lost, and gives back all that it holds', async (t) => {
  t.timeout(60_000);
  const { dataDir, service, client, before, planned, jobId } = await givenUnjudged(t);
  expecting(200, await client.post(`jobs/${jobId}/cancel`));
  await service.stop();
  for (const path of picturesIn(dataDir)) rmSync(path);
  const after = await givenService(t, { dataDir });
  const again = await after.client();
  t.like((await finalJob(again, planned, jobId)).job, { status: 'cancelled', chargedCredits: 0 });
  await untilNothingIsOwed(after.core);
  t.deepEqual(await creditsOf(again), before);
});

test('a picture that the scorer fails on each time: its attempt is given up, and the next one is judged', async (t) => {
  t.timeout(120_000);
  let first: Uint8Array | undefined;
  const failing = {
    ...quickScorer,
    score: async (request: Parameters<typeof quickScorer.score>[0]) => {
      first ??= request.bytes;
      if (Buffer.compare(first, request.bytes) === 0) throw new Error('no scorer survives this picture');
      return quickScorer.score(request);
    },
  };
  const { client } = await givenClient(t, { makers: { ...quickMakers(), scorer: failing } });
  const { job, requirements } = await givenGenerated(client, ['a quay']);
  t.like(job, { status: 'completed', chargedCredits: 1 });
  t.like(requirements[0]?.attempts[0], { error: { code: 'score_failed' } });
});

test('sabotage: a service that takes no loss down leaves its jobs running, whatever is asked', async (t) => {
  t.timeout(60_000);
  const { dataDir, service, client, planned, jobId } = await givenUnjudged(t);
  expecting(200, await client.post(`jobs/${jobId}/cancel`));
  await service.stop();
  for (const path of picturesIn(dataDir)) rmSync(path);
  let told = 0;
  const after = await givenService(t, { dataDir, doctor: forgetting('RecordLoss', () => (told += 1)) });
  const again = await after.client();
  await eventually('each loss was told', () => told >= 2, 30_000);
  t.is((await pollJob(again, planned, jobId)).job.status, 'running');
});
