/** The only list of aggregates: a stream of a category that is not here takes no commands. */
import { deliveryDecider } from './delivery/decider.ts';
import { jobDecider } from './job/decider.ts';
import { ledgerDecider } from './ledger/decider.ts';
import { planDecider } from './plan/decider.ts';
import { projectDecider } from './project/decider.ts';
import { requestDecider } from './request.ts';
import { settingsDecider } from './settings.ts';
import { uploadDecider } from './upload.ts';
import { webhooksDecider } from './webhooks.ts';
import { workspaceDecider } from './workspace/decider.ts';

/** Every decider by its category. */
export const deciders = {
  delivery: deliveryDecider,
  job: jobDecider,
  ledger: ledgerDecider,
  plan: planDecider,
  project: projectDecider,
  request: requestDecider,
  settings: settingsDecider,
  upload: uploadDecider,
  webhooks: webhooksDecider,
  workspace: workspaceDecider,
} as const;
