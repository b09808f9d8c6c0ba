/**
 * Makers of media that hang, crash, are killed, answer nonsense, write too much or make no media. Each attempt ends
 * with a code, and each job goes on or ends. Nothing of them is left in the service. Reads /proc, where that is.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openIssuer } from '../../src/main/open-tokens.ts';
import { createSystem } from '../../src/main/system.ts';
import { type Client, createClient } from '../support/http/http-client.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { type ServiceProcess, startProcess } from '../support/process/service-process.ts';
import { oneOfFile } from '../support/process/of-file.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { childrenOf, openFiles } from '../support/process/traces.ts';
import { availableCredits, type JobRead, locationOf, readJob } from '../support/service/media-calls.ts';
import { ALL_SCOPES } from '../support/service/real-service.ts';

const SCRIPT = join(import.meta.dirname, '../support/process/bad-media-child.ts');
const PATIENCE_MS = 120_000;
const SONG = 3;
/** Well again at the next attempt. */
const PASSING = ['hangs', 'crashes', 'killed', 'leaves', 'babbles'];

/** `processes`: the launcher and its children. `files`: open in the service and in the processes that it started. */
type Traces = { readonly processes: number; readonly folders: number; readonly files: number };

const tracesOf = ({ pid }: ServiceProcess, dataDir: string): Traces => {
  const scratch = join(dataDir, 'scratch');
  const folders = existsSync(scratch) ? readdirSync(scratch).length : 0;
  const started = childrenOf(pid);
  const processes = started.length + started.flatMap((child) => childrenOf(Number(child))).length;
  const files = openFiles(pid) + started.reduce((sum, child) => sum + openFiles(Number(child)), 0);
  return { processes, folders, files };
};

const endOf = async (client: Client, path: string): Promise<JobRead['job']> => {
  let { job } = await readJob(client, path);
  const isOver = async (): Promise<boolean> => {
    ({ job } = await readJob(client, path));
    return job.status === 'completed' || job.status === 'failed';
  };
  await eventually(`${path} ends`, isOver, PATIENCE_MS);
  return job;
};

/** One of each kind at the same time; their ends. `well`: each song is made at once. */
const everyKind = async (client: Client, round: number, well: boolean) => {
  const song = async (word: string) => {
    const prompt = `${well ? 'well ' : ''}${word} in round ${round}`;
    return endOf(client, locationOf(await client.post('music/generate', { prompt, duration: 1 })));
  };
  const film = async () => {
    const body = { title: 'No film', prompt: `Round ${round}.`, scene_count: 1 };
    return endOf(client, locationOf(await client.post('video/create-job', body)));
  };
  const [passing, tooLarge, noMedia] = await Promise.all([Promise.all(PASSING.map(song)), song('runs-over'), film()]);
  return { passing, tooLarge, noMedia };
};

/** Both tests look at one service. */
const opened = oneOfFile(test, async (t) => {
  const dataDir = join(tempFolder(t), 'data');
  const service = await startProcess(t, { dataDir, script: SCRIPT });
  const issuer = await openIssuer(dataDir, createSystem({ logLevel: 'silent' }));
  const client = createClient(service.baseUrl, await issuer.issueToken({ sub: 'alice', scope: ALL_SCOPES }));
  return { service, client, traces: () => tracesOf(service, dataDir) };
});

/** Undefined where there is no /proc. */
const given = async (t: ExecutionContext) => {
  if (existsSync('/proc/self/fd')) return opened();
  t.log('NOT CHECKED: there is no /proc to read');
  t.pass();
  return undefined;
};

test.serial(
  'makers that fail in every way: each job goes on or ends, is paid rightly, and leaves nothing',
  async (t) => {
    t.timeout(240_000);
    const found = await given(t);
    if (found === undefined) return;
    const { client, traces } = found;
    // The first calls open files that stay, such as those of the threads and of this client's connections.
    await everyKind(client, 0, true);
    const isQuiet = ({ processes, folders }: Traces): boolean => processes === 1 && folders === 0;
    // A job may have ended while its own folder and child still go.
    await eventually('the launcher stays, and nothing else', () => isQuiet(traces()));
    const [before, credits] = [traces(), await availableCredits(client)];
    const { passing, tooLarge, noMedia } = await everyKind(client, 1, false);
    for (const [index, job] of passing.entries()) {
      t.like(job, { status: 'completed', chargedCredits: SONG, heldCredits: 0 }, PASSING[index]);
    }
    t.like(tooLarge, { status: 'failed', error: { code: 'rejected' }, chargedCredits: 0, heldCredits: 0 });
    t.like(noMedia, { status: 'failed', error: { code: 'rejected' }, chargedCredits: 0, heldCredits: 0 });
    t.is(await availableCredits(client), credits - PASSING.length * SONG);
    await eventually(`no more than before: ${JSON.stringify(before)}`, () => {
      const now = traces();
      return isQuiet(now) && now.files <= before.files;
    });
  },
);

test.serial('sabotage: a maker that leaves a process, a folder and an open file behind is counted', async (t) => {
  t.timeout(120_000);
  const found = await given(t);
  if (found === undefined) return;
  const { service, client, traces } = found;
  /** The traces once the song is over: a job may have ended while its own folder and child still go. */
  const leftBy = async (songs: number): Promise<Traces> => {
    await endOf(client, locationOf(await client.post('music/generate', { prompt: `leaks ${songs}`, duration: 1 })));
    await eventually(`${songs} of each is left`, () => {
      const { processes, folders } = traces();
      return processes === songs + 1 && folders === songs;
    });
    return traces();
  };
  const before = await leftBy(1);
  const after = await leftBy(2);
  t.true(after.files > before.files);
  t.is(await service.stop(), 0, 'as after all that went wrong before');
});
