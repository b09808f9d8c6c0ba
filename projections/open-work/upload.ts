/** The open work of an upload: its place is emptied some time after its URL has expired. */
import type { UploadEvent } from '../../events/upload.ts';
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';
import type { UploadWork } from './document.ts';

export const evolveUpload = (
  work: UploadWork | undefined,
  event: RecordedEvent<UploadEvent>,
): UploadWork | undefined => {
  if (event.type === 'UploadCleared') return undefined;
  if (event.type !== 'UploadOffered') return work;
  const dueAt = addMs(event.data.expiresAt, limits.uploadGraceMs);
  return { kind: 'upload.clear', dueAt, subject: 'upload', uploadId: idOf(event.stream) };
};
