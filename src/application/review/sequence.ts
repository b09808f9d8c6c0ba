/** A plan with its jobs: the parts of a photo sequence. */
import { jobProjection } from '../../../projections/job/definition.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { type PlanDocument, planProjection } from '../../../projections/plan/definition.ts';
import { limits } from '../../kernel/limits.ts';
import { laterOf } from '../../kernel/position.ts';
import type { StoredDocument } from '../../ports/document-store.ts';
import { cannotTell, type Found } from '../reading/read-document.ts';
import { changesSince, documentIn, type Wanted } from '../reading/changes.ts';
import { shortHash } from '../reading/answers.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { planStream } from '../../../commands/plan/decider.ts';
import { readPlanWithJobs } from '../work/storyboard/frame-facts.ts';
import { jobFromStreams } from '../jobs/read-any-job.ts';

export type Sequence = {
  readonly plan: PlanDocument;
  /** In the order of their claims. */
  readonly jobs: readonly JobDocument[];
};

/** As `readDocument`: undefined for no such plan, `behind` when the log itself is. */
export const readSequence = async (
  side: ReadSide,
  wanted: Wanted & { readonly id: string },
): Promise<Found<Sequence> | undefined | 'behind'> => {
  const found = await fromReadModels(side, wanted).catch((error: unknown) => {
    if (cannotTell(error)) return undefined;
    throw error;
  });
  if (found !== undefined) return found;
  if ((await side.feed.head()) < wanted.position) return 'behind';
  const folded = await sequenceFromStreams(side, wanted.id);
  return folded === undefined ? undefined : { ...folded, etag: `s.${folded.etag}` };
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
  return unchanged === undefined
    ? undefined
    : composed(
        plan,
        [...unchanged, ...changed].filter((job) => job !== undefined),
      );
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
