import type { UploadEvent } from '../../events/upload.ts';
import type { Decider } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import { clearUpload } from './clear-upload.ts';
import { concludeUpload } from './conclude-upload.ts';
import { evolve } from './evolve.ts';
import { offerUpload } from './offer-upload.ts';
import type { UploadRefusal } from './refusals.ts';
import { initial, type UploadState } from './state.ts';

const commands = { OfferUpload: offerUpload, ConcludeUpload: concludeUpload, ClearUpload: clearUpload };

export type UploadCommand = CommandIn<typeof commands>;

/** Files that users bring: each has a place, an outcome and an end. */
export const uploadDecider: Decider<UploadState, UploadCommand, UploadEvent, UploadRefusal> = {
  category: 'upload',
  initial,
  evolve,
  decide: onCommand(commands),
};
