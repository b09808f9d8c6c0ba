import { uploadOffered } from '../../events/upload.ts';
import { accept } from '../../src/kernel/decider.ts';
import type { UploadOffer, UploadState } from './state.ts';

/** Offers a place for the bytes; the first offer stays. */
export type OfferUpload = { readonly type: 'OfferUpload'; readonly offer: UploadOffer };

export const offerUpload = ({ offer }: OfferUpload, state: UploadState) =>
  state.offer === null ? accept(uploadOffered(offer)) : accept();
