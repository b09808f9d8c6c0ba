/** POST image/storyboard-batch: a few frames within the request, without QA; more belong to plan and generate. */
import { limits } from '../../../kernel/limits.ts';
import { type Caller } from '../../calls/caller.ts';
import { type Idempotency, requestKey } from '../../calls/idempotency.ts';
import { refused, type Refused, type Result } from '../../calls/result.ts';
import { type StoredAnswer } from '../../calls/stored-answer.ts';
import { readProject } from '../../projects/read-project.ts';
import {
  type PlacedReference,
  referencesOf,
  type ResolveReference,
  resolveReferences,
  unavailableIn,
  whyUnavailable,
} from '../../projects/reference-plates.ts';
import type { StoryboardFrame, ContinuityMode, Storyboard } from '../../projects/storyboard.ts';
import { withOwnKeys } from '../../services/with-own-keys.ts';
import { meetProfile } from '../../settings/meet-profile.ts';
import type { Profile } from '../../settings/profile.ts';
import { styleUnder } from '../../settings/under-profile.ts';
import { chooseEngine } from '../choose-engine.ts';
import { pictureTasks } from '../picture-tasks.ts';
import { renderAndWait, type RenderDeps } from '../render-and-wait.ts';
import type { PictureContent } from '../content.ts';
import { drawSeed, frameSeed } from '../seeds.ts';
import { sizeOf } from '../sizes.ts';

export type BatchInput = Omit<Storyboard, 'frames'> & {
  readonly projectId: string;
  readonly prompt: string;
  readonly count: number;
  readonly frames?: readonly StoryboardFrame[];
};

/** Largest count that finishes within one request, by continuity mode. */
export const syncCountMax: Readonly<Record<ContinuityMode, number>> = {
  chain: limits.syncCountMaxChain,
  master_reference: limits.syncCountMaxMasterReference,
  independent: limits.syncCountMaxIndependent,
};

export const createStoryboardBatch =
  (deps: RenderDeps) =>
  async (caller: Caller, input: BatchInput, idempotency: Idempotency | null): Promise<Result<StoredAnswer>> => {
    const malformed = whyMalformed(input);
    if (malformed !== undefined) return malformed;
    const project = await readProject(deps.commands, caller, input.projectId);
    // The operation lists no 404: an unknown project is as forbidden as a foreign one.
    if (project.kind === 'refused') return refused('project_forbidden', 'the project is not in the current workspace');
    const key = requestKey(deps, caller, 'storyboard_batch', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const continuityMode = input.continuityMode ?? 'chain';
    if (input.count > syncCountMax[continuityMode]) return overCapacity(input.count, continuityMode);
    const texts = [input.prompt, ...framesOf(input).map(({ prompt }) => prompt)];
    const profile = await meetProfile(deps, caller, texts);
    if (profile.kind === 'refused') return profile;
    const storyboard = { ...input, frames: framesOf(input) };
    const resolve = await resolveReferences(deps.references, caller.workspaceId, storyboard);
    const unavailable = whyUnavailable(unavailableIn(placesIn(input), resolve));
    if (unavailable !== undefined) return unavailable;
    const chosen = await chooseEngine(await withOwnKeys(deps, caller.workspaceId), input.engine ?? 'auto');
    if (chosen.kind === 'refused') return chosen;
    const { engine, priceCredits } = chosen.value;
    const seed = input.seed ?? drawSeed(deps.ids);
    const pictures = requestsOf(input, resolve, profile.value).map((request, index) => ({
      seed: frameSeed(seed, index),
      priceCredits,
      request,
    }));
    const wanted = pictureTasks(engine, pictures, continuityMode === 'chain');
    const job = { kind: 'batch', operation: 'storyboard_batch', projectId: input.projectId, ...wanted } as const;
    return renderAndWait(deps, caller, key, job);
  };

const whyMalformed = (input: BatchInput): Refused | undefined => {
  if (input.frames !== undefined && input.frames.length !== input.count) {
    return refused('validation_failed', 'frames must hold exactly count entries', [
      { pointer: '/frames', message: `${input.frames.length} entries, count is ${input.count}` },
    ]);
  }
  if (input.continuityMode === 'master_reference' && (input.referenceImageUrls ?? []).length === 0) {
    return refused('validation_failed', 'master_reference needs referenceImageUrls', [
      { pointer: '/referenceImageUrls', message: 'required for master_reference' },
    ]);
  }
  return undefined;
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
