import { accept, refuse } from '../../src/kernel/decider.ts';
import { advance, failureOf } from './advance.ts';
import { isFinal } from './state.ts';
import type { MediaState, SceneState } from './state.ts';

/** Does what is due by now: dispatches the first scenes, gives up what stayed unknown. */
export type AdvanceMedia = { readonly type: 'AdvanceMedia'; readonly now: string };

export const advanceMedia = ({ now }: AdvanceMedia, state: MediaState) => {
  if (state.details === null) return refuse('job_not_found');
  if (isFinal(state.status)) return accept();
  const due = [...state.scenes.values()].filter((scene) => isGivenUp(scene, now));
  return accept(
    ...advance(
      state,
      due.map((scene) => failureOf(scene, UNKNOWN)),
    ),
  );
};

const UNKNOWN = { code: 'dispatch_unknown', message: 'the engine never told what became of this frame' };

const isGivenUp = ({ status, dueAt }: SceneState, now: string): boolean =>
  status === 'unknown' && dueAt !== null && dueAt <= now;
