/** From a project to a job, as a client of the use cases goes. */
import type { Caller } from '../../../src/application/calls/caller.ts';
import type { Storyboard } from '../../../src/application/projects/storyboard.ts';
import { answered, storedBody } from './answered.ts';
import type { Process } from './world.ts';
import { drawJob, type Verdict, type VerdictOf } from '../jobs/draw-job.ts';

type Application = Pick<Process, 'application'>;

export type Production = {
  readonly caller: Caller;
  readonly projectId: string;
  readonly planId: string;
  readonly manifestHash: string;
  readonly requirementIds: readonly string[];
};

export const storyboardOf = (frames: number, change: Partial<Storyboard> = {}): Storyboard => ({
  frames: Array.from({ length: frames }, (_, index) => ({ prompt: `Shot ${index}`, title: `Shot ${index}` })),
  continuityMode: 'independent',
  ...change,
});

export const createProject = async (
  { application }: Application,
  caller: Caller,
  input: { readonly name?: string; readonly script?: string; readonly storyboard?: Storyboard } = {},
): Promise<string> => {
  const { project } = await storedBody(application.createProject(caller, { name: 'Nightfall', ...input }, null));
  return (project as { readonly id: string }).id;
};

type Planned = {
  readonly planId: string;
  readonly executionManifestArtifact: { readonly artifactHash: string };
  readonly requirements: readonly { readonly requirementId: string }[];
};

export const plan = async ({ application }: Application, caller: Caller, projectId: string): Promise<Production> => {
  const planned = (await answered(application.planStoryboard(caller, projectId))) as unknown as Planned;
  return {
    caller,
    projectId,
    planId: planned.planId,
    manifestHash: planned.executionManifestArtifact.artifactHash,
    requirementIds: planned.requirements.map(({ requirementId }) => requirementId),
  };
};

type Place = Pick<Production, 'caller' | 'projectId'>;

export const revise = async ({ application }: Application, { caller, projectId }: Place, storyboard: Storyboard) =>
  answered(application.reviseStoryboard(caller, projectId, storyboard, null));

/** The plan of another storyboard. */
export const replan = async (process: Application, place: Place, storyboard: Storyboard): Promise<Production> => {
  await revise(process, place, storyboard);
  return plan(process, place.caller, place.projectId);
};

/** Whether a plan of the project would have nothing to do, by frame. */
export const satisfied = async (
  { application }: Application,
  { caller, projectId }: Place,
): Promise<readonly boolean[]> => {
  const { requirements } = await answered(application.planStoryboard(caller, projectId));
  return (requirements as readonly { readonly satisfied: boolean }[]).map((one) => one.satisfied);
};

/** A project with a plan of so many frames. */
export const produce = async (process: Application, caller: Caller, frames = 2): Promise<Production> =>
  plan(process, caller, await createProject(process, caller, { storyboard: storyboardOf(frames) }));

/** The arguments of a generate of the plan. */
export const asked = ({ caller, projectId, manifestHash }: Production, requirementIds?: readonly string[]) => {
  const some = requirementIds === undefined ? {} : { requirementIds };
  return [caller, projectId, { expectedExecutionManifestArtifactHash: manifestHash, ...some }] as const;
};

/** Generates what the plan has next, and answers the job's id. */
export const generate = async (
  { application }: Application,
  production: Production,
  requirementIds?: readonly string[],
): Promise<string> => {
  return jobIdOf(await answered(application.generate(...asked(production, requirementIds), null)));
};

/** Generates what the plan has next, and makes it; answers the job's id. */
export const draw = async (
  process: Process,
  production: Production,
  verdict: Verdict | VerdictOf = 'pass',
  requirementIds?: readonly string[],
): Promise<string> => {
  const jobId = await generate(process, production, requirementIds);
  await drawJob(process.services, jobId, typeof verdict === 'string' ? () => verdict : verdict);
  return jobId;
};

export const repair = async (
  { application }: Application,
  { caller, projectId, planId }: Production,
): Promise<string> => jobIdOf(await answered(application.repair(caller, projectId, planId, null)));

/** Repairs what the plan has to repair, and makes it. */
export const redraw = async (process: Process, production: Production): Promise<void> =>
  drawJob(process.services, await repair(process, production));

/** A person's decision on some frames of the plan. */
export const decide = async (
  { application }: { readonly application: Pick<Process['application'], 'review'> },
  { caller, projectId, planId }: Omit<Production, 'manifestHash' | 'requirementIds'>,
  decision: 'accept' | 'repair',
  ...frames: readonly number[]
) => {
  const decisions = frames.map((frameIndex) => ({ frameIndex, decision, note: 'looked at it' }));
  return application.review(caller, projectId, planId, decisions);
};

const jobIdOf = ({ body }: { readonly body: string }): string =>
  (JSON.parse(body) as { readonly job: { readonly id: string } }).job.id;
