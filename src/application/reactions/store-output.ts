/** The output of an engine, durable in the object store: the event that names it comes after. */
import type { Attachment } from '../../../events/job.ts';
import { extensionOf } from '../../kernel/content-types.ts';
import { boundedCoverage } from '../../kernel/coverage.ts';
import { Fault } from '../../kernel/faults.ts';
import { idFromContent } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import type { Makes, Output } from '../../ports/engine.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { storeAsset, type Stored } from '../services/stored-asset.ts';
import type { Attempt, Delivery } from './attempt.ts';

/** How the content type of each kind of media begins, and its most bytes. */
const FORMS: Readonly<Record<Makes, { readonly type: string; readonly bytesMax: number }>> = {
  image: { type: 'image/', bytesMax: limits.imageBytesMax },
  clip: { type: 'video/', bytesMax: limits.clipBytesMax },
  speech: { type: 'audio/', bytesMax: limits.soundBytesMax },
  music: { type: 'audio/', bytesMax: limits.soundBytesMax },
  assembly: { type: 'video/', bytesMax: limits.objectBytesMax },
  report: { type: 'application/json', bytesMax: limits.reportBytesMax },
};

/**
 * Fault `rejected`: it is no asset of this service, for its size or its type. Others are the store's, and the engine's
 * where its output is read piece by piece.
 */
export const storeOutput = async (
  objects: Pick<ObjectStore, 'put'>,
  { workspaceId, attemptKey, makes }: Pick<Attempt, 'workspaceId' | 'attemptKey' | 'makes'>,
  output: Output,
): Promise<Delivery> => {
  const { content, width, height, durationMs, coverage } = output;
  const { type, bytesMax } = FORMS[makes];
  if (!output.contentType.startsWith(type)) {
    throw new Fault('rejected', `the engine delivered ${output.contentType} for the kind ${makes}`);
  }
  const id = idFromContent('ast', workspaceId, attemptKey);
  const stored = await store(objects, workspaceId, output, bytesMax);
  const attachments: Attachment[] = [];
  for (const attachment of output.attachments ?? []) {
    const { name } = attachment;
    const beside = await store(objects, workspaceId, attachment, limits.attachmentBytesMax);
    attachments.push({ name, asset: { id: idFromContent('ast', workspaceId, attemptKey, name), ...beside } });
  }
  const extent = {
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
  return {
    asset: { id, ...stored, ...extent },
    attachments,
    ...(content instanceof Uint8Array ? { bytes: content } : {}),
    ...(coverage === undefined ? {} : { coverage: boundedCoverage(coverage) }),
  };
};

const store = async (
  objects: Pick<ObjectStore, 'put'>,
  workspaceId: string,
  content: Pick<Output, 'content' | 'contentType'>,
  bytesMax: number,
): Promise<Stored> => {
  const { contentType } = content;
  if (extensionOf(contentType) === undefined)
    throw new Fault('rejected', `nothing is kept under the type ${contentType}`);
  const stored = await storeAsset(objects, workspaceId, content, bytesMax);
  if (stored !== undefined) return stored;
  throw new Fault('rejected', `the engine delivered more than ${bytesMax} bytes, which are too many`);
};
