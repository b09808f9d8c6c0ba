/** The steps of one tenant with every answer: the base for comparing histories. */
import type { Caller } from '../../../src/application/calls/caller.ts';
import type { Idempotency } from '../../../src/application/calls/idempotency.ts';
import type { Result } from '../../../src/application/calls/result.ts';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { answered, bodyOf, FRESH, storedBody } from './answered.ts';
import { drawJob } from '../jobs/draw-job.ts';
import { createProject, generate, plan, type Production, storyboardOf } from './production.ts';
import { enterAs, type Process, type World } from './world.ts';

export const STEPS = [
  'create',
  'generate',
  'draw',
  'review',
  'repair',
  'cancel',
  'grant',
  'revise',
  'workspace',
  'read',
] as const;

export type Step = { readonly kind: (typeof STEPS)[number]; readonly pick: number };

export type Tenant = {
  readonly name: string;
  /** Ids of all that the tenant has made. */
  readonly own: { readonly jobs: string[]; readonly productions: Production[]; readonly workspaces: string[] };
  caller(): Promise<Caller>;
  take(step: Step): Promise<unknown>;
  /** Everything that the tenant can read now. */
  readAll(): Promise<unknown>;
};

export const createTenant = (world: World, process: Process, name: string): Tenant => {
  const { application, services } = process;
  const own: Tenant['own'] = { jobs: [], productions: [], workspaces: [] };
  const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

  const caller = async (): Promise<Caller> => {
    world.ids.as(name);
    return enterAs(process, name);
  };

  const keyFor = (pick: number): Idempotency => ({ key: `key-${pick % 3}`, bodyHash: sha256(`body ${pick % 4}`) });

  const steps: Readonly<Record<Step['kind'], (me: Caller, pick: number) => Promise<unknown>>> = {
    create: async (me, pick) => {
      const input =
        pick % 2 === 0 ? { storyboard: storyboardOf(1 + (pick % 3)) } : { script: `A door opens.\n\n${pick}` };
      const projectId = await createProject(process, me, { name: `Film ${pick}`, ...input });
      own.productions.push(await plan(process, me, projectId));
      return own.productions.at(-1);
    },
    generate: async (_me, pick) => {
      const production = at(own.productions, pick);
      if (production === undefined) return null;
      const jobId = await generate(process, production).catch(String);
      if (jobId.startsWith('job_')) own.jobs.push(jobId);
      return jobId;
    },
    draw: async (_me, pick) => {
      const jobId = at(own.jobs, pick);
      const verdict = pick % 3 === 0 ? 'fail' : 'pass';
      return jobId === undefined ? null : drawJob(services, jobId, () => verdict, 1 + (pick % 7));
    },
    review: async (me, pick) => {
      const production = at(own.productions, pick);
      if (production === undefined) return null;
      const decision = pick % 2 === 0 ? 'accept' : 'repair';
      const decisions = [{ frameIndex: pick % 2, decision, note: `seen ${pick}` } as const];
      return application.review(me, production.projectId, production.planId, decisions);
    },
    repair: async (me, pick) => {
      const production = at(own.productions, pick);
      if (production === undefined) return null;
      return application.repair(me, production.projectId, production.planId, keyFor(pick));
    },
    cancel: async (me, pick) => {
      const jobId = at(own.jobs, pick);
      return jobId === undefined ? null : application.cancelJob(me, jobId);
    },
    grant: async (me, pick) =>
      application.grantCredits(me, me.workspaceId, { pool: 'paid', amount: 1 + pick }, keyFor(pick)),
    revise: async (me, pick) => {
      const production = at(own.productions, pick);
      if (production === undefined) return null;
      return application.reviseStoryboard(me, production.projectId, storyboardOf(1 + (pick % 4)), null);
    },
    workspace: async (me, pick) => {
      const last = own.workspaces.at(-1);
      if (pick % 2 === 1 && last !== undefined) return application.deleteWorkspace(me, last);
      const made = await storedBody(application.createWorkspace(me, `Studio ${pick}`, null));
      own.workspaces.push((made['workspace'] as { readonly id: string }).id);
      return made;
    },
    read: async () => readAll(),
  };

  const listed = async (
    list: (cursor: string | null) => Promise<Result<{ readonly value: unknown }>>,
  ): Promise<unknown[]> => {
    const found: unknown[] = [];
    let cursor: string | null = null;
    do {
      const { value } = await answered(list(cursor));
      const { nextCursor, ...rest } = value as { readonly nextCursor: string | null };
      found.push(rest);
      cursor = nextCursor;
    } while (cursor !== null);
    return found;
  };

  const readAll = async (): Promise<unknown> => {
    const me = await caller();
    const jobs = own.jobs.map(async (jobId) => {
      const production = own.productions.map(async ({ projectId }) => {
        const found = await application.job(me, projectId, jobId, FRESH);
        return found.kind === 'ok' ? found.value.value : found.code;
      });
      return Promise.all(production);
    });
    const sequences = own.productions.map(async ({ projectId, planId }) =>
      bodyOf(application.photoSequence(me, projectId, planId, FRESH)),
    );
    return {
      workspaces: await listed(async (cursor) => application.listWorkspaces(me, { limit: 2, cursor }, FRESH)),
      projects: await listed(async (cursor) => application.listProjects(me, { limit: 2, cursor }, FRESH)),
      jobs: await listed(async (cursor) => application.listJobs(me, {}, { limit: 2, cursor }, FRESH)),
      entries: await listed(async (cursor) => application.ledgerEntries(me, {}, { limit: 3, cursor }, FRESH)),
      assets: await listed(async (cursor) => application.listAssets(me, {}, { limit: 2, cursor }, FRESH)),
      credits: await bodyOf(application.creditSummary(me, FRESH)),
      polls: await Promise.all(jobs),
      sequences: await Promise.all(sequences),
    };
  };

  return { name, own, caller, readAll, take: async ({ kind, pick }) => steps[kind](await caller(), pick) };
};

/** As a client may compare it: positions of the log count all tenants' events, so only their order is the tenant's. */
export const comparable = (answers: readonly unknown[]): string => {
  const seen = new Map<string, string>();
  return JSON.stringify(answers, null, 1).replaceAll(/[0-9a-f]{4}-[0-9]{12}(?![0-9a-f])/g, (position) => {
    if (!seen.has(position)) seen.set(position, `position ${seen.size}`);
    return seen.get(position) ?? '';
  });
};
