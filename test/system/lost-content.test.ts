/**
 * Content that the log names and the object store has lost, or that was damaged there: a fault of the work that needs
 * it, with a code. The service goes on, for its tenant too, and so does all that needs something else.
 */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type EngineCall, HOPELESS, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { givenClient, givenService } from '../support/service/real-service.ts';
import {
  acceptAll,
  creditsOf,
  expecting,
  finalJob,
  generated,
  givenGenerated,
  givenPlanned,
  givenStarted,
  planProject,
  repair,
  repaired,
  review,
} from '../support/service/storyboard-calls.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { untilNothingIsOwed } from '../support/log/whole-log.ts';

/** Paths of the artifacts whose text says this. */
const artifactsWith = (dataDir: string, words: string): readonly string[] => {
  const objects = join(dataDir, 'objects');
  const folders = readdirSync(objects).map((workspace) => join(objects, workspace, 'artifacts'));
  const paths = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return paths.filter((path) => readFileSync(path, 'utf8').includes(words));
};

const MANIFEST = '"kind":"execution-manifest"';

type Loss = (path: string) => void;

const losses: Readonly<Record<string, Loss>> = {
  'that is gone': (path) => rmSync(path),
  'of which a character is another': (path) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace('a quay', 'a quad')),
  'that was cut': (path) => writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size / 2)),
};

/** A planned project in a folder that a service has left, so that the next one reads what is there. */
const givenLeft = async (t: ExecutionContext, prompts: readonly string[]) => {
  const dataDir = join(tempFolder(t), 'data');
  const service = await givenService(t, { dataDir });
  const planned = await givenPlanned(await service.client(), prompts);
  return { dataDir, service, planned };
};

for (const [name, lose] of Object.entries(losses)) {
  test(`a storyboard ${name}: a plan is refused by name, and what needs it not goes on`, async (t) => {
    const { dataDir, service, planned } = await givenLeft(t, ['a quay']);
    await service.stop();
    for (const path of artifactsWith(dataDir, 'a quay')) lose(path);
    const { client } = await givenClient(t, { dataDir });
    for (let asked = 0; asked < 2; asked += 1) {
      const answer = await client.post(`${planned.film}/storyboard-images/plan`);
      t.like(answer, { status: 503, body: { code: 'content_lost' } });
    }
    t.like((await givenGenerated(client, ['a gull'])).job, { status: 'completed' });
    // A client that has the storyboard sends it again: it has the same hash, and is whole.
    const frames = [{ prompt: 'a quay' }];
    const body = { frames, continuityMode: 'independent' };
    expecting(200, await client.put(`projects/${planned.projectId}/storyboard`, body));
    t.is((await planProject(client, planned.projectId)).manifestHash, planned.manifestHash);
  });
}

test('a manifest that is gone: repair is refused by name, and nothing is spent', async (t) => {
  const { dataDir, service, planned } = await givenLeft(t, [`a quay, ${HOPELESS}`]);
  const client = await service.client();
  await generated(client, planned);
  const decision = { frameIndex: 0, decision: 'repair', note: 'too grim' };
  expecting(201, await review(client, planned, planned.planId, [decision]));
  await service.stop();
  const lost = artifactsWith(dataDir, MANIFEST).map((path) => ({ path, bytes: readFileSync(path) }));
  for (const { path } of lost) rmSync(path);
  const after = await givenService(t, { dataDir });
  const again = await after.client();
  const before = await creditsOf(again);
  t.like(await repair(again, planned, planned.planId), { status: 503, body: { code: 'content_lost' } });
  t.deepEqual(await creditsOf(again), before);
  for (const { path, bytes } of lost) writeFileSync(path, bytes);
  await repaired(again, planned);
  expecting(201, await review(again, planned, planned.planId, acceptAll(1)));
});

test('a manifest that goes while its job is under way: the job ends, and gives back what it holds', async (t) => {
  const dataDir = join(tempFolder(t), 'data');
  // No engine is asked before the test has done its damage.
  const service = await givenService(t, { dataDir, env: { ROLES: 'api,projector' } });
  const client = await service.client();
  const before = await creditsOf(client);
  const { planned, jobId: job } = await givenStarted(client, ['a quay', 'a boat']);
  await service.stop();
  for (const path of artifactsWith(dataDir, MANIFEST)) rmSync(path);
  const asked: EngineCall[] = [];
  const makers = quickMakers(quickEngine({ onCall: (call) => void asked.push(call) }));
  const after = await givenService(t, { dataDir, makers });
  const again = await after.client();
  const ended = await finalJob(again, planned, job);
  t.like(ended.job, { status: 'failed', chargedCredits: 0 });
  t.deepEqual(asked, [], 'no engine is asked for what nobody knows any more');
  for (const { attempts } of ended.requirements) t.regex(JSON.stringify(attempts.at(-1)), /is lost/);
  await untilNothingIsOwed(after.core);
  t.deepEqual(await creditsOf(again), before);
  t.like((await givenGenerated(again, ['a gull'])).job, { status: 'completed' });
});
