/** The process itself. */
import { MiB, SECOND } from './units.ts';

export const processLimits = {
  /** Milliseconds of one turn of the event loop that each kind of work has: long folds, read models, requests. */
  sliceMs: 3,
  /** How often calls of servers are looked at for late ones. */
  deadlineLookMs: 100,
  /** How long a thread that seems stuck has to say something all the same. */
  threadSilenceGraceMs: 1 * SECOND,
  /** How often the length of turns of the event loop is measured; a measurement is too long by this at most. */
  turnSampleMs: 2,
  /** The same for a loop at rest: it has not been active in half of a look for so long. */
  turnSampleAtRestMs: 10,
  turnRestAfterMs: 100,
  /** How long the pauses of V8 that fell into a turn may be told of after it. */
  turnSettleMs: 1 * SECOND,
  /** The most that a request of `/metrics` counts of events behind a read model, and of due open work. */
  backlogCountedMax: 1_000,
  /** How long a look at readiness waits for a server. */
  readyPingMs: 2 * SECOND,
  /** How long a start waits for a program to say its version, while the stores open. */
  programVersionMs: 5 * SECOND,
  /** A disk with less is full: more than most appends with their indexes, and than most pictures. */
  diskFreeBytesMin: 1 * MiB,
  shutdownGraceMs: 10 * SECOND,
  /** Timeout of a stop. A start needs only the state that is durable by then. */
  stopMaxMs: 50 * SECOND,
} as const;
