/** The process itself. */
import { SECOND } from './units.ts';

export const processLimits = {
  /** What all folds and checks of the log take of one turn of the event loop together, in milliseconds. */
  sliceMs: 5,
  /** How long a thread that seems stuck has to say something all the same. */
  threadSilenceGraceMs: 1 * SECOND,
  /** How often it is looked how long turns of the event loop are; none is told to be longer by more than this. */
  turnSampleMs: 5,
  /** How long the pauses of V8 that fell into a turn may be told of after it. */
  turnSettleMs: 1 * SECOND,
  /** What each look at `/metrics` counts at most: events behind a read model, and due documents of open work. */
  backlogCountedMax: 1_000,
  /** How long a look at readiness waits for a server. */
  readyPingMs: 2 * SECOND,
  shutdownGraceMs: 10 * SECOND,
  /** When a stop that has not ended is ended: what is durable by then is all that a start needs. */
  stopMaxMs: 50 * SECOND,
} as const;
