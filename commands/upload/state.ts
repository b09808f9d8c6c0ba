import type { Asset } from '../../events/common.ts';
import type { uploadOffered } from '../../events/upload.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import type { UploadRefusalCode } from '../../src/kernel/upload-refusals.ts';

export type UploadOffer = EventOf<typeof uploadOffered>['data'];

export type UploadOutcome =
  | { readonly kind: 'registered'; readonly asset: Asset; readonly registeredAt: string }
  | { readonly kind: 'refused'; readonly code: UploadRefusalCode };

export type UploadState = {
  readonly offer: UploadOffer | null;
  /** Null before the bytes were looked at, and for ever where none came. */
  readonly outcome: UploadOutcome | null;
  readonly cleared: boolean;
};

export const initial: UploadState = { offer: null, outcome: null, cleared: false };
