/** Engines of providers, over HTTP. */
import { KiB, MiB, MINUTE, SECOND } from './units.ts';

export const remoteLimits = {
  /** For a connection and its TLS handshake. */
  remoteConnectMs: 5 * SECOND,
  /** A question about work, or a wish to call it off, until the last byte of the answer. */
  remoteQuestionMs: 15 * SECOND,
  /** The submission of work, with the pictures that belong to it. */
  remoteSubmitMs: 60 * SECOND,
  /** A call that waits until its output is made. */
  remoteMakeMs: 4 * MINUTE,
  /** An output, until its last byte. */
  remoteDownloadMs: 5 * MINUTE,
  remoteHealthMs: 2 * SECOND,
  /** How old the answer to a question about a provider's health may be. */
  remoteHealthAgeMs: 5 * SECOND,
  remoteHeaderBytesMax: 16 * KiB,
  /** An answer about work, with the words of an hour of speech. */
  remoteDocumentBytesMax: 2 * MiB,
  /** A request with its pictures. */
  remoteRequestBytesMax: 64 * MiB,
  /** Words of one speech, with their times. */
  remoteWordsMax: 20_000,
  /** Of an output's length, as a provider may tell it. */
  remoteDurationMsMax: 60 * MINUTE,
  /** Of the length that was asked for: a shorter scene or piece of music is no output. */
  outputLengthShareMin: 0.9,
  /** Looks of one process at an output that it does not understand in time. */
  remoteLooksMax: 3,
  /** Outputs that one process remembers for that. */
  remoteLooksRemembered: 1_000,
  remoteUrlCharsMax: 2_000,
  remoteKeyCharsMax: 4_000,
  /** Of a workspace's key: a shorter one could be guessed. */
  ownKeyCharsMin: 8,
  /** Calls of one provider under way in one process, unless its concurrency is configured. */
  remoteInFlightMax: 16,
  /** Failures in a row after which a provider rests: at first for `breakerOpenMs`, at last for `breakerOpenMsMax`. */
  breakerFailuresMax: 5,
  breakerOpenMs: 5 * SECOND,
  breakerOpenMsMax: 2 * MINUTE,
  /** Engines under keys of workspaces that one process keeps open; one past it begins anew at its next use. */
  ownEnginesMax: 1_000,
  /** In which a provider counts submissions. */
  paceWindowMs: 1 * MINUTE,
  /** Between two looks whether there is a place at a provider. */
  paceAgainMs: 250,
  /** A rest that a provider asks for, and that it gets where it names no time. */
  paceRestMsMax: 2 * MINUTE,
  paceRestMs: 1 * SECOND,
  /** Between two questions whether work has ended that may keep others waiting. */
  underWayAskMs: 5 * SECOND,
  paceLimitMax: 100_000,
  /** Voices of one provider. */
  remoteVoicesMax: 200,
  /** Of a provider's own name for a model. */
  remoteModelCharsMax: 200,
  remotePriceMax: 1_000_000,
  /** Digits of a cost as a provider may tell it, before the point and after it. */
  costWholeDigitsMax: 9,
  costDecimalsMax: 9,
  /** Digits before the point of a sum of costs. */
  costSumDigitsMax: 15,
  /** Currencies of one sum. */
  costCurrenciesMax: 8,
} as const;
