/** Two services with all roles on one data folder. Their storms are in `test/faults/two-services.test.ts`. */
import { join } from 'node:path';
import test from 'ava';
import { eventually } from '../support/kernel/eventually.ts';
import { createClient } from '../support/http/http-client.ts';
import { LEASE_MS } from '../support/service/live-through-storm.ts';
import { brokenPromises } from '../support/service/promises.ts';
import { ALL_SCOPES, givenService } from '../support/service/real-service.ts';
import { startProcess } from '../support/process/service-process.ts';
import { stopBetweenWrites } from '../support/process/stop-between-writes.ts';
import { CHILD, type ChildCall } from '../support/service/fleet.ts';
import { jsonLines } from '../support/process/json-lines.ts';
import { finalJob, generate, givenPlanned, jobIdIn } from '../support/service/storyboard-calls.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { wholeLog } from '../support/log/whole-log.ts';

test('a holder that is stopped past its lease comes back too late (I10)', async (t) => {
  t.timeout(60_000);
  const dataDir = join(tempFolder(t), 'data');
  const callsFile = `${dataDir}-calls.jsonl`;
  const env = { LEASE_MS: String(LEASE_MS) };
  const start = async (callMs: number) =>
    startProcess(t, { dataDir, env, script: CHILD, args: [callsFile, String(callMs)] });
  const holder = await start(500);
  // Takes requests only: one of the two processes works on the job.
  const watcher = await givenService(t, { dataDir, env: { ROLES: 'api' } });
  const token = await watcher.token('alice', ALL_SCOPES);
  const planned = await givenPlanned(createClient(watcher.baseUrl, token), ['a quay']);
  const jobId = jobIdIn(await generate(createClient(holder.baseUrl, token), planned));
  await eventually('the call is under way', () => jsonLines<ChildCall>(callsFile).length === 1);
  await stopBetweenWrites(holder, dataDir);

  const other = await start(0);
  const { job } = await finalJob(createClient(other.baseUrl, token), planned, jobId);
  t.like(job, { status: 'completed', chargedCredits: 1 });
  holder.signal('SIGCONT');
  // It finishes its call, and what it has to say of it is refused.
  t.is(await holder.stop(), 0);
  t.is(await other.stop(), 0);

  const calls = jsonLines<ChildCall>(callsFile);
  t.deepEqual(
    calls.map(({ pid }) => pid),
    [holder.pid, other.pid],
  );
  t.is(new Set(calls.map(({ attemptKey }) => attemptKey)).size, 1);
  const events = await wholeLog(watcher.core);
  const epochs = events
    .filter(({ type }) => type === 'AttemptClaimed')
    .map(({ data }) => (data as { epoch: number }).epoch);
  t.true(epochs.length >= 2);
  t.deepEqual(brokenPromises({ events, calls, told: [jobId] }), []);
});
