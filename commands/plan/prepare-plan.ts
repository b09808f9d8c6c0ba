import { accept } from '../../src/kernel/decider.ts';
import { planPrepared } from '../../events/plan/index.ts';
import type { PlanDetails, PlanState } from './state.ts';

/** Makes a part of a manifest addressable. Free, and the same for ever: the plan's id is the hash of its content. */
export type PreparePlan = { readonly type: 'PreparePlan'; readonly details: PlanDetails };

export const preparePlan = ({ details }: PreparePlan, state: PlanState) =>
  state.details === null ? accept(planPrepared(details)) : accept();
