/** Attempts: engines, leases, turns, scores; and open work that the supervisor carries on. */
import { DAY, MiB, MINUTE, SECOND } from './units.ts';

export const dispatchLimits = {
  /** Of a first claim; `kernel/lease.ts` tells that of a later one. */
  leaseMs: 15 * SECOND,
  /** From then on a lease lasts two minutes, and is renewed once a minute. */
  leaseDoublingsMax: 3,
  /** Claims of one attempt, renewals included, past which no process takes it over: three hours of renewals. */
  claimsPerAttemptMax: 200,
  leasesWatchedMax: 10_000,
  /** Calls of a `safe` engine for one attempt key while its outcome stays unknown. */
  safeRepeatsMax: 3,
  /** Between two questions about an attempt of unknown outcome. */
  lookupEveryMs: 1 * SECOND,
  /** An engine's own name for submitted work. */
  engineRefCharsMax: 500,
  /** Submitted work without an outcome for so long counts as unknown for good: a person decides, or it has failed. */
  submittedMaxMs: 60 * MINUTE,
  /** Between two questions about submitted work, however often its engine wishes to be asked. */
  pollDelayMsMin: 100,
  pollDelayMsMax: 30 * SECOND,
  /** The same where the engine cannot say. */
  pollAgainMs: 5 * SECOND,
  /** How long the address of a callback works: longer than any engine works on one attempt. */
  callbackTtlMs: 2 * 60 * MINUTE,
  /** The body of a callback, which is not looked at. */
  callbackBodyBytesMax: 1 * MiB,
  /** Between two questions about one attempt that its provider calls for, and how many of them one process asks. */
  callbackPollEveryMs: 1 * SECOND,
  callbackPollsMax: 60,
  /** The same of all attempts at once; past it an attempt waits for the question that is due. */
  callbackPollsInFlightMax: 64,
  /** Attempts of which a process remembers the calls. */
  callbacksRememberedMax: 10_000,
  /** A job whose dispatch stays unknown this long goes to human review. */
  dispatchUnknownMaxMs: 15 * MINUTE,
  /** Tasks of one job under way at once; more wait, so that one job cannot starve the others. */
  tasksInFlightPerJobMax: 8,
  /** On one engine, in one process. */
  framesInFlightPerWorkspaceMax: 64,
  /** Messages of one consumer under way at once. */
  reactionsInFlightMax: 128,
  /** Reactions of one process that begin before their messages: under way, and remembered for their messages. */
  earlyReactionsMax: 1_024,
  earlyOutcomesMax: 10_000,
  /**
   * Attempts of one consumer that wait or run, with their messages in memory: about 2 KB each. More than any workspace
   * can have dispatched, which is `openPartsPerWorkspaceMax`.
   */
  turnsWaitingMax: 4_096,
  /** A message whose attempt waits or runs here already is looked at again after this. */
  turnRetryMs: 1 * SECOND,
  /** Times that a scorer may fail on one picture, as one process counts, before its attempt is given up. */
  scoreFailuresMax: 8,
  /** Pictures of which a process remembers that. */
  scoresDoubtedMax: 1_000,
  /** Pictures of one process that are read to be judged, or wait for a pipeline to be judged in. */
  scoresInFlightMax: 16,
  /** Steps of one kind that a supervisor has under way at once. */
  superviseInFlightMax: 128,
  /** The same for one workspace, so that its steps that wait leave places to others. */
  superviseInFlightPerWorkspaceMax: 16,
  imagePipelinesMax: 2,
  /** Pictures that wait for a pipeline in one process: all that dispatch and scoring may have under way. */
  pictureWaitersMax: 1_024,
  /** When a thread that draws or judges one picture is given up: thrice the deadline of the engine. */
  pictureMaxMs: 45 * SECOND,
  engineBackoffMs: [1 * SECOND, 5 * SECOND, 20 * SECOND],
  /** How old an engine's answer to "can you be reached" may be. */
  engineAskEveryMs: 1 * SECOND,
  engineFailuresPerAttemptMax: 3,
  /** Characters of an engine's own message about a failure that the log keeps. */
  failureMessageCharsMax: 500,
  /** Prompt corrections that one attempt carries; the newest stay. */
  correctionsMax: 50,
  /**
   * Words of a prompt that evidence names in either list, characters of one word, and bytes of all. A certificate of 32
   * frames carries all evidence, and stays under `eventBytesMax`.
   */
  coverageWordsMax: 40,
  coverageWordCharsMax: 40,
  coverageBytesMax: 1_000,
  /** A scratch folder that nothing was added to for so long belongs to no call any more: a crash left it. */
  scratchAgeMaxMs: 1 * DAY,
  imageBytesMax: 20 * MiB,
  /** A scene of a few seconds at 1080P. */
  clipBytesMax: 64 * MiB,
  /** An hour of sound, 48,000 samples a second, 16 bits, stereo, and a little more. */
  soundBytesMax: 704 * MiB,
  reportBytesMax: 1 * MiB,
  /** Words or captions of an hour: about 100 bytes each. */
  attachmentBytesMax: 4 * MiB,
  /** An output that a person brings, and its base64: it comes in a body of JSON. */
  broughtBytesMax: 20 * MiB,
  broughtBase64CharsMax: Math.ceil((20 * MiB) / 3) * 4,
  bodyBytesBroughtMax: 28 * MiB,
  imagePixelsMax: 40_000_000,

  // Open work, and when the supervisor carries it on.
  superviseEveryMs: 500,
  /** How often it is looked for work of a process whose clock is ahead. */
  superviseAheadEveryMs: 5 * SECOND,
  /** How far ahead the clock of another process may be before its work is carried on without it. */
  clockAheadToleratedMs: 1 * MINUTE,
  /** How long the step after an event may take before the supervisor takes it. */
  stepGraceMs: 2 * SECOND,
  /** The same for a score. */
  scoreGraceMs: 10 * SECOND,
  openWorkPageMax: 200,
  /** Tries of steps that a process remembers, of which half are always there: 10,000 may wait at once. */
  openWorkRememberedMax: 40_000,
  /** How long a document that was tried is left alone, doubling from try to try. */
  openWorkRetryMinMs: 1 * SECOND,
  openWorkRetryMaxMs: 30 * SECOND,
  /** How long a request may stay claimed before the supervisor takes it over. */
  requestClaimGraceMs: 3 * SECOND,
} as const;
