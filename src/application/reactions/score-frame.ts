/** Scoring: a rendered attempt is judged on its pixels, and the verdict appended with its evidence. */
import { type JobCommand, jobDecider } from '../../../commands/job/decider.ts';
import { taskOfAttempt } from '../../../commands/job/queries.ts';
import type { Asset } from '../../../events/common.ts';
import { limits } from '../../kernel/limits.ts';
import type { Revision } from '../../kernel/position.ts';
import type { Handled } from '../../ports/message-log.ts';
import type { Services } from '../services/services.ts';
import type { AttemptPlace } from './attempt.ts';
import { type EngineSlots, NOT_ITS_TURN } from './engine-slots.ts';
import { type VerdictDeps, verdictOn } from './verdict-on.ts';

export type ScoreDeps = VerdictDeps & Pick<Services, 'commands' | 'logger'> & { readonly slots: EngineSlots };

/** An attempt to be scored. `since`: revision of an event after which there is something to score. */
export type Scoring = AttemptPlace & { readonly since?: Revision };

/** A picture that is durable, whose render is not in the log yet. */
export type AtHand = { readonly asset: Asset; readonly bytes: Uint8Array };

/** Records a verdict; undefined when the message of the render must ask for it. */
export type ScoreAtHand = (scoring: Scoring, picture: AtHand) => Promise<(() => Promise<void>) | undefined>;

/** Scores take turns as calls of engines do: they share the thread with the built-in engine. */
const SCORING = { name: ':score', inFlightMax: limits.scoresInFlightMax };

/** An attempt that is not waiting for its score any more (a repeated message) is left alone. */
export const scoreFrame = async (deps: ScoreDeps, scoring: Scoring, stillOwned: () => boolean): Promise<Handled> => {
  const judged = await inTurn(deps, scoring, stillOwned, async () => judge(deps, scoring));
  if (judged === undefined) return NOT_ITS_TURN;
  if (judged !== null) await record(deps, scoring, judged);
  return { kind: 'done' };
};

/**
 * For a process that renders and scores: the verdict shares the append of the render, and the picture is not read
 * again. A failure here leaves the render alone: its message leads to `scoreFrame`, which tries again.
 */
export const createScoreAtHand =
  (deps: ScoreDeps): ScoreAtHand =>
  async (scoring, picture) => {
    try {
      const verdict = await inTurn(
        deps,
        scoring,
        () => true,
        async () => judge(deps, scoring, picture),
      );
      return verdict ? async () => record(deps, scoring, verdict) : undefined;
    } catch (err) {
      deps.logger.warn(
        { attemptKey: scoring.attemptKey, err },
        'a picture at hand was not scored; its message asks again',
      );
      return undefined;
    }
  };

const inTurn = async <T>(
  { slots }: ScoreDeps,
  { attemptKey, context: { workspaceId } }: Scoring,
  stillWanted: () => boolean,
  work: () => Promise<T>,
): Promise<T | undefined> => slots.run({ engine: SCORING, workspaceId, attemptKey, lane: 'bulk', stillWanted }, work);

const record = async ({ commands }: ScoreDeps, { stream, context }: Scoring, verdict: JobCommand): Promise<void> =>
  void (await commands.handle(jobDecider, stream, verdict, context));

/** Null: it has no score to get, or has it. `atHand`: its render is not in the log yet. */
const judge = async (
  deps: ScoreDeps,
  { stream, attemptKey, since }: Scoring,
  atHand?: AtHand,
): Promise<JobCommand | null> => {
  const { state: job } = await deps.commands.readSince(jobDecider, stream, since);
  const task = taskOfAttempt(job, attemptKey);
  const isToBeJudged = atHand === undefined ? task?.status === 'rendered' : task?.judged === true;
  const asset = atHand?.asset ?? task?.asset ?? null;
  if (task === undefined || !isToBeJudged || asset === null || job.details === null) return null;
  const judged = { job, details: job.details, task, attemptKey, asset };
  return verdictOn(deps, judged, async () => atHand?.bytes ?? deps.objects.get(asset.key));
};
