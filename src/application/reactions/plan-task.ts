/** The inputs of a task, by the kind of its job; the event that queued the job names their content as an artifact. */
import type { JobDetails, TaskState } from '../../../commands/job/state.ts';
import type { JobKind } from '../../../events/job.ts';
import type { Artifacts } from '../services/artifacts.ts';
import { notPlanned, type PictureContent, plannedPicture, type PlanTask } from '../work/content.ts';
import { planFilm } from '../work/film/plan-film.ts';
import { planMusic } from '../work/music/music.ts';
import { pictureContent } from '../work/pictures.ts';
import { planSpeech } from '../work/speech/speech.ts';
import { assert } from '../../kernel/faults.ts';
import type { Manifest } from '../work/storyboard/manifest.ts';

type ContentOf = (artifacts: Artifacts, details: JobDetails, task: TaskState) => Promise<PictureContent>;

const picture =
  (contentOf: ContentOf): PlanTask =>
  async ({ artifacts, objects }, { details }, task) =>
    plannedPicture(objects, task, contentOf(artifacts, details, task));

/** The content of a frame: its requirement in the manifest, the ladder's corrections, and a person's additions. */
export const storyboardContent = async (
  artifacts: Artifacts,
  { workspaceId, contentHash }: JobDetails,
  { taskId, corrections, additionsHash, previousAsset }: TaskState,
): Promise<PictureContent> => {
  const manifest = await artifacts.named<Manifest>(workspaceId, contentHash);
  const requirement = manifest.requirements.find(({ requirementId }) => requirementId === taskId);
  assert(requirement !== undefined, `the manifest does not hold the requirement ${taskId}`);
  const additions = additionsHash === null ? [] : await artifacts.named<string[]>(workspaceId, additionsHash);
  const plates = requirement.referencePlates.flatMap(({ assetKey }) => assetKey ?? []);
  return {
    prompt: [requirement.prompt, ...corrections, ...additions].join('\n'),
    negativePrompt: manifest.negativePrompt,
    styleNotes: manifest.styleNotes,
    width: manifest.width,
    height: manifest.height,
    // The continued picture is first.
    referenceKeys: previousAsset === null ? plates : [previousAsset.key, ...plates],
  };
};

const byKind: Readonly<Partial<Record<JobKind, PlanTask>>> = {
  storyboard: picture(storyboardContent),
  image: picture(pictureContent),
  batch: picture(pictureContent),
  video: planFilm,
  commerce: planFilm,
  music: planMusic,
  speech: planSpeech,
};

/** A kind that this process does not know fails: another release may have queued the job. */
export const planTask: PlanTask = async (deps, job, task) =>
  byKind[job.details.kind]?.(deps, job, task) ?? notPlanned(`this service makes no ${job.details.kind}`);
