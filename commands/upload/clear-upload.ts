import { uploadCleared } from '../../events/upload.ts';
import { accept, refuse } from '../../src/kernel/decider.ts';
import type { UploadState } from './state.ts';

/** The place of the bytes is empty, and its URL takes none any more. */
export type ClearUpload = { readonly type: 'ClearUpload' };

export const clearUpload = (_: ClearUpload, { offer, cleared }: UploadState) => {
  if (offer === null) return refuse('upload_not_offered');
  return cleared ? accept() : accept(uploadCleared({}));
};
