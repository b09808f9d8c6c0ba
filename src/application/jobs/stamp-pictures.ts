/** Pictures of a job as they are handed out: with their provenance, and what certified them, as a signed packet. */
import { planDecider, planStream } from '../../../commands/plan/decider.ts';
import type { AttemptEntry, JobDocument, TaskEntry } from '../../../projections/job/document.ts';
import { publicHash } from '../../../projections/common/views.ts';
import { claimedHash } from '../../schema/hash-chain.ts';
import type { Ground } from '../application.ts';
import type { Asset } from '../../../events/common.ts';
import { type CertifiedEvent, certifiedEvent } from '../proof/certified-event.ts';
import { embedPacket } from '../proof/embed-packet.ts';
import { type Provenance, signedPacket } from '../proof/signed-packet.ts';

export type StampDeps = Pick<Ground, 'commands' | 'eventStore' | 'codec' | 'signer'>;

/** An accepted picture of a job. */
export type Frame = { readonly task: TaskEntry; readonly attempt: AttemptEntry; readonly asset: Asset };

export type Stamp = {
  /** Changes when the same pictures get other packets. */
  readonly version: string;
  /** The bytes of the frame's picture with its packet; as they were where a picture takes none. */
  readonly stamp: (frame: Frame, bytes: Uint8Array) => Uint8Array;
};

export const createPictureStamp = (deps: StampDeps) => {
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
