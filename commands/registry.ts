/** The only list of aggregates: a stream of a category that is not here takes no commands. */
import { ledgerDecider } from './ledger/decider.ts';
import { requestDecider } from './request/decider.ts';
import { workspaceDecider } from './workspace/decider.ts';

/** Every decider by its category. */
export const deciders = {
  ledger: ledgerDecider,
  request: requestDecider,
  workspace: workspaceDecider,
} as const;
