import type { UploadEvent } from '../../events/upload.ts';
import type { Decider } from '../../src/kernel/decider.ts';
import { onCommand } from '../../src/kernel/handlers.ts';
import { clearUpload, type ClearUpload } from './clear-upload.ts';
import { concludeUpload, type ConcludeUpload } from './conclude-upload.ts';
import { evolve } from './evolve.ts';
import { offerUpload, type OfferUpload } from './offer-upload.ts';
import type { UploadRefusal } from './refusals.ts';
import { initial, type UploadState } from './state.ts';

export type UploadCommand = OfferUpload | ConcludeUpload | ClearUpload;

/** Files that users bring: each has a place, an outcome and an end. */
export const uploadDecider: Decider<UploadState, UploadCommand, UploadEvent, UploadRefusal> = {
  category: 'upload',
  initial,
  evolve,
  decide: onCommand({ OfferUpload: offerUpload, ConcludeUpload: concludeUpload, ClearUpload: clearUpload }),
};
