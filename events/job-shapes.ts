/** The shapes that the events of a job share: its tasks, and their attempts. */
import { limits } from '../src/kernel/limits.ts';
import {
  array,
  boolean,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../src/kernel/shape.ts';
import { asset, count, credits, hash, id } from './common.ts';

export const jobKind = oneOf(['storyboard', 'image', 'batch', 'video', 'commerce', 'music', 'speech']);
export type JobKind = Static<typeof jobKind>;

/** As the port of engines names them. */
export const makes = oneOf(['image', 'clip', 'speech', 'music', 'assembly', 'report']);
export type Makes = Static<typeof makes>;

export const engineName = string({ maxLength: 100 });

/** The corrections for later attempts, as words for the prompt. */
export const corrections = array(string({ maxLength: 500 }), { maxItems: 50 });

/** The members of every event about one task. `index` is its place in the job's output: a storyboard's frame number. */
export const taskMembers = { taskId: id, index: count } as const;

/** The members of every event about one attempt. `attempt` counts from 1, per task across the jobs of a manifest. */
export const attemptMembers = {
  ...taskMembers,
  attempt: integer({ minimum: 1 }),
  /** The key under which the engine is called: one for each call that may have an effect. */
  attemptKey: id,
} as const;

/** One output with its price. A member at its default may be left out: one event names all tasks of a long film. */
export const jobTask = object({
  ...taskMembers,
  makes,
  /** For people; null for none. */
  title: optional(nullable(string({ maxLength: 500 }))),
  /** Tasks of this job whose outputs it continues: each of them must be accepted before it goes. */
  after: array(id, { maxItems: limits.framesMax }),
  /** True: it continues every task that is queued before it. */
  afterAll: optional(boolean()),
  /** True: a person decides before it is dispatched, and before any task behind it is. */
  checkpoint: optional(boolean()),
  /** True: it is scored, and accepted by a score or a person. False: it is accepted by being rendered. */
  judged: boolean(),
  /** Of each attempt that delivers. */
  priceCredits: credits,
  /** Attempts of earlier jobs of the same manifest. */
  attemptsUsed: optional(count),
  /** The last attempt number that this job may use. */
  attemptsMax: integer({ minimum: 1 }),
  seed: count,
  /**
   * The output that it continues, as earlier jobs left it; null for none. It counts where no task of this job makes
   * that output anew. A person may have accepted it before the job began (`leftOut`).
   */
  previousAsset: optional(nullable(asset)),
  /** Prompt additions of the person that sent it to repair, as an artifact. */
  additionsHash: optional(nullable(hash)),
  /** Corrections that the last score before this job asked for. */
  corrections: optional(corrections),
});
export type JobTask = Static<typeof jobTask>;

/** Made beside an output, and stored like it. */
export const attachment = object({ name: oneOf(['words', 'captions']), asset });
export type Attachment = Static<typeof attachment>;
