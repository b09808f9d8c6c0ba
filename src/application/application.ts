/**
 * The use cases of the service, as the routes and tools see them. Each member is implemented in a file of its own
 * beside this one; `src/main/compose-application.ts` puts them together.
 */
import type { LedgerEntryDocument } from '../../projections/ledger-entries/document.ts';
import type { Position } from '../kernel/position.ts';
import type { Principal } from '../ports/token-verifier.ts';
import type { Caller } from './calls/caller.ts';
import type { Idempotency } from './calls/idempotency.ts';
import type { Result } from './calls/result.ts';
import type { Body, StoredAnswer } from './calls/stored-answer.ts';
import type { JobView } from './jobs/read-job.ts';
import type { Storyboard } from './projects/storyboard.ts';
import type { Freshness, Read } from './reading/answers.ts';
import type { PageInput } from './reading/cursor.ts';
import type { Decision } from './review/review.ts';
import type { BatchInput } from './work/batch/storyboard-batch.ts';
import type { ImageInput } from './work/image/generate-image.ts';
import type { GenerateInput } from './work/storyboard/generate.ts';

export type Application = {
  /**
   * The tenant gate: completes the caller's personal workspace when it is missing, finds the workspace of the call and
   * checks membership. It checks on the stream; a Read may use a membership that is at most a second old. Refusals:
   * membership_required, workspace_forbidden (header differs from the token's workspace).
   */
  readonly enter: (
    principal: Principal,
    request: {
      readonly workspaceId: string | null;
      readonly access: 'read' | 'write';
      readonly correlationId: string;
      readonly traceparent?: string;
    },
  ) => Promise<Result<Caller>>;

  readonly listWorkspaces: (caller: Caller, page: PageInput, fresh: Freshness) => Promise<Result<Read<Body>>>;
  readonly createWorkspace: (
    caller: Caller,
    name: string,
    idempotency: Idempotency | null,
  ) => Promise<Result<StoredAnswer>>;
  readonly deleteWorkspace: (caller: Caller, id: string) => Promise<Result<Body>>;

  readonly createProject: (
    caller: Caller,
    input: { readonly name: string; readonly script?: string; readonly storyboard?: Storyboard },
    idempotency: Idempotency | null,
  ) => Promise<Result<StoredAnswer>>;
  readonly listProjects: (caller: Caller, page: PageInput, fresh: Freshness) => Promise<Result<Read<Body>>>;
  readonly project: (caller: Caller, projectId: string, fresh: Freshness) => Promise<Result<Read<Body>>>;
  /** The entity tag of script and storyboard is the revision id, which `ifMatch` takes. */
  readonly script: (caller: Caller, projectId: string, fresh: Freshness) => Promise<Result<Read<Body>>>;
  readonly storyboard: (caller: Caller, projectId: string, fresh: Freshness) => Promise<Result<Read<Body>>>;
  readonly reviseScript: (
    caller: Caller,
    projectId: string,
    script: string,
    ifMatch: string | null,
  ) => Promise<Result<Body>>;
  readonly reviseStoryboard: (
    caller: Caller,
    projectId: string,
    storyboard: Storyboard,
    ifMatch: string | null,
  ) => Promise<Result<Body>>;

  readonly planStoryboard: (caller: Caller, projectId: string) => Promise<Result<Body>>;
  readonly generate: (
    caller: Caller,
    projectId: string,
    input: GenerateInput,
    idempotency: Idempotency | null,
  ) => Promise<Result<StoredAnswer>>;
  /** The reference paid call: the plan names manifest and part. */
  readonly generatePlan: (
    caller: Caller,
    planId: string,
    input: Partial<GenerateInput>,
    idempotency: Idempotency,
  ) => Promise<Result<StoredAnswer>>;

  readonly job: (caller: Caller, projectId: string, jobId: string, fresh: Freshness) => Promise<Result<Read<JobView>>>;
  readonly listJobs: (
    caller: Caller,
    filter: { readonly status?: string; readonly kind?: string; readonly projectId?: string },
    page: PageInput,
    fresh: Freshness,
  ) => Promise<Result<Read<Body>>>;
  readonly cancelJob: (caller: Caller, jobId: string) => Promise<Result<Body>>;

  readonly photoSequence: (
    caller: Caller,
    projectId: string,
    planId: string,
    fresh: Freshness,
  ) => Promise<Result<Read<Body>>>;
  readonly review: (
    caller: Caller,
    projectId: string,
    planId: string,
    decisions: readonly Decision[],
  ) => Promise<Result<Body>>;
  readonly repair: (
    caller: Caller,
    projectId: string,
    planId: string,
    idempotency: Idempotency | null,
  ) => Promise<Result<StoredAnswer>>;

  readonly generateImage: (
    caller: Caller,
    input: ImageInput,
    idempotency: Idempotency | null,
  ) => Promise<Result<StoredAnswer>>;
  readonly storyboardBatch: (
    caller: Caller,
    input: BatchInput,
    idempotency: Idempotency | null,
  ) => Promise<Result<StoredAnswer>>;

  readonly capabilities: () => Promise<Body>;

  readonly creditSummary: (caller: Caller, fresh: Freshness) => Promise<Result<Read<Body>>>;
  readonly grantCredits: (
    caller: Caller,
    workspaceId: string,
    input: {
      readonly pool: 'paid' | 'bonus';
      readonly amount: number;
      readonly expiresAt?: string;
      readonly note?: string;
    },
    idempotency: Idempotency | null,
  ) => Promise<Result<StoredAnswer>>;
  readonly ledgerEntries: (
    caller: Caller,
    filter: { readonly since?: string; readonly until?: string; readonly kind?: LedgerEntryDocument['kind'] },
    page: PageInput,
    fresh: Freshness,
  ) => Promise<Result<Read<Body>>>;

  /** A position at or past the writes of this caller, for `X-Log-Position`. */
  readonly positionOf: (workspaceId: string) => Position;
};
