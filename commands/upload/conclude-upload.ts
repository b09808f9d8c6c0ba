import { uploadRefused, uploadRegistered } from '../../events/upload.ts';
import { accept, refuse } from '../../src/kernel/decider.ts';
import type { UploadOutcome, UploadState } from './state.ts';

/** Keeps the outcome of the look at the bytes; the first one stays. */
export type ConcludeUpload = { readonly type: 'ConcludeUpload'; readonly outcome: UploadOutcome };

export const concludeUpload = ({ outcome }: ConcludeUpload, { offer, outcome: before, cleared }: UploadState) => {
  if (offer === null) return refuse('upload_not_offered');
  if (before !== null) return accept();
  if (cleared) return refuse('upload_over');
  if (outcome.kind === 'refused') return accept(uploadRefused({ code: outcome.code }));
  const { category, filename } = offer;
  const { asset, registeredAt } = outcome;
  return accept(uploadRegistered({ category, filename, asset, registeredAt }));
};
