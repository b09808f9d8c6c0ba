/** Scoring: a rendered attempt is judged on its pixels, and the verdict appended with its evidence. */
import { jobDecider } from '../../../commands/job/decider.ts';
import { frameOfAttempt } from '../../../commands/job/state.ts';
import type { FrameState, JobState } from '../../../commands/job/state.ts';
import type { Revision } from '../../kernel/position.ts';
import type { FrameScorer } from '../../ports/frame-scorer.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Manifest } from '../planning/manifest.ts';
import type { Services, SystemContext } from '../services.ts';
import { referenceKeys } from './dispatch-frame.ts';

export type ScoreDeps = Pick<Services, 'commands' | 'artifacts'> & {
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly scorer: FrameScorer;
};

/**
 * An attempt that is not waiting for its score any more (a repeated message) is left alone. `revision`: of the event
 * that asks for it, when there is one.
 */
export const scoreFrame = async (
  deps: ScoreDeps,
  stream: string,
  attemptKey: string,
  context: SystemContext,
  revision?: Revision,
): Promise<void> => {
  const { state: job } = await deps.commands.readSince(jobDecider, stream, revision);
  const frame = frameOfAttempt(job, attemptKey);
  if (frame?.status !== 'rendered' || frame.asset === null || job.details === null) return;
  const manifest = await deps.artifacts.named<Manifest>(context.workspaceId, job.details.manifestHash);
  const references = referenceKeys(manifest, frame.requirement.requirementId, frame.previousAsset);
  const evidence = await deps.scorer.score({
    bytes: await deps.objects.get(frame.asset.key),
    expected: { width: manifest.width, height: manifest.height },
    continuityWith: references[0] === undefined ? null : await deps.objects.get(references[0]),
    siblingHashes: siblingHashes(job, frame),
    referenceHashes: references.flatMap((key) => /([0-9a-f]{64})\.[a-z]+$/.exec(key)?.[1] ?? []),
  });
  const mutable = { ...evidence, failed: [...evidence.failed], corrections: [...evidence.corrections] };
  await deps.commands.handle(
    jobDecider,
    stream,
    { type: 'RecordScore', attemptKey, assetHash: frame.asset.hash, evidence: mutable },
    context,
  );
};

/** Accepted frames of the same job: a storyboard with the same picture twice is not what was asked for. */
const siblingHashes = (job: JobState, frame: FrameState): readonly string[] =>
  [...job.frames.values()].flatMap((other) =>
    other !== frame && other.status === 'accepted' && other.scored !== null
      ? [other.scored.evidence.perceptualHash]
      : [],
  );
