/**
 * The one file of a job. A film or a sound is the object that was stored. A picture has a copy with its packet, and a
 * storyboard a zip of such copies. Both are made once, and named by their bytes.
 */
import type { Asset } from '../../../events/common.ts';
import type { AttemptEntry, JobDocument, TaskEntry } from '../../../projections/job/document.ts';
import { acceptedOf, outputOf } from '../../../projections/job/view.ts';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { Fault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { createGates } from '../../kernel/gates.ts';
import { idFromContent } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import type { ArchiveEntry, WriteArchive } from '../../ports/archive.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { type AssetContent, storeAsset } from '../services/stored-asset.ts';
import { publicHash } from '../../../projections/common/views.ts';
import { sha256 } from '../../kernel/canonical-json.ts';
import { extensionOf } from '../../kernel/content-types.ts';
import { planDecider, planStream } from '../../../commands/plan/decider.ts';
import { claimedHash } from '../../schema/hash-chain.ts';
import type { Ground } from '../application.ts';
import { type CertifiedEvent, certifiedEvent } from '../proof/certified-event.ts';
import { embedPacket } from '../proof/embed-packet.ts';
import { type Provenance, signedPacket } from '../proof/signed-packet.ts';

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
  // A workspace has one place in the line of all.
  const workspaces = createGates({ placesMax: 1, waitingMax: limits.archiveWaitersMax });

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
    const make = async (): Promise<Asset> => {
      // A call that came before has made it meanwhile.
      const made = known.get(name) ?? (await keep(workspaceId, await contentOf(job, frames, stamped)));
      known.set(name, made);
      return made;
    };
    return known.get(name) ?? workspaces(workspaceId).run(async () => gate.run(make));
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

type StampDeps = Pick<Ground, 'commands' | 'eventStore' | 'codec' | 'signer'>;

/** An accepted picture of a job. */
type Frame = { readonly task: TaskEntry; readonly attempt: AttemptEntry; readonly asset: Asset };

type Stamp = {
  /** Changes when the same pictures get other packets. */
  readonly version: string;
  /** The bytes of the frame's picture with its packet; as they were where a picture takes none. */
  readonly stamp: (frame: Frame, bytes: Uint8Array) => Uint8Array;
};

/** Pictures as they are handed out: with their provenance, and what certified them, as a signed packet. */
const createPictureStamp = (deps: StampDeps) => {
  const certifiedOf = async (planId: string | null): Promise<CertifiedEvent | null> => {
    if (planId === null) return null;
    const stream = planStream(planId);
    const { state } = await deps.commands.read(planDecider, stream);
    return state.certified ? certifiedEvent(deps, stream) : null;
  };
  return async (job: JobDocument): Promise<Stamp> => {
    const certified = await certifiedOf(job.planId);
    return {
      version: `${deps.signer.keyId} ${certified?.stored.id ?? ''}`,
      stamp: (frame, bytes) =>
        embedPacket(bytes, signedPacket(deps.signer, provenanceOf(job, frame, certified))) ?? bytes,
    };
  };
};

const provenanceOf = (job: JobDocument, { task, attempt, asset }: Frame, event: CertifiedEvent | null): Provenance => {
  const names = ({ frameIndex, assetHash }: CertifiedEvent['said']['frames'][number]): boolean =>
    frameIndex === task.index && assetHash === asset.hash;
  const certified = event?.said.frames.some(names) === true ? event : null;
  return {
    picture: publicHash(asset.hash),
    title: task.title,
    engine: attempt.engine,
    job: job.jobId,
    project: job.projectId,
    plan: job.planId,
    task: task.taskId,
    frame: task.index,
    attempt: attempt.attempt,
    certified: certified === null ? null : certifiedIn(certified),
  };
};

const certifiedIn = ({ stored, said }: CertifiedEvent) => ({
  at: said.certifiedAt,
  revision: stored.revision,
  hash: claimedHash(stored.metadata),
});
