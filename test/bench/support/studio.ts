/** The service without HTTP, in this process: jobs are planned, generated and run to their end. */
import { createHash } from 'node:crypto';
import { composeApplication } from '../../../src/main/compose-application.ts';
import { readConfig } from '../../../src/main/config.ts';
import { type Core, type Makers, openCore } from '../../../src/main/core.ts';
import { openIssuer, openTokens } from '../../../src/main/open-tokens.ts';
import { startRoles } from '../../../src/main/roles.ts';
import type { Caller } from '../../../src/application/calls/caller.ts';
import type { GenerateInput } from '../../../src/application/work/storyboard/generate.ts';
import type { Result as Outcome } from '../../../src/application/calls/result.ts';
import { isFinal } from '../../../commands/job/queries.ts';
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { instantMakers } from './makers.ts';
import { type UseCases, useCasesOf } from '../../support/application/use-cases.ts';

export const FRAMES_PER_JOB = 32;

export type Studio = Awaited<ReturnType<typeof openStudio>>;

/** All roles but the API's server, on a data folder; built-in makers unless others are brought. `env`: servers. */
export const openStudio = async (folder: string, makers?: Makers, env: Readonly<Record<string, string>> = {}) => {
  const config = readConfig({ ...env, DATA_DIR: folder, LOG_LEVEL: 'warn' });
  const fatal = (error: unknown): never => {
    console.error(error);
    process.exit(1);
  };
  const core = await openCore(config, fatal, makers);
  const running = await startRoles(core);
  const application = useCasesOf(composeApplication(core));
  const issuer = await openIssuer(folder, core.system);
  const { verifier } = await openTokens(config, core.system);
  let projects = 0;
  return {
    core,
    application,
    /** A workspace that has enough of everything. */
    caller: async (name: string): Promise<Caller> => openWorkspace(core, name),
    /** A user with a token for the service, in a personal workspace that has enough of everything. */
    person: async (sub: string): Promise<Person> => {
      const token = await issuer.issueToken({ sub, scope: 'read plan mutate spend approve' });
      const entering = { workspaceId: null, access: 'write', correlationId: 'bench' } as const;
      const caller = valueOf(await application.enter(await verifier.verify(token), entering));
      await grant(core, caller.workspaceId);
      return { token, caller };
    },
    jwks: async (): Promise<string> => issuer.loadJwks(),
    /** Plans a job of distinct frames; what it gives starts that job, and answers with its id once it is queued. */
    planJob: async (caller: Caller, frames = FRAMES_PER_JOB): Promise<PlannedJob> => {
      projects += 1;
      return planJob(application, caller, `${caller.workspaceId} ${projects} ${process.pid}`, frames);
    },
    /** Resolves when a job is final. */
    finished: async (jobId: string): Promise<void> => {
      for (;;) {
        const { state } = await core.services.commands.readRecent(jobDecider, jobStream(jobId), 1_000);
        if (isFinal(state.status)) return;
        await core.system.timers.sleep(5);
      }
    },
    /** Resolves when the read models have folded the whole log. */
    caughtUp: async (): Promise<void> => {
      const head = await core.stores.feed.head();
      while (!(await core.readModels.waitFor(head, 60_000))) continue;
    },
    close: async (): Promise<void> => {
      await running.stop();
      await core.close();
    },
  };
};

/** Works in a studio on a data folder, and closes it once its read models have followed. `env`: servers. */
export const inStudio = async <T>(
  dataDir: string,
  work: (studio: Studio) => Promise<T>,
  { makers = instantMakers(false), env = {} }: { makers?: Makers; env?: Readonly<Record<string, string>> } = {},
): Promise<T> => {
  const studio = await openStudio(dataDir, makers, env);
  const made = await work(studio);
  await studio.caughtUp();
  await studio.close();
  return made;
};

export type Person = { readonly token: string; readonly caller: Caller };

export type PlannedJob = {
  readonly projectId: string;
  /** The body of `generate`. */
  readonly input: GenerateInput;
  /** Generates it; answers with the job's id once it is queued. */
  readonly start: () => Promise<string>;
};

const openWorkspace = async (core: Core, name: string): Promise<Caller> => {
  const workspaceId = `ws_${createHash('sha256').update(name).digest('hex').slice(0, 26)}`;
  await grant(core, workspaceId);
  return { workspaceId, userKey: name, role: 'owner', correlationId: 'bench' };
};

const grant = async (core: Core, workspaceId: string): Promise<void> => {
  const { commands, clock } = core.services;
  const now = new Date(clock.now()).toISOString();
  const command = {
    type: 'GrantCredits',
    entryId: 'ent_opening',
    pool: 'paid',
    amount: 1_000_000_000,
    expiresAt: null,
    note: 'opening',
    trial: false,
    now,
  } as const;
  const context = { workspaceId, actor: 'tool:bench', correlationId: 'bench' };
  await commands.handle(ledgerDecider, ledgerStream(workspaceId), command, context);
};

const planJob = async (application: UseCases, caller: Caller, name: string, frames: number): Promise<PlannedJob> => {
  const storyboard = {
    frames: Array.from({ length: frames }, (_, n) => ({ prompt: `INT. KITCHEN - DAY. Frame ${n} of ${name}.` })),
    continuityMode: 'independent' as const,
  };
  const created = valueOf(await application.createProject(caller, { name, storyboard }, null));
  const { id: projectId } = (JSON.parse(created.body) as { project: { id: string } }).project;
  const planned = valueOf(await application.planStoryboard(caller, projectId));
  const { artifactHash } = planned['executionManifestArtifact'] as { artifactHash: string };
  const input = { expectedExecutionManifestArtifactHash: artifactHash };
  const start = async (): Promise<string> => {
    const { body } = valueOf(await application.generate(caller, projectId, input, null));
    return (JSON.parse(body) as { job: { id: string } }).job.id;
  };
  return { projectId, input, start };
};

const valueOf = <T>(result: Outcome<T>): T => {
  if (result.kind === 'ok') return result.value;
  throw new Error(`${result.code}: ${result.message ?? ''}`);
};
