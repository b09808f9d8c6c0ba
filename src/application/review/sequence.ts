/** A plan with its jobs: the parts of a photo sequence. */
import { jobProjection } from '../../../projections/job/definition.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { type PlanDocument, planProjection } from '../../../projections/plan/definition.ts';
import { limits } from '../../kernel/limits.ts';
import { laterOf } from '../../kernel/position.ts';
import type { StoredDocument } from '../../ports/document-store.ts';
import { asToldBefore, cannotTell, type Found } from '../reading/read-document.ts';
import { changesSince, documentIn, type Wanted } from '../reading/changes.ts';
import { behind, documentRead, type Freshness, positionFor, type Read, shortHash } from '../reading/answers.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { planStream } from '../../../commands/plan/decider.ts';
import { readPlanWithJobs } from '../work/storyboard/frame-facts.ts';
import { jobFromStreams } from '../jobs/read-job.ts';
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import { decidersOf, photoSequence } from '../../../projections/photo-sequence.ts';
import { isFault } from '../../kernel/faults.ts';
import type { Caller } from '../calls/caller.ts';
import { type Body, foreign, refused, type Result } from '../calls/result.ts';
import type { ProjectGate } from '../projects/project-gate.ts';
import type { Services } from '../services/services.ts';
import { isOutdated } from '../work/storyboard/take-over.ts';

type Sequence = {
  readonly plan: PlanDocument;
  /** In the order of their claims. */
  readonly jobs: readonly JobDocument[];
};

/** As `readDocument`: undefined for no such plan, `behind` when the log itself is. */
const readSequence = async (
  side: ReadSide,
  asked: Wanted & { readonly id: string },
): Promise<Found<Sequence> | undefined | 'behind'> => {
  const wanted = asToldBefore(side, asked);
  const found = await fromReadModels(side, wanted).catch((error: unknown) => {
    if (cannotTell(error)) return undefined;
    throw error;
  });
  if (found !== undefined) return found;
  if ((await side.feed.head()) < wanted.position) return 'behind';
  const folded = await sequenceFromStreams(side, wanted.id);
  if (folded === undefined) return undefined;
  side.told.note(wanted.id, folded.document.position);
  return { ...folded, etag: `s.${folded.etag}` };
};

export const sequenceFromStreams = async (
  side: Pick<ReadSide, 'streams' | 'commands'>,
  planId: string,
): Promise<Found<Sequence> | undefined> => {
  const plan = await side.streams.get(planProjection, planStream(planId), planId);
  return plan === undefined ? undefined : composed(plan, await jobsFromStreams(side, planId));
};

/** The jobs of a plan in the order of their claims. */
const jobsFromStreams = async (
  side: Pick<ReadSide, 'streams' | 'commands'>,
  planId: string,
): Promise<readonly StoredDocument<JobDocument>[]> => {
  const found = await readPlanWithJobs(side.commands, planId);
  const jobs = await Promise.all((found?.jobs ?? []).map(async ({ jobId }) => jobFromStreams(side, jobId)));
  return jobs.filter((job) => job !== undefined);
};

const fromReadModels = async (
  side: ReadSide,
  wanted: Wanted & { readonly id: string },
): Promise<Found<Sequence> | undefined> => {
  const { owner, position, id } = wanted;
  const [plans, jobs] = await Promise.all([
    changesSince(side, planProjection, wanted),
    changesSince(side, jobProjection, { owner, position }),
  ]);
  if (plans === undefined || jobs === undefined) return undefined;
  const plan = await documentIn(side, plans, wanted);
  if (plan === undefined) return undefined;
  const changed = [...jobs.documents.values()].filter((job) => job?.body.planId === id);
  const stored = await storedJobs(side, jobs.collection, plan);
  const unchanged = stored?.filter((job) => !jobs.documents.has(job.id));
  if (unchanged === undefined) return undefined;
  const found = composed(
    plan,
    [...unchanged, ...changed].filter((job) => job !== undefined),
  );
  if (plans.documents.size + jobs.documents.size > 0) side.told.note(id, found.document.position);
  return found;
};

/** Undefined: there are more of them than one read takes, which is for the streams. */
const storedJobs = async (
  { documents }: ReadSide,
  collection: string,
  { id, owner }: StoredDocument<PlanDocument>,
): Promise<readonly StoredDocument<JobDocument>[] | undefined> => {
  const page = await documents.query<JobDocument>({
    collection,
    owner,
    index: 'byPlan',
    equals: [id],
    limit: limits.listScanDocumentsMax,
  });
  return page.next === null ? page.documents : undefined;
};

/** They need not have been read at one moment: only all their positions together name the copy. */
const composed = (
  plan: StoredDocument<PlanDocument>,
  unordered: readonly StoredDocument<JobDocument>[],
): Found<Sequence> => {
  const jobs = [...unordered].sort((a, b) => a.body.n - b.body.n);
  const positions = [plan, ...jobs].map(({ position }) => position);
  const document = {
    ...plan,
    position: positions.reduce(laterOf),
    body: { plan: plan.body, jobs: jobs.map(({ body }) => body) },
  };
  return { document, etag: shortHash(positions.join()) };
};

type Side = ReadSide & Pick<Services, 'artifacts'> & { readonly projects: ProjectGate };

/** Spends nothing and changes nothing. */
export const createReadPhotoSequence =
  (side: Side) =>
  async (caller: Caller, projectId: string, planId: string, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const gate = await side.projects(caller, projectId);
    if (gate.kind === 'refused') return gate;
    const position = positionFor(side, caller, fresh);
    const found = await readSequence(side, { owner: caller.workspaceId, position, id: planId });
    if (found === 'behind') return behind;
    if (found === undefined) return refused('plan_not_found', `there is no plan ${planId}`);
    const { owner, body } = found.document;
    if (owner !== caller.workspaceId) return foreign('plan', planId);
    if (body.plan.projectId !== projectId) {
      return refused('plan_not_found', `there is no plan ${planId} in this project`);
    }
    const names = await side.people.namesOf(decidersOf(body.plan));
    // A name is no part of the documents: a copy that shows another one is another copy.
    const named = names.size === 0 ? found.etag : `${found.etag}.${shortHash(JSON.stringify([...names]))}`;
    const outdated = await isOver(side, owner, body);
    const etag = outdated ? `${named}.o` : named;
    return documentRead(photoSequence(body.plan, body.jobs, names, outdated), { ...found, etag }, fresh);
  };

/** A plan without a job may have no event of its own about its end: its project knows. */
const isOver = async (
  side: Side,
  workspaceId: string,
  { plan: { projectId, manifestHash, supersededBy }, jobs }: Sequence,
): Promise<boolean> => {
  if (supersededBy !== null || jobs.length > 0) return false;
  try {
    const { state } = await side.commands.readRecent(projectDecider, projectStream(projectId), 0);
    return await isOutdated(side, state, { workspaceId, manifestHash });
  } catch (error) {
    // The read model goes on without the log and the objects. A review or a repair asks again.
    if (isFault(error, 'unavailable')) return false;
    throw error;
  }
};
