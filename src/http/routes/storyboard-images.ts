import { createPlanAndCertify } from '../../application/review/plan-certificate.ts';
import { createGenerate, createGeneratePlan } from '../../application/work/storyboard/generate.ts';
import { assert } from '../../kernel/faults.ts';
import { declared } from '../contract/operations/registry.ts';
import { plain, type Route, stored } from './route.ts';

export const storyboardImageRoutes: readonly Route[] = [
  plain(declared.planStoryboardImages, createPlanAndCertify, async (plan, { caller, parameters }) =>
    plan(caller, parameters.projectId),
  ),
  stored(
    declared.generateStoryboardImages,
    createGenerate,
    async (generate, { caller, parameters, body, idempotency }) =>
      generate(caller, parameters.projectId, body, idempotency),
  ),
  stored(declared.generatePlan, createGeneratePlan, async (generate, { caller, parameters, body, idempotency }) => {
    assert(idempotency !== null, 'the body gate has asked for the key');
    return generate(caller, parameters.planId, body, idempotency);
  }),
];
