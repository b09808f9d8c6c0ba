/** Makes media. One attempt has one key: an engine is called under it, and can be asked for its outcome. */

export type ImageRequest = {
  readonly makes: 'image';
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

/** A union by `makes`: a new kind of media adds its own member. */
export type EngineRequest = ImageRequest;
export type Makes = EngineRequest['makes'];

/** The one thing that an attempt made. */
export type Output = {
  readonly contentType: string;
  /**
   * Bytes, of a picture at most. All else is read piece by piece, from its beginning at each call of the function: a
   * file in the call's scratch folder, or a provider's response.
   */
  readonly content: Uint8Array | (() => AsyncIterable<Uint8Array>);
  /** In pixels; only of a visible output. */
  readonly width?: number;
  readonly height?: number;
  /** Only of an output with a duration. */
  readonly durationMs?: number;
  /** Only of an engine that knows; the recorder bounds it. */
  readonly coverage?: Coverage;
};

/** Words of the prompt, in lower case, each in one list: those that the picture shows, and those that it leaves out. */
export type Coverage = { readonly drawn: readonly string[]; readonly left: readonly string[] };

export type Done = { readonly kind: 'done'; readonly output: Output };

export type Submitted = {
  readonly kind: 'submitted';
  /** The provider's name for the work, at most `limits.engineRefCharsMax` characters. */
  readonly ref: string;
  /** When it is worth asking for the first time. */
  readonly pollAfterMs: number;
};

/** The outcome of an attempt. */
export type Polled =
  | Done
  | { readonly kind: 'running'; readonly pollAfterMs: number }
  | { readonly kind: 'failed'; readonly code: EngineFailure; readonly message: string }
  /** The engine cannot say. */
  | { readonly kind: 'unknown' };

/**
 * The attempt made nothing. `rejected`: this input will never work, so the failure is final; `unavailable`: another try
 * may work, under another key; `cancelled`: it was called off.
 */
export type EngineFailure = 'rejected' | 'unavailable' | 'cancelled';

/** `never_seen`: the engine has no record of the key, which may yet be on its way. */
export type LookedUp = Polled | { readonly kind: 'never_seen' };

/** A folder of one call's own. It is made when a call asks for it, and removed when the call's output is stored. */
export type Scratch = { folder(): Promise<string> };

/**
 * `perform`, `poll` and `lookup` throw faults: `rejected` and `unavailable` as above, `unknown_outcome` (the work may
 * have been done). Of `poll` and `lookup` every fault means: not known now, ask again.
 */
export type Engine = {
  /** e.g. `service_images`, `provider_c`. */
  readonly name: string;
  readonly version: string;
  readonly makes: readonly Makes[];
  /**
   * The step after a call of unknown outcome. `safe`: the engine is idempotent by key or has no effect, so call again;
   * `lookup`: ask it by `lookup`; `never`: do not call.
   */
  readonly repeat: 'safe' | 'lookup' | 'never';
  /** How long any one call may take before its outcome counts as unknown. */
  readonly deadlineMs: number;
  /** How many calls of `perform` one process has under way at once. */
  readonly inFlightMax: number;
  /** Each names a wish that the output cannot honour, e.g. that panels are drafts. */
  readonly limitations: readonly string[];

  perform(attemptKey: string, request: EngineRequest, scratch: Scratch, signal: AbortSignal): Promise<Done | Submitted>;

  /** The outcome of submitted work; has no effect. An engine that never submits has none. */
  poll?(ref: string, scratch: Scratch, signal: AbortSignal): Promise<Polled>;

  /** The outcome of a key; has no effect. Only an engine whose `repeat` is `lookup` has it. */
  lookup?(attemptKey: string, scratch: Scratch, signal: AbortSignal): Promise<LookedUp>;

  /** Calls submitted work off, as far as that is possible; `poll` then tells the outcome. May be called again. */
  cancel?(ref: string, signal: AbortSignal): Promise<void>;

  /** Whether it can be reached now; must be cheap, and is asked at most once a second. */
  available(): Promise<boolean>;
};
