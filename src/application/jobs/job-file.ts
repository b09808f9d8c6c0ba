/**
 * The one file of a job. A film or a sound is the object that was stored. A picture has a copy with its packet, and a
 * storyboard a zip of such copies. Both are made once, and named by their bytes.
 */
import type { Asset } from '../../../events/common.ts';
import type { JobDocument, TaskEntry } from '../../../projections/job/document.ts';
import { acceptedOf, outputOf } from '../../../projections/job/view.ts';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { Fault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { idFromContent } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import type { ArchiveEntry, WriteArchive } from '../../ports/archive.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { type AssetContent, storeAsset } from '../services/stored-asset.ts';
import { createPictureStamp, type Frame, type Stamp, type StampDeps } from './stamp-pictures.ts';
import { publicHash } from '../../../projections/common/views.ts';
import { sha256 } from '../../kernel/canonical-json.ts';
import { extensionOf } from '../../kernel/content-types.ts';

export type JobFileDeps = StampDeps & {
  readonly objects: Pick<ObjectStore, 'get' | 'put'>;
  readonly writeArchive: WriteArchive;
};

/** `version`: of the document, so that a file that is there is known. Faults: those of the objects. */
export const createJobFile = (deps: JobFileDeps) => {
  const { objects, writeArchive } = deps;
  const stampOf = createPictureStamp(deps);
  const known = createBoundedMap<string, Asset>(limits.archivesKnownMax);
  const gate = createGate({ placesMax: 1, waitingMax: limits.archiveWaitersMax });

  const keep = async (workspaceId: string, content: AssetContent): Promise<Asset> => {
    const stored = await storeAsset(objects, workspaceId, content, limits.objectBytesMax);
    if (stored === undefined) throw new Fault('too_large', 'the pictures of the job are too large for one archive');
    return { id: idFromContent('ast', workspaceId, stored.hash), ...stored };
  };

  const contentOf = async (job: JobDocument, frames: readonly Frame[], stamped: Stamp): Promise<AssetContent> => {
    const [frame] = frames;
    if (isArchived(job) || frame === undefined) {
      return { contentType: ZIP, content: () => writeArchive(framesArchive(objects, job, frames, stamped)) };
    }
    const content = stamped.stamp(frame, await objects.get(frame.asset.key));
    return { contentType: frame.asset.contentType, content };
  };

  /** Undefined: the job has made nothing that is accepted. */
  return async (workspaceId: string, job: JobDocument, version: string): Promise<Asset | undefined> => {
    const output = outputOf(job);
    if (!isArchived(job) && output?.contentType.startsWith('image/') !== true) return output;
    const frames = job.tasks.flatMap(frameOf);
    if (frames.length === 0) return undefined;
    const stamped = await stampOf(job);
    const name = `${job.jobId} ${version} ${stamped.version}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const made = await gate.run(async () => keep(workspaceId, await contentOf(job, frames, stamped)));
    known.set(name, made);
    return made;
  };
};

const ZIP = 'application/zip';

const isArchived = ({ kind }: JobDocument): boolean => kind === 'storyboard' || kind === 'batch';

const frameOf = (task: TaskEntry): readonly Frame[] => {
  const attempt = acceptedOf(task);
  return attempt?.asset ? [{ task, attempt, asset: attempt.asset }] : [];
};

type File = { readonly hash: string; readonly sizeBytes: number };

/** Names are numbers: no title of a user is in one. */
const nameOf = ({ task, asset }: Frame): string =>
  `frame-${String(task.index).padStart(4, '0')}.${extensionOf(asset.contentType) ?? 'bin'}`;

/**
 * The accepted pictures as the entries of an archive, with a `manifest.json` that tells what they are. They follow
 * from the document of the job and its plan alone: the same pictures make the same bytes. The manifest comes last,
 * when all pictures have been read.
 */
const framesArchive = (
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
