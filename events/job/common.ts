/** Shapes that the events of a job share. */
import { array, boolean, integer, nullable, object, oneOf, type Static, string } from '../../src/kernel/shape.ts';
import { limits } from '../../src/kernel/limits.ts';
import { asset, count, credits, hash, id } from '../common.ts';

export const jobKind = oneOf(['storyboard', 'image', 'batch']);
export type JobKind = Static<typeof jobKind>;

export const engineName = string({ maxLength: 100 });

/** What was asked of later attempts, as words for the prompt. */
export const corrections = array(string({ maxLength: 500 }), { maxItems: 50 });

/** What every event about one task names. `index` is its place in what the job makes: a storyboard's frame number. */
export const taskMembers = { taskId: id, index: count } as const;

/** What every event about one attempt names. `attempt` counts from 1, per task across the jobs of a manifest. */
export const attemptMembers = {
  ...taskMembers,
  attempt: integer({ minimum: 1 }),
  /** The key under which the engine is called: one for each call that may have an effect. */
  attemptKey: id,
} as const;

/** What is made, priced and settled alone: one line of the job's hold. */
export const jobTask = object({
  ...taskMembers,
  makes: oneOf(['image']),
  /** For people; null for none. */
  title: nullable(string({ maxLength: 500 })),
  /** Tasks of this job whose outputs it continues: each of them must be accepted before it goes. */
  after: array(id, { maxItems: limits.tasksPerJobMax }),
  /** True: it is scored, and accepted by a score or a person. False: it is accepted by being rendered. */
  judged: boolean(),
  /** Of each attempt that delivers. */
  priceCredits: credits,
  /** Attempts of earlier jobs of the same manifest. */
  attemptsUsed: count,
  /** The last attempt number that this job may use. */
  attemptsMax: integer({ minimum: 1 }),
  seed: count,
  /**
   * The output that it continues, as earlier jobs left it; null for none. It counts where no task of this job makes
   * that output anew, also because a person accepted it before the job began (`leftOut`).
   */
  previousAsset: nullable(asset),
  /** Prompt additions of the person who sent it to repair, as an artifact. */
  additionsHash: nullable(hash),
  /** Corrections that the last score before this job asked for. */
  corrections,
});
export type JobTask = Static<typeof jobTask>;

export const outcome = object({ accepted: count, notAccepted: count, chargedCredits: credits });
