/** Credits that a workspace owns and holds, from the last entry of its ledger. */
import type { StreamMark } from '../../src/kernel/projection.ts';

export type CreditSummaryDocument = {
  readonly workspaceId: string;
  /** Held credits included. */
  readonly paid: number;
  readonly bonus: number;
  readonly held: number;
  readonly updatedAt: string;
  readonly mark: StreamMark;
};
