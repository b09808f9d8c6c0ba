/** Lists: the same pages whether the read model tells them or the log does, in one order, without gap or overlap. */
import test from 'ava';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import type { Body, Result } from '../../../../src/application/calls/result.ts';
import type { Read } from '../../../../src/application/reading/answers.ts';
import { encodeCursor, type PageInput } from '../../../../src/application/reading/read-list.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { answered, bodyOf, FRESH, refusalOf } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { generate, produce, type Production } from '../../../support/application/production.ts';
import { created } from '../../../support/application/workspace-steps.ts';
import { createWorld, enterAs, givenWorld, type Process, type World } from '../../../support/application/world.ts';

type Filter = Parameters<Process['application']['listJobs']>[1];
type Asset = { readonly id: string; readonly jobId: string };
type Job = { readonly id: string; readonly status: string; readonly projectId: string };

const pages = async <T>(
  list: (page: { readonly limit: number; readonly cursor: string | null }) => Promise<Result<Read<Body>>>,
  member: string,
  limit: number,
): Promise<T[][]> => {
  const found: T[][] = [];
  let cursor: string | null = null;
  do {
    const body: Body = await bodyOf(list({ limit, cursor }));
    found.push([...(body[member] as readonly T[])]);
    cursor = body['nextCursor'] as string | null;
  } while (cursor !== null && found.length < 100);
  return found;
};

const jobPages = async ({ application }: Process, caller: Caller, filter: Filter, limit: number): Promise<Job[][]> =>
  pages<Job>(async (page) => application.listJobs(caller, filter, page, FRESH), 'jobs', limit);

/** Five jobs of two projects; what the projector saw of them, and what it did not. */
const setting = async (world: World, process: Process, stopInTheMiddle: boolean) => {
  const caller = await enterAs(process, 'ann');
  const eve = await enterAs(process, 'eve');
  const first = await produce(process, caller, 3);
  const second = await produce(process, caller, 2);
  const foreign = await produce(process, eve, 1);
  const one = async (production: Production, index: number): Promise<string> => {
    const [requirementId = ''] = production.requirementIds.slice(index);
    return generate(process, production, [requirementId]);
  };
  const ids: string[] = [];
  ids.push(await one(first, 0));
  await drawJob(process.services, ids[0] ?? '');
  ids.push(await one(second, 0));
  ids.push(await one(first, 1));
  if (stopInTheMiddle) {
    await process.application.listJobs(caller, {}, { limit: 1, cursor: null }, FRESH);
    await world.stopProjector();
  }
  await generate(process, foreign);
  await drawJob(process.services, ids[1] ?? '', () => 'fail');
  await drawJob(process.services, ids[2] ?? '');
  ids.push(await one(second, 1));
  ids.push(await one(first, 2));
  return { caller, eve, ids, first, second };
};

for (const stopped of [false, true]) {
  const where = stopped ? 'partly beyond the read model' : 'in the read model';

  test(`jobs ${where}: every filter and page size tells the same order`, async (t) => {
    const world = await createWorld(t);
    const process = await world.start();
    const { caller, ids, first, second } = await setting(world, process, stopped);
    const [a, b, c, d, e] = ids;
    const cases: readonly (readonly [Filter, readonly unknown[]])[] = [
      [{}, [e, d, c, b, a]],
      [{ kind: 'storyboard' }, [e, d, c, b, a]],
      [{ kind: 'image' }, []],
      [{ status: 'completed' }, [c, a]],
      [{ status: 'failed' }, [b]],
      [{ status: 'queued' }, []],
      [{ status: 'running' }, [e, d]],
      [{ status: 'paused' }, []],
      [{ projectId: first.projectId }, [e, c, a]],
      [{ projectId: second.projectId, status: 'running' }, [d]],
      [{ projectId: second.projectId, status: 'failed', kind: 'storyboard' }, [b]],
    ];
    for (const [filter, expected] of cases) {
      for (const limit of [1, 2, 5, 20]) {
        const found = await jobPages(process, caller, filter, limit);
        t.deepEqual(
          found.flat().map(({ id }) => id),
          expected,
          `${JSON.stringify(filter)} by ${limit}`,
        );
        t.true(found.every((page) => page.length <= limit));
      }
    }
  });

  test(`assets ${where}: the newest first, by page and by type`, async (t) => {
    const world = await createWorld(t);
    const process = await world.start();
    const { caller, eve, ids } = await setting(world, process, stopped);
    const { listAssets } = process.application;
    const found = async (member: string, limit: number, type?: 'photo' | 'music'): Promise<Asset[]> => {
      const list = async (page: PageInput) => listAssets(caller, type === undefined ? {} : { type }, page, FRESH);
      return (await pages<Asset>(list, member, limit)).flat();
    };
    const all = await found('photos', 20);
    const [a, b, c] = ids;
    t.deepEqual([...new Set(all.map(({ jobId }) => jobId))], [c, b, a]);
    for (const limit of [1, 2, 5]) {
      t.deepEqual(await found('photos', limit), all);
      t.deepEqual(await found('photos', limit, 'photo'), all);
      t.deepEqual(await found('music', limit, 'music'), []);
      t.deepEqual(await found('photos', limit, 'music'), []);
    }
    t.deepEqual((await bodyOf(listAssets(eve, {}, { limit: 20, cursor: null }, FRESH)))['photos'], []);
  });

  test(`entries of the ledger ${where}: oldest first, by kind and by time`, async (t) => {
    const { world, application, ann } = await givenWorld(t);
    const times: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      if (stopped && i === 3) {
        await application.ledgerEntries(ann, {}, { limit: 1, cursor: null }, FRESH);
        await world.stopProjector();
      }
      times.push(new Date(world.time.clock.now()).toISOString());
      const grant = { pool: 'paid', amount: 1 + i } as const;
      await answered(application.grantCredits(ann, ann.workspaceId, grant, null));
      await world.time.advance(1_000);
    }
    const amounts = async (
      filter: Parameters<typeof application.ledgerEntries>[1],
      limit: number,
    ): Promise<unknown[]> =>
      (
        await pages<{ readonly amounts: { readonly paid: number } }>(
          async (page) => application.ledgerEntries(ann, filter, page, FRESH),
          'entries',
          limit,
        )
      )
        .flat()
        .map(({ amounts }) => amounts.paid);
    for (const limit of [1, 2, 20]) {
      t.deepEqual(await amounts({}, limit), [0, 1, 2, 3, 4, 5, 6]);
      t.deepEqual(await amounts({ kind: 'grant' }, limit), [0, 1, 2, 3, 4, 5, 6]);
      t.deepEqual(await amounts({ kind: 'debit' }, limit), []);
      const since = times[2] ?? '';
      const until = times[4] ?? '';
      t.deepEqual(await amounts({ since }, limit), [3, 4, 5, 6]);
      t.deepEqual(await amounts({ until }, limit), [0, 1, 2, 3, 4]);
      t.deepEqual(await amounts({ since, until, kind: 'grant' }, limit), [3, 4]);
      t.deepEqual(await amounts({ since, until: since }, limit), []);
      // A microsecond past an entry: the entry is before it.
      const justAfter = (time: string): string => time.replace('Z', '001Z');
      t.deepEqual(await amounts({ since: justAfter(since), until: justAfter(until) }, limit), [4, 5]);
      // The same instant in another zone.
      t.deepEqual(await amounts({ since: since.replace('T03', 'T05').replace('Z', '+02:00'), until }, limit), [3, 4]);
    }
  });
}

test('more workspaces than one page holds: all are listed, in the order of joining', async (t) => {
  const { world, process, application, ann } = await givenWorld(t);
  const ids = [ann.workspaceId];
  for (let left = limits.workspacesPageSizeMax + 1; left > 0; left -= 1) {
    if (left === 3) {
      await application.listWorkspaces(ann, { limit: 1, cursor: null }, FRESH);
      await world.stopProjector();
    }
    ids.push(await created(process, ann, `Studio ${left}`));
  }
  for (const limit of [limits.workspacesPageSizeMax, 300]) {
    const found = await pages<{ readonly id: string }>(
      async (page) => application.listWorkspaces(ann, page, FRESH),
      'workspaces',
      limit,
    );
    t.is(found.length, Math.ceil(ids.length / limit));
    t.deepEqual(
      found.flat().map(({ id }) => id),
      ids,
    );
  }
});

test('a walk that another process goes on with misses nothing, though its read models are behind', async (t) => {
  const { world, process: here, ann } = await givenWorld(t);
  const there = await world.start({ projector: false });
  const projects = [(await produce(here, ann, 1)).projectId];
  await bodyOf(here.application.listProjects(ann, { limit: 1, cursor: null }, FRESH));
  await world.stopProjector();
  for (let left = 2; left > 0; left -= 1) projects.unshift((await produce(here, ann, 1)).projectId);
  const walked: string[] = [];
  const processes = [here, there, there];
  let cursor: string | null = null;
  for (const { application } of processes) {
    const body = await bodyOf(application.listProjects(ann, { limit: 1, cursor }, FRESH));
    walked.push(...(body['projects'] as readonly { readonly id: string }[]).map(({ id }) => id));
    cursor = body['nextCursor'] as string | null;
  }
  t.deepEqual(walked, projects);
  t.is(cursor, null);
});

test('sabotage: a list that takes every event for its own shows the jobs of others', async (t) => {
  const world = await createWorld(t);
  let own = '';
  const process = await world.start({
    projector: false,
    ground: (ground) => ({
      ...ground,
      codec: {
        ...ground.codec,
        decode: (stored) => {
          const event = ground.codec.decode(stored);
          return { ...event, metadata: { ...event.metadata, workspaceId: own } };
        },
      },
    }),
  });
  const caller = await enterAs(process, 'ann');
  own = caller.workspaceId;
  await generate(process, await produce(process, await enterAs(process, 'eve'), 1));
  await produce(process, caller, 1);
  t.is((await jobPages(process, caller, {}, 20)).flat().length, 1);
});

const AT = '0000-000000000001';

test('a cursor that no page of the list gave is refused', async (t) => {
  const { application, ann } = await givenWorld(t);
  const cursors = [
    'x',
    '%%%',
    encodeCursor('projects', '', AT),
    encodeCursor('jobs', "0000'; --", AT),
    encodeCursor('entries', 'a\0', AT),
    encodeCursor('entries', AT, 'a\0'),
    encodeCursor('entries', AT, `${AT}\n${AT}`),
  ];
  for (const cursor of cursors) {
    const page = { limit: 2, cursor };
    t.is(await refusalOf(application.listProjects(ann, page, FRESH)), 'validation_failed');
    t.is(await refusalOf(application.listJobs(ann, {}, page, FRESH)), 'validation_failed');
    t.is(await refusalOf(application.listWorkspaces(ann, page, FRESH)), 'validation_failed');
    t.is(await refusalOf(application.ledgerEntries(ann, {}, page, FRESH)), 'validation_failed');
    t.is(await refusalOf(application.listAssets(ann, {}, page, FRESH)), 'validation_failed');
  }
  const page = { limit: 2, cursor: null };
  t.is(await refusalOf(application.ledgerEntries(ann, { since: 'yesterday' }, page, FRESH)), 'validation_failed');
});

test('a cursor of an older version, which tells no position, is taken', async (t) => {
  const { process, ann } = await givenWorld(t);
  const ids = [ann.workspaceId, await created(process, ann)];
  const { application } = process;
  const first = await bodyOf(application.listWorkspaces(ann, { limit: 1, cursor: null }, FRESH));
  const [old = ''] = Buffer.from(String(first['nextCursor']), 'base64url').toString().split('\n');
  const cursor = Buffer.from(old).toString('base64url');
  const next = await bodyOf(application.listWorkspaces(ann, { limit: 1, cursor }, FRESH));
  t.like(next['workspaces'], [{ id: ids[1] }]);
});

test('lists are named by what they hold', async (t) => {
  const { process, application, ann } = await givenWorld(t);
  const page = { limit: 2, cursor: null };
  const list = async () => answered(application.listProjects(ann, page, FRESH));
  const empty = await list();
  t.is((await list()).etag, empty.etag);
  await produce(process, ann, 1);
  t.not((await list()).etag, empty.etag);
});
