/** What a workspace owns and holds, as the last entry of its ledger says. */
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
