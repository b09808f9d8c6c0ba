/**
 * Every code that a client may see: its status, advice on retrying, and the effect on credits. Served in the OpenAPI
 * document as `x-errors`.
 */

/**
 * `none`: refused before anything was dispatched, nothing was spent. `given_back`: work was dispatched, and its held
 * credits were released. `unknown`: only the ledger tells the credits spent.
 */
export type SpendEffect = 'none' | 'given_back' | 'unknown';

export type ErrorEntry = {
  readonly status: number;
  readonly title: string;
  /**
   * Whether the very same request may succeed later. A refusal with a time of its own to ask again is, too. One that
   * its key gives again never is.
   */
  readonly retryable: boolean;
  /** When to try again at the earliest; sent as `Retry-After` and `retry_after_seconds`. */
  readonly retryAfterSeconds?: number;
  /** Some of these refusals are of a passing trouble: they say when to ask again, and are retryable. */
  readonly mayPass?: true;
  readonly spend: SpendEffect;
};

const refusal = (status: number, title: string): ErrorEntry => ({ status, title, retryable: false, spend: 'none' });

const mayPass = (status: number, title: string): ErrorEntry => ({ ...refusal(status, title), mayPass: true });

const later = (status: number, title: string, retryAfterSeconds: number, spend: SpendEffect = 'none'): ErrorEntry => ({
  status,
  title,
  retryable: true,
  retryAfterSeconds,
  spend,
});

const entries = {
  // transport and gates
  malformed_json: refusal(400, 'The body is not one JSON object in UTF-8'),
  malformed_request: refusal(400, 'The request cannot be read'),
  unsupported_content_type: refusal(415, 'The body is not of type application/json'),
  body_too_large: refusal(413, 'The body is too large'),
  headers_too_large: refusal(431, 'The header section is too large'),
  request_timeout: later(408, 'The request did not arrive in time', 1),
  not_found: refusal(404, 'This path has no resource'),
  method_not_allowed: refusal(405, 'This path does not take this method'),
  unauthorized: refusal(401, 'A valid bearer token is required, in the header Authorization'),
  scope_insufficient: refusal(403, 'The token does not carry the scope that this operation needs'),
  feature_disabled: { status: 503, title: 'This feature is not enabled here', retryable: false, spend: 'none' },
  rate_limited: later(429, 'Too many requests', 1),
  validation_failed: refusal(422, 'The request does not match its schema'),
  confirmation_required: refusal(400, 'Paid work needs confirm: true'),
  idempotency_key_required: refusal(400, 'This operation needs an Idempotency-Key: one for each logical attempt'),
  idempotency_key_reused: refusal(422, 'This Idempotency-Key was used with another body'),
  request_in_progress: later(425, 'A request with this Idempotency-Key is still being processed', 1, 'unknown'),
  // tenancy
  membership_required: refusal(403, 'The caller is not a member of this workspace'),
  workspace_forbidden: refusal(403, 'The caller may not do this in this workspace'),
  workspace_protected: refusal(403, 'This workspace is protected'),
  last_workspace: refusal(409, 'The last workspace cannot be removed'),
  workspace_has_credits: refusal(409, 'The workspace has paid credits left'),
  last_owner: refusal(409, 'The workspace would be left without an owner'),
  too_many_members: refusal(409, 'The workspace has its maximum of members'),
  project_forbidden: refusal(403, 'The caller has no access to this project'),
  project_not_found: refusal(404, 'There is no such project'),
  script_too_long: refusal(422, 'The script makes more frames than a storyboard holds'),
  script_not_found: refusal(404, 'The project has no script'),
  storyboard_not_found: refusal(404, 'The project has no storyboard'),
  plan_not_found: refusal(404, 'There is no such plan'),
  job_not_found: refusal(404, 'There is no such job'),
  task_not_found: refusal(404, 'The job has no such task'),
  delivery_not_found: refusal(404, 'There is no such delivery'),
  delivery_not_repeatable: refusal(409, 'No destination is left to send to again, or the content is removed'),
  webhook_not_found: refusal(404, 'There is no such webhook'),
  too_many_webhooks: refusal(409, 'The workspace has its maximum of webhooks'),
  invalid_name: refusal(400, 'The name is not valid'),
  workspace_id_required: refusal(400, 'The query parameter id is required'),
  // the supervised flow
  storyboard_image_execution_manifest_required: refusal(
    400,
    'The hash of the execution manifest is required: executionManifestArtifact.artifactHash of the plan',
  ),
  expected_mismatch: refusal(409, 'The project has changed since planning: plan again'),
  script_revision_conflict: refusal(409, 'The script has changed since the storyboard was made'),
  revision_mismatch: refusal(412, 'The revision in If-Match is not the current one, or there is one already'),
  storyboard_job_active: later(409, 'The storyboard has another active job', 5),
  repair_required: refusal(409, 'Frames that were dispatched and not accepted need a repair'),
  chain_broken: refusal(409, 'The frame before the first selected one is neither accepted nor selected'),
  plan_has_blockers: refusal(422, 'The plan has blockers'),
  topic_banned: refusal(422, 'The creative settings of the caller ban this topic'),
  reference_unavailable: refusal(422, 'A reference picture is not available'),
  voice_unknown: refusal(422, 'There is no such voice'),
  lip_sync_preflight_failed: mayPass(422, 'The sound cannot be used by provider_b'),
  frames_not_accepted: refusal(409, 'No frame of the storyboard is accepted yet'),
  external_ref_reused: refusal(422, 'This externalRef was used with another body'),
  asset_not_ready: later(409, 'The work has not made this yet', 5),
  asset_not_made: refusal(409, 'The work has ended without making this'),
  url_not_allowed: refusal(400, 'This URL is neither of a picture of the workspace nor of an approved host'),
  file_too_large: refusal(413, 'The file is too large'),
  range_not_satisfiable: refusal(416, 'The file ends before this range'),
  not_an_image: refusal(415, 'There is no PNG, JPEG, WebP or GIF picture at this URL'),
  upstream_unavailable: later(502, 'The host of this URL gave no picture', 10),
  upload_not_found: refusal(404, 'There is no such upload'),
  upload_not_sent: later(409, 'Nothing was uploaded yet', 1),
  upload_taken: refusal(409, 'This URL has taken its upload: completeUpload answers its asset, or why it is none'),
  upload_refused: refusal(422, 'The upload is not what it claimed to be, and was removed'),
  insufficient_credits: refusal(402, 'The workspace has too few credits'),
  spend_cap_reached: refusal(402, 'A cap of the calendar month is reached: of the workspace, the token, or users'),
  too_many_open_holds: later(429, 'The workspace has too much paid work under way', 30),
  qa_report_missing: mayPass(409, 'There is no QA report yet'),
  decision_limit_reached: refusal(409, 'The picture has its maximum of decisions: the acceptance is final'),
  repair_limit_reached: refusal(409, 'The frame has no attempt left: accept it, or plan again'),
  review_expired: refusal(409, 'The review has expired'),
  plan_superseded: refusal(409, 'Another manifest has generated since: this plan takes no more decisions'),
  plan_certified: refusal(409, 'The plan is certified'),
  plan_not_certified: refusal(409, 'The plan is not certified yet'),
  human_review: refusal(409, 'The frames wait for human review'),
  nothing_to_repair: refusal(409, 'There is nothing to repair'),
  repair_ceiling_exceeded: refusal(402, 'The repair would exceed the authorized credit ceiling'),
  job_not_active: refusal(409, 'The job is final'),
  pause_limit_reached: refusal(409, 'The job was paused too often'),
  checkpoint_not_waiting: refusal(409, 'The job waits for no decision of a person'),
  attempt_not_in_doubt: refusal(409, 'The outcome of this attempt is known, or was told otherwise'),
  attempt_given_up: refusal(409, 'The attempt was given up: people decide on its frame, and it takes no output'),
  // engines
  provider_not_configured: refusal(422, 'This provider is not configured here'),
  provider_unavailable: later(503, 'The provider cannot be reached', 10),
  batch_exceeds_synchronous_capacity: refusal(413, 'The batch cannot finish within one request'),
  render_failed: {
    status: 502,
    title: 'The engine failed; the credits were released',
    retryable: true,
    spend: 'given_back',
  },
  // the service itself
  read_model_behind: later(503, 'The read model is behind the position that was asked for', 1),
  outcome_unknown: later(503, 'The outcome of the request is not known yet', 2, 'unknown'),
  service_unavailable: later(503, 'The service cannot answer now', 2, 'unknown'),
  log_corrupt: {
    status: 503,
    title: 'The log is damaged: its operator has to restore it',
    retryable: false,
    spend: 'unknown',
  },
  content_lost: { status: 503, title: 'Content of this work is lost or damaged', retryable: false, spend: 'unknown' },
  internal_error: { status: 500, title: 'The service failed', retryable: false, spend: 'unknown' },
} satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof entries;

export const catalogue: Readonly<Record<ErrorCode, ErrorEntry>> = Object.freeze(entries);

/** Whether a refusal with this code may carry `Retry-After`. */
export const saysWhen = (code: ErrorCode): boolean =>
  catalogue[code].retryAfterSeconds !== undefined || catalogue[code].mayPass === true;
