import type { Asset } from '../events/common.ts';
import {
  uploadAwaited,
  uploadCleared,
  type UploadEvent,
  uploadOffered,
  uploadRefused,
  uploadRegistered,
} from '../events/upload.ts';
import type { EventOf } from '../src/kernel/event.ts';
import type { UploadRefusalCode } from '../src/kernel/upload-refusals.ts';
import { type CommandIn, onCommand, onEvent } from '../src/kernel/handlers.ts';
import { accept, type Decider, type Refusal, refuse } from '../src/kernel/decider.ts';

/** The id of an upload is that of the asset that it becomes. */
export const uploadStream = (assetId: string): string => `upload-${assetId}`;

export type UploadOffer = EventOf<typeof uploadOffered>['data'];

export type UploadOutcome =
  | { readonly kind: 'registered'; readonly asset: Asset; readonly registeredAt: string }
  | { readonly kind: 'refused'; readonly code: UploadRefusalCode };

export type UploadState = {
  readonly offer: UploadOffer | null;
  /** Null before the bytes were looked at, and for ever where none came. */
  readonly outcome: UploadOutcome | null;
  /** Its last look is due then; null before the first one after the end of its URL. */
  readonly awaited: string | null;
  readonly cleared: boolean;
};

const initial: UploadState = { offer: null, outcome: null, awaited: null, cleared: false };

const evolve = onEvent<UploadEvent, UploadState>({
  UploadOffered: (state, offer) => ({ ...state, offer }),
  UploadRegistered: (state, { asset, registeredAt }) => ({
    ...state,
    outcome: { kind: 'registered', asset, registeredAt },
  }),
  UploadRefused: (state, { code }) => ({ ...state, outcome: { kind: 'refused', code } }),
  UploadAwaited: (state, { until }) => ({ ...state, awaited: until }),
  UploadCleared: (state) => ({ ...state, cleared: true }),
});

type UploadRefusal = Refusal<
  /** No place was offered for it. */
  | 'upload_not_offered'
  /** Its place is cleared: what may come later is nothing. */
  | 'upload_over'
>;

/** Offers a place for the bytes; the first offer stays. */
type OfferUpload = { readonly type: 'OfferUpload'; readonly offer: UploadOffer };

const offerUpload = ({ offer }: OfferUpload, state: UploadState) =>
  state.offer === null ? accept(uploadOffered(offer)) : accept();

/** Keeps the outcome of the look at the bytes; the first one stays. */
type ConcludeUpload = { readonly type: 'ConcludeUpload'; readonly outcome: UploadOutcome };

const concludeUpload = ({ outcome }: ConcludeUpload, { offer, outcome: before, cleared }: UploadState) => {
  if (offer === null) return refuse('upload_not_offered');
  if (before !== null) return accept();
  if (cleared) return refuse('upload_over');
  if (outcome.kind === 'refused') return accept(uploadRefused({ code: outcome.code }));
  const { category, filename } = offer;
  const { asset, registeredAt } = outcome;
  return accept(uploadRegistered({ category, filename, asset, registeredAt }));
};

/** Its place is looked at once more, at that time. Nothing where it has an outcome, or waits for that look already. */
type AwaitUpload = { readonly type: 'AwaitUpload'; readonly until: string };

const awaitUpload = ({ until }: AwaitUpload, { offer, outcome, awaited, cleared }: UploadState) => {
  if (offer === null) return refuse('upload_not_offered');
  return outcome !== null || awaited !== null || cleared ? accept() : accept(uploadAwaited({ until }));
};

/** The place of the bytes is empty, and its URL takes none any more. */
type ClearUpload = { readonly type: 'ClearUpload' };

const clearUpload = (_: ClearUpload, { offer, cleared }: UploadState) => {
  if (offer === null) return refuse('upload_not_offered');
  return cleared ? accept() : accept(uploadCleared({}));
};

const commands = {
  OfferUpload: offerUpload,
  ConcludeUpload: concludeUpload,
  AwaitUpload: awaitUpload,
  ClearUpload: clearUpload,
};

export type UploadCommand = CommandIn<typeof commands>;

/** Files that users bring: each has a place, an outcome and an end. */
export const uploadDecider: Decider<UploadState, UploadCommand, UploadEvent, UploadRefusal> = {
  category: 'upload',
  initial,
  evolve,
  decide: onCommand(commands),
};
