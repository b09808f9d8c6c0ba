import { accept, refuse } from '../../src/kernel/decider.ts';
import { mediaCompleted, mediaFailed } from '../../events/media/index.ts';
import { chargedCredits, isAtItsEnd, isFinal } from './state.ts';
import type { MediaState } from './state.ts';

/** The last event. Its ledger entries are written before: who sees the work final sees final credits. */
export type FinishMedia = { readonly type: 'FinishMedia' };

export const finishMedia = (_: FinishMedia, state: MediaState) => {
  if (state.details === null) return refuse('job_not_found');
  if (isFinal(state.status)) return accept();
  if (!isAtItsEnd(state)) return refuse('not_finished');
  const rendered = [...state.scenes.values()].filter(({ status }) => status === 'rendered').length;
  const failed = state.scenes.size - rendered;
  if (rendered === 0) return accept(mediaFailed({ failed }));
  return accept(mediaCompleted({ rendered, failed, chargedCredits: chargedCredits(state) }));
};
