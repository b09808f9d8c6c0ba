/** Registers an upload that has arrived, and answers its asset. Free of effect where that was done before. */
import { assetItem } from '../../../projections/asset-library/view.ts';
import { uploadTypes } from '../../../projections/asset-library/definition.ts';
import type { Caller } from '../calls/caller.ts';
import { foreign, ok, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { Services } from '../services/services.ts';

/** Refusals: upload_not_found, project_forbidden, upload_not_sent, upload_refused. */
export const createCompleteUpload =
  ({ uploads }: Pick<Services, 'uploads'>) =>
  async ({ workspaceId }: Pick<Caller, 'workspaceId'>, uploadId: string): Promise<Result<Body>> => {
    const { offer, outcome: before, cleared } = await uploads.read(uploadId);
    if (offer === null || (cleared && before === null))
      return refused('upload_not_found', `there is no upload ${uploadId}`);
    if (offer.workspaceId !== workspaceId) return foreign('upload', uploadId);
    const outcome = await uploads.register(uploadId);
    if (outcome === null) return refused('upload_not_sent');
    if (outcome.kind === 'refused') return refused('upload_refused', undefined, { code: outcome.code });
    const { asset, registeredAt: createdAt } = outcome;
    const { filename, category } = offer;
    return ok({ ok: true, asset: assetItem({ type: uploadTypes[category], filename, asset, createdAt }) });
  };
