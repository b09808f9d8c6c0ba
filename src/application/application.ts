/**
 * What the service can do, as the routes and tools see it. Each member is implemented in a file of its own beside
 * this one; `src/main/compose-application.ts` puts them together.
 */
import type { LedgerEntryDocument } from '../../projections/ledger-entries/document.ts';
import type { ErrorCode } from '../kernel/error-codes.ts';
import type { Position } from '../kernel/position.ts';
import type { Principal } from '../ports/token-verifier.ts';

/** Who acts, in which workspace: proof that the membership was checked. */
export type Caller = {
  readonly workspaceId: string;
  readonly userKey: string;
  readonly role: 'owner' | 'member';
  readonly correlationId: string;
  readonly traceparent?: string;
  /** The workspace that the caller's token is for: nothing is done to another one, whatever the caller may there. */
  readonly boundTo?: string;
};

/** Whether the caller's token reaches a workspace that the call names beside its own. */
export const isWithin = ({ boundTo }: Pick<Caller, 'boundTo'>, workspaceId: string): boolean =>
  boundTo === undefined || boundTo === workspaceId;

/** A refusal that a client sees; `detail` goes into `details` of the error body. */
export type Refused = {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message?: string;
  readonly detail?: unknown;
  /** Refused before anything was begun, where the code does not say so by itself. */
  readonly nothingSpent?: true;
  /** When to ask again at the earliest, where that is known better than the code says. */
  readonly retryAfterSeconds?: number;
};

export type Result<T> = { readonly kind: 'ok'; readonly value: T } | Refused;

export const ok = <T>(value: T): { readonly kind: 'ok'; readonly value: T } => ({ kind: 'ok', value });

export const refused = (code: ErrorCode, message?: string, detail?: unknown): Refused => ({
  kind: 'refused',
  code,
  ...(message === undefined ? {} : { message }),
  ...(detail === undefined ? {} : { detail }),
});

/** How new an answer must be: at or past this process's own last append, and past `atLeast` when it is given. */
export type Freshness = { readonly atLeast: Position | null };

/** A read model's answer with the position that it reflects and, for documents of one stream, its revision. */
export type Read<T> = { readonly value: T; readonly position: Position; readonly etag: string };

/** An idempotency key as the client sent it, with the sha256 of path and canonical body. */
export type Idempotency = { readonly key: string; readonly bodyHash: string };

/**
 * An answer that a key may give again: the body as JSON text in which the objects at `signed` pointers await their
 * `url` and `expiresAt`.
 */
export type StoredAnswer = {
  readonly status: number;
  readonly body: string;
  readonly signed: readonly { readonly pointer: string; readonly key: string }[];
  readonly replayed: boolean;
};

export type StoryboardFrame = {
  readonly prompt: string;
  readonly title?: string;
  readonly role?: 'start' | 'end';
  readonly sceneId?: string;
  readonly referenceImageUrls?: readonly string[];
};

export type Storyboard = {
  readonly frames: readonly StoryboardFrame[];
  readonly continuityMode?: 'independent' | 'master_reference' | 'chain';
  readonly aspectRatio?: '16:9' | '9:16' | '1:1';
  readonly engine?: 'auto' | 'service_images' | 'provider_c';
  readonly seed?: number;
  readonly referenceImageUrls?: readonly string[];
  readonly styleNotes?: string;
  readonly negativePrompt?: string;
};

export type GenerateInput = {
  readonly expectedExecutionManifestArtifactHash: string;
  readonly expectedExecutionManifestId?: string;
  readonly expectedPlanArtifactHash?: string;
  /** Null where the plan had none. */
  readonly expectedScriptRevisionId?: string | null;
  readonly expectedStoryboardRevisionId?: string;
  readonly requirementIds?: readonly string[];
};

export type Decision = {
  readonly frameIndex: number;
  readonly decision: 'accept' | 'repair';
  readonly note: string;
  readonly repairPromptAdditions?: readonly string[];
  readonly approveForTraining?: boolean;
};

export type ImageInput = { readonly prompt: string; readonly aspect_ratio?: string; readonly seed?: number };

export type BatchInput = Omit<Storyboard, 'frames'> & {
  readonly projectId: string;
  readonly prompt: string;
  readonly count: number;
  readonly frames?: readonly StoryboardFrame[];
};

export type PageInput = { readonly limit: number; readonly cursor: string | null };

export type Body = Readonly<Record<string, unknown>>;

export type Application = {
  /**
   * The tenant gate: completes the caller's personal workspace when it is missing, finds the workspace that the
   * call is for and checks membership: on the stream, or for Read at most a second old.
   * Refusals: membership_required, workspace_forbidden (header differs from the token's workspace).
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

  /** The position that a write of this caller is known to stand at, for `X-Log-Position`. */
  readonly positionOf: (workspaceId: string) => Position;
};

/**
 * A job as a poll shows it. Bodies named `Body` are ready to send, except that an object with a member `$asset` (an
 * object-store key) is to be given its `url` and `expiresAt` by the presenter, which drops `$asset`.
 */
export type JobView = { readonly body: Body; readonly final: boolean };
