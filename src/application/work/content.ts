/** The request of an attempt, made of the content that its job was queued with. */
import type { JobDetails, JobState, TaskState } from '../../../commands/job/state.ts';
import { seedOf } from '../../../commands/job/ladder.ts';
import { contentHash } from '../../kernel/canonical-json.ts';
import type { Extent } from '../../kernel/extent.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import type { EngineRequest, ImageRequest } from '../../ports/engine.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Artifacts } from '../services/artifacts.ts';

/** A picture that is asked for, beside its seed. */
export type PictureContent = Omit<ImageRequest, 'makes' | 'seed' | 'references'> & {
  /** Keys of the object store: pictures to stay close to, the continued one first. */
  readonly referenceKeys: readonly string[];
};

/** The inputs of an attempt; where the store has lost them the attempt fails before any engine is asked. */
export type Planned = {
  /** For the claim: of nothing where all that it is made of is gone. */
  readonly promptHash: () => string;
  /** Read before anything is claimed. Fault `rejected`: it can never be asked; all others: try again. */
  readonly request: () => Promise<EngineRequest>;
  /** The least extent of the output of a provider; nothing where its content is gone. */
  readonly least: Extent;
};

export type PlanDeps = {
  readonly artifacts: Artifacts;
  readonly objects: Pick<ObjectStore, 'get' | 'read'>;
  /** The address of an object, for a provider; null, or left out, where no provider can reach this service. */
  readonly addressFor?: (key: string) => string | null;
};

/** A job that was queued: its other tasks have the outputs that a task continues. */
export type QueuedJob = JobState & { readonly details: JobDetails };

/** The inputs of a task of some kind of job. */
export type PlanTask = (deps: PlanDeps, job: QueuedJob, task: TaskState) => Promise<Planned>;

type Objects = Pick<ObjectStore, 'get'>;

/**
 * Takes fault `lost` for an answer; all others are thrown. `hashed`: the part of the content that the claim records,
 * all of it unless stated. `leastOf`: as in `Planned`.
 */
export const plannedOf = async <C>(
  load: Promise<C>,
  requestOf: (content: C) => Promise<EngineRequest>,
  hashed: (content: C) => unknown = (content) => content,
  leastOf: (content: C) => Extent = () => ({}),
): Promise<Planned> => {
  try {
    const content = await load;
    return {
      promptHash: () => contentHash(hashed(content)),
      request: async () => requestOf(content),
      least: leastOf(content),
    };
  } catch (cause) {
    if (!isFault(cause, 'lost')) throw cause;
    return notPlanned('the planned content of this work is lost', cause);
  }
};

export const plannedPicture = async (
  objects: Objects,
  { seed, attempt }: Pick<TaskState, 'seed' | 'attempt'>,
  load: Promise<PictureContent>,
): Promise<Planned> =>
  plannedOf(
    load,
    async ({ prompt, negativePrompt, styleNotes, width, height, referenceKeys }) => {
      const references = await Promise.all(referenceKeys.map(async (key) => referenceAt(objects, key)));
      const words = { prompt, negativePrompt, styleNotes };
      return { makes: 'image', ...words, width, height, seed: seedOf(seed, attempt), references };
    },
    ({ prompt, negativePrompt, styleNotes }) => ({ prompt, negativePrompt, styleNotes }),
    ({ width, height }) => ({ width, height }),
  );

/** The attempt fails as soon as it is claimed. */
export const notPlanned = (message: string, cause?: unknown): Planned => ({
  promptHash: () => contentHash({ prompt: '', negativePrompt: null, styleNotes: null }),
  request: async () => Promise.reject(new Fault('rejected', message, { cause })),
  least: {},
});

/** Fault `rejected` where there is none, or a damaged one: asking again does not help. Addresses can be made up. */
export const referenceAt = async (objects: Objects, key: string): Promise<Uint8Array> => {
  try {
    return await objects.get(key);
  } catch (error) {
    if (isFault(error, 'not_found')) throw new Fault('rejected', 'a reference picture is not there', { cause: error });
    if (isFault(error, 'corrupt')) throw new Fault('rejected', 'a reference picture is damaged', { cause: error });
    throw error;
  }
};
