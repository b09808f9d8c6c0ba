/**
 * Plans, and certifies a plan whose frames all came accepted by a person. No decision on it leads to its certificate,
 * and it may be certified only while its storyboard is the project's. So the step is this call's and owed by nothing: a
 * call that dies is made again, and so is one for a storyboard that comes back.
 */
import { planDecider, planStream } from '../../../commands/plan/decider.ts';
import { isAcceptedByPerson } from '../../../commands/plan/state.ts';
import { isFault } from '../../kernel/faults.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import type { Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { recalling } from '../log/command-handler.ts';
import { carryPlanOn } from '../reactions/carry-plan-on.ts';
import type { Services } from '../services/services.ts';
import { createPlanStoryboard } from '../work/storyboard/plan-storyboard.ts';

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
