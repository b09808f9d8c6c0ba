/** A service to which nothing was ever uploaded. */
import type { Uploads } from '../../../src/application/services/uploads.ts';

export const noUploads: Pick<Uploads, 'keyOf'> = {
  keyOf: async ({ key, uploadId }) => Promise.resolve(uploadId === null ? key : null),
};
