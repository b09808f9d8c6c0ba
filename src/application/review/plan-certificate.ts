/**
 * The certificate of a plan for readers outside: signed, with the event that certified it, and the proof that a signed
 * checkpoint of the log has this event. Spends nothing and changes nothing.
 */
import { planDecider, planStream } from '../../../commands/plan/decider.ts';
import { publicHash } from '../../../projections/common/views.ts';
import { claimedHash } from '../../schema/hash-chain.ts';
import type { Ground } from '../application.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { type Body, ok, refused, type Result } from '../calls/result.ts';
import { readPlan } from '../projects/project-gate.ts';
import { type Certified, certifiedEvent } from '../proof/certified-event.ts';
import { type CheckpointDeps, createCheckpoint } from '../proof/checkpoint.ts';
import { signProof } from '../proof/sign-proof.ts';
import { isAcceptedByPerson } from '../../../commands/plan/state.ts';
import { isFault } from '../../kernel/faults.ts';
import { recalling } from '../log/command-handler.ts';
import { carryPlanOn } from '../reactions/carry-plan-on.ts';
import type { Services } from '../services/services.ts';
import { createPlanStoryboard } from '../work/storyboard/plan-storyboard.ts';

type Deps = CheckpointDeps & Pick<Ground, 'eventStore' | 'commands' | 'codec'>;

/** Refused as `plan_not_certified` until a person has accepted every frame. */
export const createPlanCertificate = (deps: Deps) => {
  const checkpointed = createCheckpoint(deps);
  return async (caller: Caller, projectId: string, planId: string): Promise<Result<Body>> => {
    const plan = await readPlan(deps.commands, caller, projectId, planId);
    if (plan.kind === 'refused') return plan;
    const { details, certified } = plan.value.state;
    if (details === null || !certified) {
      return refused('plan_not_certified', 'a person has not accepted every frame of the plan yet');
    }
    const { stored, said, before } = await certifiedEvent(deps, planStream(planId));
    const { stream, revision, position, id, type, data, metadata } = stored;
    const found = await checkpointed([position]);
    if (found.kind === 'refused') return found;
    const { checkpoint, signature, proofs } = found.value;
    const certificate = {
      workspaceId: details.workspaceId,
      projectId,
      planId,
      manifestHash: publicHash(details.manifestHash),
      certifiedAt: said.certifiedAt,
      frames: said.frames.map(frameOf),
      event: { stream, revision, position, hash: claimedHash(metadata) },
    };
    return ok({
      ok: true,
      certificate,
      signature: signProof(deps.signer, 'frame-certificate', certificate),
      event: { before, id, type, data, metadata },
      inLog: { checkpoint, signature, ...proofs[0] },
    });
  };
};

const frameOf = ({ frameIndex, requirementId, assetHash, evidence, decision }: Certified['frames'][number]) => ({
  frameIndex,
  requirementId,
  assetHash: publicHash(assetHash),
  scored: evidence === null ? null : { scorer: evidence.scorer, version: evidence.version, verdict: evidence.verdict },
  decidedBy: decision.decidedBy,
  decidedAt: decision.decidedAt,
  noteHash: publicHash(decision.noteHash),
});

/**
 * Plans, and certifies a plan whose frames all came accepted by a person. No decision on it leads to its certificate,
 * and it may be certified only while its storyboard is the project's. So the step is this call's and owed by nothing:
 * a call that dies is made again, and so is one for a storyboard that comes back.
 */
export const createPlanAndCertify = (services: Services) => {
  const planStoryboard = createPlanStoryboard(services);
  return async (caller: Caller, projectId: string): Promise<Result<Body>> => {
    const planned = await planStoryboard(caller, projectId);
    if (planned.kind === 'refused') return planned;
    const { sequences } = planned.value as { readonly sequences: readonly { readonly planId: string }[] };
    for (const { planId } of sequences) await certify(services, caller, planId);
    return planned;
  };
};

const certify = async (services: Services, caller: Caller, planId: string): Promise<void> => {
  const { state: plan } = await recalling(services.commands).read(planDecider, planStream(planId));
  if (plan.certified || plan.supersededBy !== null || !plan.frames.every(isAcceptedByPerson)) return;
  try {
    await carryPlanOn(services, planId, contextOf(caller));
  } catch (error) {
    if (!isFault(error)) throw error;
    services.logger.warn({ planId, err: error }, 'the certificate of a plan is left to the next call that plans it');
  }
};
