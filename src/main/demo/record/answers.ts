/** The service's answers, as this client reads them; each body is checked against the contract on arrival. */
import type { Static } from '../../../kernel/shape.ts';
import type { asset, evidence } from '../../../http/contract/shapes/common.ts';
import type { generateAccepted, jobPoll, repairAccepted } from '../../../http/contract/shapes/job.ts';
import type { acceptedJob, jobRead } from '../../../http/contract/shapes/media.ts';
import type { photoSequence, workPlan } from '../../../http/contract/shapes/photo-sequence.ts';

export type Asset = Static<typeof asset>;
export type Evidence = Static<typeof evidence>;
export type JobPoll = Static<typeof jobPoll>;
export type PolledRequirement = JobPoll['requirements'][number];
export type PolledAttempt = PolledRequirement['attempts'][number];
export type WorkPlan = Static<typeof workPlan>;
export type Accepted = Static<typeof generateAccepted>;
export type RepairAccepted = Static<typeof repairAccepted>;
export type AcceptedJob = Static<typeof acceptedJob>;
export type JobRead = Static<typeof jobRead>;
export type PhotoSequence = Static<typeof photoSequence>;
export type SequenceFrame = PhotoSequence['frames'][number];

export type Created = { readonly id: string };

export type Credits = {
  readonly paid: number;
  readonly bonus: number;
  readonly total: number;
  readonly held: number;
  readonly available: number;
};

export type LedgerEntry = {
  readonly entryId: string;
  readonly position: string;
  readonly kind: string;
  readonly amounts: Readonly<Record<string, number>>;
  readonly jobId?: string;
  readonly requirementId?: string;
  readonly attemptKeys?: readonly string[];
  readonly balanceAfter: Readonly<Record<string, number>>;
  readonly hash: string;
  readonly at: string;
  readonly actor: string;
};

export type Capability = {
  readonly id: string;
  readonly kind: string;
  readonly provider: string;
  readonly available: boolean;
  readonly limitations: readonly string[];
};
