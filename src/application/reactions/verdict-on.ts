/** The verdict on a picture: the scorer's on its pixels, or the reason why there will never be one. */
import type { JobCommand } from '../../../commands/job/decider.ts';
import type { JobDetails, JobState, TaskState } from '../../../commands/job/state.ts';
import type { Asset } from '../../../events/common.ts';
import { BrokenInvariant, isFault } from '../../kernel/faults.ts';
import type { Evidence, FrameScorer, ScoreRequest } from '../../ports/frame-scorer.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Services } from '../services/services.ts';
import { storyboardContent } from './plan-task.ts';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { limits } from '../../kernel/limits.ts';

export type VerdictDeps = Pick<Services, 'artifacts'> & {
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly scorer: FrameScorer;
  readonly doubts: ScoreDoubts;
};

/** A frame of a job, and the attempt at it that is judged. */
type Judged = {
  readonly job: JobState;
  readonly details: JobDetails;
  readonly task: TaskState;
  readonly attemptKey: string;
  readonly asset: Asset;
};

/** The command that records it. Faults may go away: they are retried. */
export const verdictOn = async (
  deps: VerdictDeps,
  judged: Judged,
  picture: () => Promise<Uint8Array>,
): Promise<JobCommand> => {
  const { attemptKey, asset } = judged;
  try {
    const request = await requestOf(deps, judged, picture);
    const evidence = await deps.doubts.score(attemptKey, async () => deps.scorer.score(request));
    const { governance } = judged.details;
    const mutable = {
      ...evidence,
      failed: [...evidence.failed],
      corrections: [...evidence.corrections],
      ...(governance === undefined ? {} : { governanceMode: governance.mode }),
    };
    return { type: 'RecordScore', attemptKey, assetHash: asset.hash, evidence: mutable };
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    return { type: 'RecordLoss', attemptKey, code: error.code, message: error.message };
  }
};

const requestOf = async (
  { artifacts, objects }: VerdictDeps,
  { job, details, task }: Judged,
  picture: () => Promise<Uint8Array>,
): Promise<ScoreRequest> => {
  const { width, height, referenceKeys } = await orNoVerdict(
    'content_lost',
    'the planned content of the frame',
    async () => storyboardContent(artifacts, details, task),
  );
  const [first] = referenceKeys;
  return {
    bytes: await orNoVerdict('asset_lost', 'the picture', picture),
    expected: { width, height },
    continuityWith:
      first === undefined
        ? null
        : await orNoVerdict('content_lost', 'the picture that it is to continue', async () => objects.get(first)),
    siblingHashes: siblingHashes(job, task),
    governance: details.governance,
    referenceHashes: referenceKeys.flatMap((key) => /([0-9a-f]{64})\.[a-z]+$/.exec(key)?.[1] ?? []),
  };
};

/** A store that is away is asked again; a missing or altered object will not return. */
const orNoVerdict = async <T>(code: NoVerdict['code'], what: string, read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (cause) {
    const isLost = isFault(cause, 'lost') || isFault(cause, 'not_found') || isFault(cause, 'corrupt');
    throw isLost ? new NoVerdict(code, `${what} is lost or damaged in the store`, { cause }) : cause;
  }
};

/** Accepted frames of the same job: a storyboard must not have the same picture twice. */
const siblingHashes = ({ tasks }: JobState, task: TaskState): readonly string[] =>
  tasks.flatMap((other) =>
    other !== task && other.status === 'accepted' && other.scored !== null
      ? [other.scored.evidence.perceptualHash]
      : [],
  );

/** There will never be a verdict on an attempt. */
class NoVerdict extends Error {
  readonly code: 'asset_lost' | 'score_failed' | 'content_lost';

  constructor(code: NoVerdict['code'], message: string, options: { readonly cause: unknown }) {
    super(message, options);
    this.name = 'NoVerdict';
    this.code = code;
  }
}

/**
 * Pictures that the scorer fails on. A scorer may be too busy, or its thread may have ended for another picture, so
 * it is asked again. The retries are bounded: one picture that no scorer survives must not keep its job from its end.
 */
type ScoreDoubts = {
  /**
   * The scorer's verdict. Its fault while a retry may help; `NoVerdict` once it has failed `scoreFailuresMax` times.
   */
  score(attemptKey: string, ask: () => Promise<Evidence>): Promise<Evidence>;
};

export const createScoreDoubts = (): ScoreDoubts => {
  const failures = createBoundedMap<string, number>(limits.scoresDoubtedMax);
  return Object.freeze({
    score: async (attemptKey: string, ask: () => Promise<Evidence>) => {
      try {
        const evidence = await ask();
        failures.delete(attemptKey);
        return evidence;
      } catch (cause) {
        if (cause instanceof BrokenInvariant || isFault(cause, 'cancelled')) throw cause;
        const failed = (failures.get(attemptKey) ?? 0) + 1;
        failures.set(attemptKey, failed);
        if (failed < limits.scoreFailuresMax) throw cause;
        failures.delete(attemptKey);
        throw new NoVerdict('score_failed', `the scorer failed ${failed} times on the picture`, { cause });
      }
    },
  });
};
