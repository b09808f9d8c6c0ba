/** Makes media. One attempt has one key: an engine is called under it, and can be asked for its outcome. */
import type { ProviderCost } from '../kernel/provider-cost.ts';
import type { Media } from './media-probe.ts';

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

/** Bytes that are read piece by piece, from their beginning at each call. */
export type Streamed = () => AsyncIterable<Uint8Array>;

/** A text that is shown from `startMs` until `endMs`, counted from the beginning of the output. */
export type Caption = { readonly text: string; readonly startMs: number; readonly endMs: number };

/** One scene of a film: moving pictures without sound. */
export type ClipRequest = {
  readonly makes: 'clip';
  readonly prompt: string;
  readonly negativePrompt: string | null;
  readonly styleNotes: string | null;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** 0 to 2147483647. */
  readonly seed: number;
  /** The picture that the scene begins with; null: the engine draws one after the prompt. */
  readonly startFrame: Uint8Array | null;
  /** True: a scene without a start frame shows pictures. False: its words on a plain ground. */
  readonly pictures: boolean;
  /** Burnt in. */
  readonly captions: readonly Caption[];
  /** A closing card over the last part of the scene, e.g. a call to action; null for none. */
  readonly card: { readonly title: string; readonly lines: readonly string[] } | null;
  /**
   * The sound that the film is of, at an address that works for two hours. The scene begins at `startMs` of it. Left
   * out of all other films, and where no provider could reach it. The assembly plays it under the scenes.
   */
  readonly sound?: { readonly url: string; readonly startMs: number };
};

/** Words that are spoken. */
export type SpeechRequest = {
  readonly makes: 'speech';
  /** In their order. A line with a start begins there, or when the line before it ends, if that is later. */
  readonly lines: readonly { readonly text: string; readonly startMs: number | null }[];
  /** The id of one of the engine's `voices`. */
  readonly voice: string;
};

export type MusicRequest = {
  readonly makes: 'music';
  readonly prompt: string;
  readonly durationMs: number;
  /** True: without a singing voice. */
  readonly instrumental: boolean;
  /** 0 to 2147483647. */
  readonly seed: number;
};

/** A film of scenes that were made apart. */
export type AssemblyRequest = {
  readonly makes: 'assembly';
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** In their order; of one size, frame rate and encoding. */
  readonly clips: readonly Streamed[];
  /** The voice over the film, from its beginning: of an engine, or a sound by `SoundRules`. Null for none. */
  readonly speech: Streamed | null;
  /** Under the voice; null for none. */
  readonly music: Streamed | null;
  /** A track of text, and the attachment `captions`. */
  readonly captions: readonly Caption[];
};

/** Measures a film against its plan. */
export type ReportRequest = {
  readonly makes: 'report';
  readonly film: Streamed;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** Where each scene begins. */
  readonly sceneStartsMs: readonly number[];
  readonly captions: readonly Caption[];
  readonly hasSpeech: boolean;
  readonly hasMusic: boolean;
};

/** A union by `makes`: a new kind of media adds its own member. */
export type EngineRequest = ImageRequest | ClipRequest | SpeechRequest | MusicRequest | AssemblyRequest | ReportRequest;
export type Makes = EngineRequest['makes'];

/**
 * Made beside an output. `words`: JSON, an array of `Caption`, one for each spoken word. `captions`: WebVTT.
 */
export type Attachment = {
  readonly name: 'words' | 'captions';
  readonly contentType: string;
  readonly content: Uint8Array;
};

/** The one thing that an attempt made. */
export type Output = {
  readonly contentType: string;
  /**
   * Bytes, of a picture at most. All else is read piece by piece, from its beginning at each call of the function: a
   * file in the call's scratch folder, or a provider's response.
   */
  readonly content: Uint8Array | Streamed;
  /** In pixels; only of a visible output. */
  readonly width?: number;
  readonly height?: number;
  /** Only of an output with a duration. */
  readonly durationMs?: number;
  /** Only of an engine that knows; the recorder bounds it. */
  readonly coverage?: Coverage;
  /** One of each name at most. */
  readonly attachments?: readonly Attachment[];
};

/** Words of the prompt, in lower case, each in one list: those that the picture shows, and those that it leaves out. */
export type Coverage = { readonly drawn: readonly string[]; readonly left: readonly string[] };

/**
 * The cost of the attempt, as its provider tells it. Null: it said something else than a cost. Left out: it said
 * nothing, as the engines of this service do.
 */
export type Told = { readonly providerCost?: ProviderCost | null };

export type Done = Told & { readonly kind: 'done'; readonly output: Output };

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
  | (Told & { readonly kind: 'failed'; readonly code: EngineFailure; readonly message: string })
  /** The engine cannot say. */
  | { readonly kind: 'unknown' };

/**
 * The attempt made nothing. `rejected`: this input will never work, so the failure is final; `unavailable`: another try
 * may work, under another key; `cancelled`: it was called off.
 */
export type EngineFailure = 'rejected' | 'unavailable' | 'cancelled';

/** `never_seen`: the engine has no record of the key, which may yet be on its way. */
export type LookedUp = Polled | { readonly kind: 'never_seen' };

/** `language` as in BCP 47, e.g. `en`, `pt-BR`. */
export type Voice = { readonly id: string; readonly name: string; readonly language: string };

/** The sound files that a film can be made of. Rates are in samples a second. */
export type SoundRules = {
  readonly containers: readonly Media['container'][];
  /** As of `MediaTrack`. */
  readonly codecs: readonly string[];
  readonly channelsMax: number;
  readonly sampleRateMin: number;
  readonly sampleRateMax: number;
  /** Each names a wish that a film of a sound cannot honour. */
  readonly limitations: readonly string[];
};

/**
 * A folder of one call's own. It is made when a call asks for it, and removed when the call's output is stored. Fault
 * `unavailable`: it cannot be made.
 */
export type Scratch = { folder(): Promise<string> };

/** How often an engine may be called, where its provider has limits. */
export type Pace = {
  /** Takes a place for one call; false: there is none now. */
  take(): boolean;
  /** The call is over, and so is its place. */
  give(): void;
  /** Resolves when it is worth asking for a place again. */
  again(): Promise<void>;
  /** Whether its limits are for all processes together. Such a pace begins nothing until it is told its share. */
  readonly isShared: boolean;
  /** The share of this process: its rank among the members of its group, from 0. Told again and again. */
  share(rank: number, members: number): void;
};

/**
 * `perform`, `poll` and `lookup` throw faults: `rejected` and `unavailable` as above, `unknown_outcome` (the work may
 * have been done). Of `poll` and `lookup` every fault means: not known now, ask again.
 */
export type Engine<R extends EngineRequest = EngineRequest> = {
  /** e.g. `service_images`, `provider_c`. */
  readonly name: string;
  readonly version: string;
  readonly makes: readonly R['makes'][];
  /**
   * The step after a call of unknown outcome. `safe`: the engine is idempotent by key or has no effect, so call again;
   * `lookup`: ask it by `lookup`; `never`: do not call.
   */
  readonly repeat: 'safe' | 'lookup' | 'never';
  /** How long any one call may take before its outcome counts as unknown. */
  readonly deadlineMs: number;
  /** How many calls of `perform` one process has under way at once; as many of short work beside them. */
  readonly inFlightMax: number;
  /** Only of an engine whose provider has limits. */
  readonly pace?: Pace;
  /** The configured limits of its provider, for all processes together; null for none. Only of a provider elsewhere. */
  readonly limits?: { readonly perMinute: number | null; readonly concurrency: number | null };
  /** Each names a wish that the output cannot honour, e.g. that panels are drafts. */
  readonly limitations: readonly string[];
  /** Why it can make nothing here until the next start, e.g. that its package is missing. Left out where it can. */
  readonly notInstalled?: string;
  /** Only of an engine that speaks; the first one is its default. */
  readonly voices?: readonly Voice[];
  /** Only of an engine that speaks: its lines follow each other, wherever a request wishes them to begin. */
  readonly untimed?: true;
  /** Only of an engine whose films may have the sound of a file in place of a voice. */
  readonly sounds?: SoundRules;
  /**
   * Whether such a task of a film of so many scenes is short work. It has as many turns of its own, and so it never
   * waits for long work alone. Left out: none is.
   */
  readonly isShort?: (makes: EngineRequest['makes'], scenes: number) => boolean;

  /**
   * `callbackUrl`: where a provider may POST, with any small body, when there is news of the work: it is then asked at
   * once. Null or left out where this service has no public address.
   */
  perform(
    attemptKey: string,
    request: R,
    scratch: Scratch,
    signal: AbortSignal,
    callbackUrl?: string | null,
  ): Promise<Done | Submitted>;

  /** The outcome of submitted work; has no effect. An engine that never submits has none. */
  poll?(ref: string, scratch: Scratch, signal: AbortSignal): Promise<Polled>;

  /** The outcome of a key; has no effect. Only an engine whose `repeat` is `lookup` has it. */
  lookup?(attemptKey: string, scratch: Scratch, signal: AbortSignal): Promise<LookedUp>;

  /** Calls submitted work off, as far as that is possible; `poll` then tells the outcome. May be called again. */
  cancel?(ref: string, signal: AbortSignal): Promise<void>;

  /** Whether it can be reached now; must be cheap, and is asked at most once a second. */
  available(): Promise<boolean>;
};
