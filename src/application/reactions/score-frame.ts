/** Scoring: a rendered attempt is judged on its pixels, and the verdict appended with its evidence. */
import { jobDecider } from '../../../commands/job/decider.ts';
import type { Asset } from '../../../events/common.ts';
import type { JobCommand } from '../../../commands/job/decider.ts';
import { frameOfAttempt } from '../../../commands/job/state.ts';
import type { FrameState, JobDetails, JobState } from '../../../commands/job/state.ts';
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Revision } from '../../kernel/position.ts';
import type { FrameScorer, ScoreRequest } from '../../ports/frame-scorer.ts';
import type { Handled } from '../../ports/message-log.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Manifest } from '../planning/manifest.ts';
import type { Services, SystemContext } from '../services.ts';
import { referenceKeys } from './dispatch-frame.ts';
import { NoVerdict } from './score-doubts.ts';
import type { ScoreDoubts } from './score-doubts.ts';
import { NOT_ITS_TURN } from './engine-slots.ts';
import type { EngineSlots } from './engine-slots.ts';

export type ScoreDeps = Pick<Services, 'commands' | 'artifacts'> & {
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly scorer: FrameScorer;
  readonly slots: EngineSlots;
  readonly doubts: ScoreDoubts;
};

/** An attempt to be scored. `since`: revision of the event that asks for it, when there is one. */
export type Scoring = {
  readonly stream: string;
  readonly attemptKey: string;
  readonly context: SystemContext;
  readonly since?: Revision;
};

/** Scores take turns as calls of engines do: they share what computes with the engine that is built in. */
const SCORING = { name: ':score', inFlightMax: limits.scoresInFlightMax };

/** An attempt that is not waiting for its score any more (a repeated message) is left alone. */
export const scoreFrame = async (deps: ScoreDeps, scoring: Scoring, stillOwned: () => boolean): Promise<Handled> => {
  const { stream, attemptKey, context } = scoring;
  const turn = {
    engine: SCORING,
    workspaceId: context.workspaceId,
    attemptKey,
    lane: 'bulk',
    stillWanted: stillOwned,
  } as const;
  const judged = await deps.slots.run(turn, async () => judge(deps, scoring));
  if (judged === undefined) return NOT_ITS_TURN;
  if (judged !== 'over') await deps.commands.handle(jobDecider, stream, judged, context);
  return { kind: 'done' };
};

/** The verdict, or why there will never be one; faults are what may go away. */
const judge = async (deps: ScoreDeps, scoring: Scoring): Promise<JobCommand | 'over'> => {
  const { stream, attemptKey, since } = scoring;
  const { state: job } = await deps.commands.readSince(jobDecider, stream, since);
  const frame = frameOfAttempt(job, attemptKey);
  if (frame?.status !== 'rendered' || frame.asset === null || job.details === null) return 'over';
  try {
    const request = await requestOf(deps, job, job.details, frame, frame.asset);
    const evidence = await deps.doubts.score(attemptKey, async () => deps.scorer.score(request));
    const mutable = { ...evidence, failed: [...evidence.failed], corrections: [...evidence.corrections] };
    return { type: 'RecordScore', attemptKey, assetHash: frame.asset.hash, evidence: mutable };
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    return { type: 'RecordLoss', attemptKey, code: error.code, message: error.message };
  }
};

const requestOf = async (
  { artifacts, objects }: ScoreDeps,
  job: JobState,
  { workspaceId, manifestHash }: JobDetails,
  frame: FrameState,
  asset: Asset,
): Promise<ScoreRequest> => {
  const manifest = await unlessLost('content_lost', 'what the frame was planned with', async () =>
    artifacts.named<Manifest>(workspaceId, manifestHash),
  );
  const references = referenceKeys(manifest, frame.requirement.requirementId, frame.previousAsset);
  const [first] = references;
  return {
    bytes: await unlessLost('asset_lost', 'the picture', async () => objects.get(asset.key)),
    expected: { width: manifest.width, height: manifest.height },
    continuityWith:
      first === undefined
        ? null
        : await unlessLost('content_lost', 'the picture that it is to continue', async () => objects.get(first)),
    siblingHashes: siblingHashes(job, frame),
    referenceHashes: references.flatMap((key) => /([0-9a-f]{64})\.[a-z]+$/.exec(key)?.[1] ?? []),
  };
};

/** A store that is away is asked again; what it has not, or not as it was stored, it will not have later. */
const unlessLost = async <T>(code: NoVerdict['code'], what: string, read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (cause) {
    const isLost = isFault(cause, 'lost') || isFault(cause, 'not_found') || isFault(cause, 'corrupt');
    throw isLost ? new NoVerdict(code, `${what} is lost or damaged in the store`, { cause }) : cause;
  }
};

/** Accepted frames of the same job: a storyboard with the same picture twice is not what was asked for. */
const siblingHashes = (job: JobState, frame: FrameState): readonly string[] =>
  [...job.frames.values()].flatMap((other) =>
    other !== frame && other.status === 'accepted' && other.scored !== null
      ? [other.scored.evidence.perceptualHash]
      : [],
  );
