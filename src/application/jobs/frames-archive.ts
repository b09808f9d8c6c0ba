/**
 * The accepted pictures of a job as one zip, with a `manifest.json` that tells what they are. It is made of the job's
 * document alone, so it is made once: the same pictures make the same bytes, and these name the object.
 */
import type { JobDocument, TaskEntry } from '../../../projections/job/document.ts';
import { acceptedOf } from '../../../projections/job/result-view.ts';
import type { Asset } from '../../../events/common.ts';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { extensionOf } from '../../kernel/content-types.ts';
import { Fault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { idFromContent } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import { measured } from '../../kernel/streamed-content.ts';
import type { ArchiveEntry, WriteArchive } from '../../ports/archive.ts';
import type { ObjectStore } from '../../ports/object-store.ts';

export type ArchiveDeps = {
  readonly objects: Pick<ObjectStore, 'get' | 'put'>;
  readonly writeArchive: WriteArchive;
};

const ZIP = 'application/zip';

/** `version`: of the document, so that an archive that is there is known. Faults: those of the objects. */
export const createFramesArchive = ({ objects, writeArchive }: ArchiveDeps) => {
  const known = createBoundedMap<string, Asset>(limits.archivesKnownMax);
  const gate = createGate({ placesMax: 1, waitingMax: limits.archiveWaitersMax });

  const make = async (workspaceId: string, job: JobDocument, frames: readonly Frame[]): Promise<Asset> => {
    const entries = entriesOf(objects, job, frames);
    const found = await measured(writeArchive(entries), limits.objectBytesMax);
    if (found === undefined) throw new Fault('too_large', 'the pictures of the job are too large for one archive');
    const { hash, size } = found;
    const key = `${workspaceId}/assets/${hash}.${extensionOf(ZIP) ?? ''}`;
    await objects.put(key, { size, open: () => writeArchive(entries) }, ZIP);
    return { id: idFromContent('ast', workspaceId, hash), hash, key, contentType: ZIP, sizeBytes: size };
  };

  /** Undefined: no picture of the job is accepted. */
  return async (workspaceId: string, job: JobDocument, version: string): Promise<Asset | undefined> => {
    const frames = job.tasks.flatMap(frameOf);
    if (frames.length === 0) return undefined;
    const name = `${job.jobId} ${version}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const made = await gate.run(async () => make(workspaceId, job, frames));
    known.set(name, made);
    return made;
  };
};

type Frame = { readonly index: number; readonly title: string | null; readonly asset: Asset };

const frameOf = (task: TaskEntry): readonly Frame[] => {
  const { index, title } = task;
  const asset = acceptedOf(task)?.asset ?? null;
  return asset === null ? [] : [{ index, title, asset }];
};

const nameOf = ({ index, asset }: Frame): string =>
  `frame-${String(index).padStart(4, '0')}.${extensionOf(asset.contentType) ?? 'bin'}`;

const entriesOf = (
  objects: ArchiveDeps['objects'],
  { jobId, planId, projectId }: JobDocument,
  frames: readonly Frame[],
): readonly ArchiveEntry[] => {
  const manifest = {
    jobId,
    planId,
    projectId,
    frames: frames.map((frame) => ({
      file: nameOf(frame),
      frameIndex: frame.index,
      title: frame.title,
      hash: `sha256:${frame.asset.hash}`,
      contentType: frame.asset.contentType,
      sizeBytes: frame.asset.sizeBytes,
    })),
  };
  return [
    ...frames.map((frame) => ({ name: nameOf(frame), read: async () => objects.get(frame.asset.key) })),
    {
      name: 'manifest.json',
      read: async () => Promise.resolve(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)),
    },
  ];
};
