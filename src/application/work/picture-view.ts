/** A picture of the object store as clients see it; `url` and `expiresAt` are signed when it is sent. */
import type { Asset } from '../../../events/common.ts';
import type { Body } from '../calls/stored-answer.ts';

export const pictureView = ({ id, hash, contentType, width, height }: Asset): Body => ({
  id,
  hash: `sha256:${hash}`,
  contentType,
  width,
  height,
});
