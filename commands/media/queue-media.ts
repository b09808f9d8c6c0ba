import { accept, refuse } from '../../src/kernel/decider.ts';
import { mediaQueued, mediaRefused } from '../../events/media/index.ts';
import type { MediaDetails, MediaState } from './state.ts';

/** The hold stands, the work is to be. Whichever of this and `RefuseMedia` comes first decides, for good. */
export type QueueMedia = { readonly type: 'QueueMedia'; readonly details: MediaDetails };

export const queueMedia = ({ details }: QueueMedia, state: MediaState) => {
  if (state.status === 'refused') return refuse('already_refused');
  if (state.details === null) return accept(mediaQueued(details));
  return state.details.holdId === details.holdId ? accept() : refuse('already_queued');
};

/** The work comes to nothing: no credits, or its caller is gone. */
export type RefuseMedia = { readonly type: 'RefuseMedia'; readonly reason: string };

export const refuseMedia = ({ reason }: RefuseMedia, state: MediaState) => {
  if (state.details !== null) return refuse('already_queued');
  return state.status === 'refused' ? accept() : accept(mediaRefused({ reason }));
};
