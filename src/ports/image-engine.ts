/** Makes pictures. One call is one attempt under one attempt key. */

export type ImageRequest = {
  readonly prompt: string;
  readonly negativePrompt: string | null;
  readonly styleNotes: string | null;
  readonly width: number;
  readonly height: number;
  /** 0 to 2147483647. */
  readonly seed: number;
  /** Pictures to stay close to, most important first: the previous frame of a chain, or the master reference. */
  readonly references: readonly Uint8Array[];
};

export type ImageResult = {
  readonly bytes: Uint8Array;
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
  /** Only of an engine that knows; the recorder bounds it. */
  readonly coverage?: Coverage;
};

/** Words of the prompt, in lower case, each in one list: those that the picture shows, and those that it leaves out. */
export type Coverage = { readonly drawn: readonly string[]; readonly left: readonly string[] };

/** The outcome of an attempt key, for engines whose `repeat` is `lookup`. */
export type AttemptLookup =
  | { readonly kind: 'done'; readonly result: ImageResult }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'unknown' };

export type ImageEngine = {
  /** e.g. `service_images`, `provider_c`. */
  readonly name: string;
  readonly version: string;
  /**
   * The effect of a second call under the same attempt key after an unknown outcome. `safe`: the engine is idempotent
   * by key or has no effect, so call again; `lookup`: ask first; `never`: do not call.
   */
  readonly repeat: 'safe' | 'lookup' | 'never';
  /** How long a call may take before its outcome counts as unknown. */
  readonly deadlineMs: number;
  /** How many calls of this engine one process has under way at once. */
  readonly inFlightMax: number;
  /** A message that names what the picture cannot honour, e.g. that panels are drafts. */
  readonly limitations: readonly string[];

  /**
   * Performs one attempt. Faults: `rejected` (this input will never work), `unavailable` (retriable, nothing was
   * done), `unknown_outcome` (may have been done).
   */
  generate(attemptKey: string, request: ImageRequest, signal: AbortSignal): Promise<ImageResult>;

  lookup(attemptKey: string): Promise<AttemptLookup>;

  /** Whether it can be reached now; must be cheap, and is asked at most once a second. */
  available(): Promise<boolean>;
};
