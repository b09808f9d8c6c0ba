/** The table, in its order. */
import type { Benchmark } from './support/measure.ts';
import { appendAtThePort, appendThroughCodec } from './rows/append.ts';
import { ledgerAudit } from './rows/audit.ts';
import { flatCost, starting } from './rows/long-log.ts';
import { rebuilding } from './rows/rebuild.ts';
import { generating } from './rows/generate.ts';
import { polls, serversPoll } from './rows/poll.ts';
import { longestTurn } from './rows/turns.ts';
import { boardPainted } from './rows/board.ts';
import { pollsWhileDrawing, pollsWhileFilming } from './rows/poll-latency.ts';
import { serversAppend } from './rows/servers-append.ts';
import { serversFrames } from './rows/servers-frames.ts';
import { serversFeed } from './rows/servers-feed.ts';
import { serversProjection } from './rows/servers-projection.ts';
import { serversRelay } from './rows/servers-relay.ts';
import { serversLatency } from './rows/servers-latency.ts';
import { musicMade, speechMade } from './rows/sound.ts';
import { filming } from './rows/film.ts';
import { longFilm } from './rows/film-memory.ts';
import { submittedHour } from './rows/submitted.ts';
import { framesAtOnce, framesDrawn, framesStored } from './rows/frames.ts';

export const benchmarks: readonly Benchmark[] = [
  appendAtThePort,
  appendThroughCodec,
  polls,
  generating,
  framesAtOnce,
  framesStored,
  framesDrawn,
  musicMade,
  speechMade,
  filming,
  longFilm,
  submittedHour,
  flatCost,
  rebuilding,
  ledgerAudit,
  starting,
  pollsWhileDrawing,
  pollsWhileFilming,
  longestTurn,
  boardPainted,
  serversAppend,
  serversFrames,
  serversFeed,
  serversProjection,
  serversPoll,
  serversRelay,
  serversLatency,
];
