/** POST image/storyboard-batch: a few frames within the request, without QA; more belong to plan and generate. */
import { limits } from '../../../kernel/limits.ts';
import { requestKey } from '../../calls/idempotency.ts';
import { ok, refused, type Refused } from '../../calls/result.ts';
import { readProject } from '../../projects/project-gate.ts';
import {
  type PlacedReference,
  referencesOf,
  type ResolveReference,
  resolveReferences,
  unavailableIn,
  whyUnavailable,
} from '../../projects/reference-plates.ts';
import type { StoryboardFrame, ContinuityMode, Storyboard } from '../../projects/storyboard.ts';
import { meetProfile } from '../../settings/read-profile.ts';
import type { Profile } from '../../settings/profile.ts';
import { styleUnder } from '../../settings/under-profile.ts';
import { chooseEngines } from '../resolve-engines.ts';
import type { PictureContent } from '../content.ts';
import { answerCall, type JobCall } from '../answer-call.ts';
import { wantPictures } from '../pictures.ts';
import { drawSeed, frameSeed } from '../seeds.ts';
import { sizeOf } from '../sizes.ts';

type BatchInput = Omit<Storyboard, 'frames'> & {
  readonly projectId: string;
  readonly prompt: string;
  readonly count: number;
  readonly frames?: readonly StoryboardFrame[];
};

/** Largest count that finishes within one request, by continuity mode. */
const syncCountMax: Readonly<Record<ContinuityMode, number>> = {
  chain: limits.syncCountMaxChain,
  master_reference: limits.syncCountMaxMasterReference,
  independent: limits.syncCountMaxIndependent,
};

const OPERATION = 'storyboard_batch';

export const createStoryboardBatch: JobCall<BatchInput> = (services) => async (caller, input, idempotency) => {
  const { projectId, continuityMode = 'chain' } = input;
  const project = await readProject(services.commands, caller, projectId);
  // The operation lists no 404: an unknown project is as forbidden as a foreign one.
  if (project.kind === 'refused') return refused('project_forbidden', 'the project is not in the current workspace');
  return answerCall(services, caller, requestKey(services, caller, OPERATION, idempotency), async (deps) => {
    if (input.count > syncCountMax[continuityMode]) return overCapacity(input.count, continuityMode);
    const frames = framesOf(input);
    const words = [input.prompt, input.styleNotes ?? '', ...frames.map(({ prompt }) => prompt)];
    const profile = await meetProfile(deps, caller, words);
    if (profile.kind === 'refused') return profile;
    const resolve = await resolveReferences(deps.references, caller.workspaceId, { ...input, frames });
    const unavailable = whyUnavailable(unavailableIn(placesIn(input), resolve));
    if (unavailable !== undefined) return unavailable;
    const engines = await chooseEngines(deps, 'image', input.engine);
    if (engines.kind === 'refused') return engines;
    const seed = input.seed ?? drawSeed(deps.ids);
    const pictures = requestsOf(input, resolve, profile.value).map((request, index) => ({
      seed: frameSeed(seed, index),
      request,
    }));
    const wanted = wantPictures(engines.value, pictures, continuityMode === 'chain');
    return ok({ kind: 'batch', operation: OPERATION, projectId, ...wanted });
  });
};

const overCapacity = (count: number, continuityMode: ContinuityMode): Refused => {
  const maxSynchronousCount = syncCountMax[continuityMode];
  const message = `${count} frames cannot finish within one request; plan and generate them as a supervised job`;
  const detail = { requestedCount: count, maxSynchronousCount, continuityMode };
  return refused('batch_exceeds_synchronous_capacity', message, detail);
};

const framesOf = (input: BatchInput): readonly StoryboardFrame[] =>
  input.frames ?? Array.from({ length: input.count }, () => ({ prompt: input.prompt }));

/** Each frame repeats the references of the body: they are placed once. */
const placesIn = (input: BatchInput): readonly PlacedReference[] => {
  const [first, ...others] = framesOf(input).map((frame, index) => referencesOf(input, frame, index));
  const own = others.flatMap((places) => places.filter(({ pointer }) => pointer.startsWith('/frames/')));
  return [...(first ?? []), ...own];
};

const requestsOf = (input: BatchInput, resolve: ResolveReference, profile: Profile): readonly PictureContent[] =>
  framesOf(input).map((frame, index) => ({
    prompt: input.frames === undefined ? frame.prompt : `${frame.prompt}\n${input.prompt}`,
    ...styleUnder(profile, {
      negativePrompt: input.negativePrompt ?? null,
      styleNotes: input.styleNotes ?? null,
    }),
    ...sizeOf(input.aspectRatio ?? '16:9'),
    referenceKeys: referencesOf(input, frame, index).flatMap(({ url }) => resolve(url).plate.assetKey ?? []),
  }));
