/** The tasks of a job without QA, each priced by the engine that it is planned with. */
import type { JobTask } from '../../../events/job.ts';
import { assert } from '../../kernel/faults.ts';
import { type Priced, type PriceList, priceOf } from '../../kernel/pricing.ts';
import type { JobPlan } from './start-job.ts';

/** A task before it has its place and its price. */
export type TaskDraft = Pick<JobTask, 'taskId' | 'seed'> &
  Partial<Pick<JobTask, 'after' | 'afterAll' | 'checkpoint' | 'title'>> & {
    /** Its price depends on this, and on its engine. */
    readonly priced: Unrouted;
  };

type Unrouted = Priced extends infer P ? (P extends Priced ? Omit<P, 'engine'> : never) : never;

export const jobTasks = (
  prices: PriceList,
  engines: JobPlan['engines'],
  drafts: readonly TaskDraft[],
): readonly JobTask[] =>
  drafts.map(({ priced, ...draft }, index) => {
    const { makes } = priced;
    const [engine = ''] = engines.find((one) => one.makes === makes)?.names ?? [];
    const priceCredits = priceOf(prices, { ...priced, engine });
    assert(priceCredits !== undefined, `the price list has a price for each ${makes}`);
    return { after: [], ...draft, index, makes, judged: false, priceCredits, attemptsMax: 1 };
  });

/** A job of one output. */
export const wantOne = (
  names: readonly string[],
  task: Omit<TaskDraft, 'taskId'>,
): Pick<JobPlan, 'projectId' | 'settle' | 'engines'> & { readonly tasks: readonly TaskDraft[] } => {
  const { makes } = task.priced;
  return {
    projectId: null,
    settle: 'each',
    engines: [{ makes, names: [...names] }],
    tasks: [{ taskId: makes, ...task }],
  };
};
