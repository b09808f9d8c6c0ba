/**
 * The accepted pictures of a job as the entries of an archive, with a `manifest.json` that tells what they are. They
 * follow from the job's document and its plan alone: the same pictures make the same bytes.
 */
import { publicHash } from '../../../projections/common/views.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { sha256 } from '../../kernel/canonical-json.ts';
import { extensionOf } from '../../kernel/content-types.ts';
import type { ArchiveEntry } from '../../ports/archive.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Frame, Stamp } from './stamp-pictures.ts';

type File = { readonly hash: string; readonly sizeBytes: number };

/** Names are numbers: no title of a user is in one. */
const nameOf = ({ task, asset }: Frame): string =>
  `frame-${String(task.index).padStart(4, '0')}.${extensionOf(asset.contentType) ?? 'bin'}`;

/** The manifest comes last, when all pictures have been read. */
export const framesArchive = (
  objects: Pick<ObjectStore, 'get'>,
  { jobId, planId, projectId }: JobDocument,
  frames: readonly Frame[],
  { stamp }: Pick<Stamp, 'stamp'>,
): readonly ArchiveEntry[] => {
  const files = new Map<Frame, File>();
  const pictureOf = async (frame: Frame): Promise<Uint8Array> => {
    const bytes = stamp(frame, await objects.get(frame.asset.key));
    files.set(frame, { hash: publicHash(sha256(bytes)), sizeBytes: bytes.byteLength });
    return bytes;
  };
  const told = (frame: Frame) => ({
    file: nameOf(frame),
    frameIndex: frame.task.index,
    title: frame.task.title,
    /** Of the file; that of the picture without its packet, as a certificate names it, follows. */
    ...files.get(frame),
    pictureHash: publicHash(frame.asset.hash),
    contentType: frame.asset.contentType,
  });
  const manifest = () => ({ jobId, planId, projectId, frames: frames.map(told) });
  return [
    ...frames.map((frame) => ({ name: nameOf(frame), read: async () => pictureOf(frame) })),
    {
      name: 'manifest.json',
      read: async () => Promise.resolve(Buffer.from(`${JSON.stringify(manifest(), null, 2)}\n`)),
    },
  ];
};
