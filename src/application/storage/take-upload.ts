/** Questions of the embedded store's server about an upload, before and after its bytes. */
import type { UploadOutcome } from '../../../commands/upload.ts';
import { uploadIn } from '../services/own-object.ts';
import type { Services } from '../services/services.ts';

export type OpenUpload = {
  readonly uploadId: string;
  readonly workspaceId: string;
  readonly userKey: string;
  /** Exactly so many bytes; null where the client named no size. */
  readonly sizeBytes: number | null;
};

export const createTakeUpload = ({ uploads }: Pick<Services, 'uploads'>) => ({
  /** Undefined: this key takes no bytes any more. */
  open: async (key: string): Promise<OpenUpload | undefined> => {
    const found = uploadIn(key);
    if (found === undefined) return undefined;
    const { uploadId, userKey } = found;
    const { offer, outcome, cleared } = await uploads.read(uploadId);
    if (offer?.key !== key || outcome !== null || cleared) return undefined;
    return { uploadId, userKey, workspaceId: offer.workspaceId, sizeBytes: offer.sizeBytes };
  },
  register: async (uploadId: string): Promise<UploadOutcome | null> => uploads.register(uploadId),
});
