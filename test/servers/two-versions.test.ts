/**
 * Two versions of the service at once on the same servers: the old one refuses what it cannot
 * fold, loudly, and shows nothing made up; when it is gone, the newer one goes on with all of it, and nothing is lost.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { createEventCodec } from '../../src/schema/event-codec.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { createClient } from '../support/http/http-client.ts';
import { newerTypes, RAISED } from '../support/process/newer-events.ts';
import { brokenPromises } from '../support/service/promises.ts';
import { givenService } from '../support/service/real-service.ts';
import { auditInFull, openReader, untilAtRest } from '../support/servers/at-rest.ts';
import { givenServers } from '../support/servers/environment.ts';
import { givenLog, requireServer } from '../support/servers/require.ts';
import { standIn } from '../support/process/stand-in.ts';
import { startProcess } from '../support/process/service-process.ts';
import type { ChildCall } from '../support/service/fleet.ts';
import { jsonLines } from '../support/process/json-lines.ts';
import { createProject, finalJob, givenGenerated, givenStarted } from '../support/service/storyboard-calls.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { EVER, wholeLog } from '../support/log/whole-log.ts';

const PATIENCE_MS = 60_000;
const BETWEEN_PROJECTS_MS = 1_000;
const NEWER = join(import.meta.dirname, '../support/process/newer-build.ts');

type Health = { readonly readModels: { readonly broken: readonly { readonly error: string }[] } };

const kafka = requireServer(test, 'kafka');
const mongodb = requireServer(test, 'mongodb');

if (givenLog !== undefined) standIn(test, 'leaves events that no version knows: it needs a log of its own', []);

if (kafka !== undefined && mongodb !== undefined && givenLog === undefined) {
  test('an old version meets events of a newer one: it says so, makes nothing up, and nothing is lost', async (t) => {
    t.timeout(240_000);
    const { env } = await givenServers(t, { kafka, mongodb });
    const dataDir = join(tempFolder(t), 'data');
    const old = await givenService(t, { dataDir, env });
    const who = `alice-${randomUUID()}`;
    const [alice, token] = [await old.client(who), await old.token(who)];
    const { planned: before, jobId: first } = await givenGenerated(alice, ['a quay']);

    const callsFile = `${dataDir}-calls.jsonl`;
    const newer = await startProcess(t, { dataDir, env, script: NEWER, args: [callsFile, '0'] });
    const there = createClient(newer.baseUrl, token);
    const { planned, jobId: second } = await givenStarted(there, ['a boat', 'a gull']);

    // Each process folds its share of the workspaces: the old one meets the first project in a workspace of its own.
    let others = 0;
    await eventually(
      'the old one says that it cannot go on, and why',
      async () => {
        const { status, body } = await alice.get('/health/ready');
        const { broken } = (body as unknown as Health).readModels;
        const says =
          status === 503 && broken.some(({ error }) => error.includes(RAISED) || error.includes('newer than'));
        if (says) return true;
        others += 1;
        await createProject(createClient(newer.baseUrl, await old.token(`${who}-${others}`)), ['a buoy']);
        await wait(BETWEEN_PROJECTS_MS);
        return false;
      },
      PATIENCE_MS,
    );
    const refused = await alice.post(`${planned.film}/storyboard-images/plan`);
    t.true(refused.status >= 500, `${refused.status}: ${refused.text}`);
    // It still shows the part that it knows.
    t.is((await alice.get(`${before.film}/jobs/${first}`)).status, 200);

    await old.stop();
    const { job } = await finalJob(there, planned, second);
    t.like(job, { status: 'completed', chargedCredits: 2 });
    const present = await openReader(t, { dataDir, env });
    await untilAtRest(present, EVER, PATIENCE_MS);
    const reader = { ...present, codec: createEventCodec(newerTypes) };
    const events = await wholeLog(reader);
    t.deepEqual(brokenPromises({ events, calls: jsonLines<ChildCall>(callsFile), told: [first, second] }), []);
    t.deepEqual((await auditInFull(reader)).findings, []);
    const { projects } = (await there.get('projects')).body as {
      readonly projects: readonly { id: string }[];
    };
    t.deepEqual(projects.map(({ id }) => id).toSorted(), [before.projectId, planned.projectId].toSorted());
    // The sabotage: in the eyes of the old version, that log is damaged.
    t.false((await auditInFull(present)).ok);
    t.is(await newer.stop(), 0);
  });
}
