/** A film of many scenes, whose service is killed in the middle: the next start goes on at the scene. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { limits } from '../../src/kernel/limits.ts';
import { type MediaCall, mediaMakers } from '../support/engines/media-engines.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { untilNothingIsOwed, wholeLog } from '../support/log/whole-log.ts';
import { oneOfFile, type Owner } from '../support/process/of-file.ts';
import { startProcess } from '../support/process/service-process.ts';
import { jsonLines } from '../support/process/json-lines.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { availableCredits, endOf, locationOf } from '../support/service/media-calls.ts';
import { brokenPromises } from '../support/service/promises.ts';
import { givenClient } from '../support/service/real-service.ts';

const CHILD = join(import.meta.dirname, '../support/process/film-child.ts');
const SCENES = 40;
const FINISHED = 20;
const PRICE = 5 * SCENES;
/** A second life takes up the scenes of the first one when these have passed. */
const env = { LEASE_MS: '1000' };

const FILM = {
  title: 'The book',
  prompt: Array.from({ length: SCENES }, (_, scene) => `Page ${scene + 1}.`).join(' '),
  scene_count: SCENES,
};

/** A data folder with a film that is queued, and no process. */
const givenQueued = async (t: Owner) => {
  const dataDir = join(tempFolder(t), 'data');
  const { client, stop } = await givenClient(t, { dataDir, makers: mediaMakers(), env: { ...env, ROLES: 'api' } });
  const credits = await availableCredits(client);
  const path = locationOf(await client.post('video/create', FILM));
  await stop();
  return { dataDir, path, credits, callsFile: `${dataDir}-calls.jsonl` };
};

type Queued = Awaited<ReturnType<typeof givenQueued>>;

/** Attempts whose results are on disk, for another reader than the service. */
const renderedOnDisk = (dataDir: string): readonly string[] => {
  const database = new DatabaseSync(join(dataDir, 'log.sqlite'), { readOnly: true });
  try {
    const found = database.prepare("SELECT data FROM events WHERE type = 'TaskRendered'").all();
    return found.map(({ data }) => (JSON.parse(String(data)) as { attemptKey: string }).attemptKey);
  } finally {
    database.close();
  }
};

/** Its first life ends when half of the scenes are there and the next ones are under way; the finished attempts. */
const killedInTheMiddle = async (t: Owner, { dataDir, callsFile }: Queued): Promise<readonly string[]> => {
  const life = await startProcess(t, { dataDir, script: CHILD, args: [callsFile, String(FINISHED)], env });
  const underWay = FINISHED + limits.tasksInFlightPerJobMax;
  await eventually('half of the scenes are there, and no more can be begun', () => {
    return renderedOnDisk(dataDir).length === FINISHED && jsonLines<MediaCall>(callsFile).length === underWay;
  });
  await life.kill();
  return renderedOnDisk(dataDir);
};

/** One kill, and the folder as it was before the first life: both tests go on from it. */
const killedOnce = oneOfFile(test, async (t) => {
  const queued = await givenQueued(t);
  const earlier = `${queued.dataDir}-earlier`;
  cpSync(queued.dataDir, earlier, { recursive: true });
  const finished = await killedInTheMiddle(t, queued);
  return { queued, earlier, finished };
});

/** A second life to the end of the film. The calls of both lives, and all that the log has. */
const ended = async (t: ExecutionContext, { path, callsFile }: Queued, dataDir: string) => {
  const calls = [...jsonLines<MediaCall>(callsFile)];
  const { client, core } = await givenClient(t, { dataDir, makers: mediaMakers((call) => void calls.push(call)), env });
  const { job } = await endOf(client, path);
  await untilNothingIsOwed(core);
  return { calls, job, events: await wholeLog(core), credits: await availableCredits(client) };
};

/** Findings: a line for each scene that was finished before the kill and was made again. */
const madeAgain = (finished: readonly string[], calls: readonly MediaCall[]): readonly string[] => {
  const counts = Map.groupBy(calls, ({ attemptKey }) => attemptKey);
  return finished.filter((key) => counts.get(key)?.length !== 1).map((key) => `${key} was made again`);
};

test.serial('killed in the middle, a film goes on at the scene, and it is paid once', async (t) => {
  const { queued, finished } = await killedOnce();
  t.is(new Set(finished).size, FINISHED);
  const { calls, job, events, credits } = await ended(t, queued, queued.dataDir);
  t.like(job, { status: 'completed', progress: { done: SCENES + 2, total: SCENES + 2 }, chargedCredits: PRICE });
  t.deepEqual(madeAgain(finished, calls), []);

  const scenes = calls.filter(({ makes }) => makes === 'clip').map(({ attemptKey }) => attemptKey);
  t.is(new Set(scenes).size, SCENES, 'a scene that was under way is asked for again under its key');
  t.is(calls.filter(({ makes }) => makes === 'assembly').length, 1);
  t.is(queued.credits - credits, PRICE);
  t.is(events.filter(({ type }) => type === 'LedgerDebited').length, 1);
  const results = calls.map((call) => ({ attemptKey: call.attemptKey, result: sha256(JSON.stringify(call)) }));
  t.deepEqual(brokenPromises({ events, calls: results, told: [job.id] }), []);
});

test.serial('sabotage: a log without the finished scenes has them made again, which is found', async (t) => {
  const { queued, earlier, finished } = await killedOnce();
  const { calls, job } = await ended(t, queued, earlier);
  t.is(job.status, 'completed');
  t.is(madeAgain(finished, calls).length, FINISHED);
});
