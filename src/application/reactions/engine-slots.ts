/**
 * Turns at an engine. Work waits in lines, one for each workspace. A free slot goes to the workspace with the fewest on
 * that engine. Among equals each has one turn in a round. Calls that a client waits for come before bulk work in it. So
 * no workspace has more than its share while another waits, and a new one gets the next slot. Nothing depends on these
 * lines: they are one process's memory. The waiting work is in the log, and its message is not done.
 */
import { limits } from '../../kernel/limits.ts';
import type { Engine as MediaEngine, Pace } from '../../ports/engine.ts';
import type { Handled } from '../../ports/message-log.ts';

export type Turn = {
  readonly engine: Pick<MediaEngine, 'name' | 'inFlightMax' | 'pace'>;
  readonly workspaceId: string;
  readonly attemptKey: string;
  /** `call`: a client waits for the answer. */
  readonly lane: 'call' | 'bulk';
  /** Asked when its turn has come: work that is another process's by then takes no turn. */
  readonly stillWanted: () => boolean;
};

export type EngineSlots = {
  /**
   * Does the work in its turn and returns its result. Undefined, and nothing was done: the attempt waits or runs here
   * already, is not wanted any more, or the service stops.
   */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T | undefined>;
  /** Whether work waits for a slot of the engine. */
  isAwaited(engine: Pick<Turn['engine'], 'name'>): boolean;
};

/** The verdict on a message whose attempt did not get its turn. */
export const NOT_ITS_TURN: Handled = { kind: 'park', retryAfterMs: limits.turnRetryMs };

type Waiter = { turn: Turn; admit: (isTurn: boolean) => void; waits: boolean };

/** The work of one workspace at one engine. */
type Line = {
  inFlight: number;
  /** The round in which its next turn is. */
  round: number;
  readonly call: Set<Waiter>;
  readonly bulk: Set<Waiter>;
};

type Engine = {
  inFlight: number;
  round: number;
  waiting: number;
  readonly lines: Map<string, Line>;
  /** Whether it waits for its provider, and will look again. */
  paused: boolean;
};

export const createEngineSlots = (stopping: AbortSignal): EngineSlots => {
  const engines = new Map<string, Engine>();
  /** Attempts that wait or run, by engine and key. */
  const here = new Map<string, Waiter>();
  /** The last place of each of these attempts. */
  const places = new Map<string, Waiter>();

  const turnAway = (): void => {
    for (const engine of engines.values()) {
      engine.waiting = 0;
      for (const line of engine.lines.values()) {
        for (const waiter of [...line.call, ...line.bulk]) waiter.admit(false);
        line.call.clear();
        line.bulk.clear();
      }
    }
  };
  stopping.addEventListener('abort', turnAway, { once: true });

  /** A message that comes again, as its partition did, has the place of the one that is not wanted. */
  const enter = async (engine: Engine, turn: Turn, known: Waiter | undefined): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = known ?? { turn, admit: resolve, waits: true };
    if (known === undefined) {
      here.set(nameOf(turn), waiter);
      places.set(turn.attemptKey, waiter);
      lineOf(engine, turn.workspaceId)[turn.lane].add(waiter);
      engine.waiting += 1;
    } else {
      known.admit(false);
      known.turn = turn;
      known.admit = resolve;
    }
    pump(engine, turn.engine);
    return promise;
  };

  const forget = (turn: Turn): void => {
    if (here.get(nameOf(turn))?.turn === turn) here.delete(nameOf(turn));
    if (places.get(turn.attemptKey)?.turn === turn) places.delete(turn.attemptKey);
  };

  /** Its key was changed, and its engine is another one now: the one before would be asked for a place on and on. */
  const leavePlaceBefore = ({ engine: { name }, attemptKey }: Turn): void => {
    const before = places.get(attemptKey);
    const engine = engines.get(before?.turn.engine.name ?? '');
    if (before?.waits !== true || engine === undefined || before.turn.engine.name === name) return;
    const { workspaceId, lane } = before.turn;
    if (!lineOf(engine, workspaceId)[lane].delete(before)) return;
    engine.waiting -= 1;
    before.waits = false;
    before.admit(false);
    forgetIdle(engine);
  };

  const leave = (engine: Engine, { engine: asked, workspaceId }: Turn): void => {
    engine.inFlight -= 1;
    asked.pace?.give();
    lineOf(engine, workspaceId).inFlight -= 1;
    pump(engine, asked);
  };

  return Object.freeze({
    run: async <T>(turn: Turn, work: () => Promise<T>): Promise<T | undefined> => {
      const known = here.get(nameOf(turn));
      const isHere = known !== undefined && !(known.waits && !known.turn.stillWanted());
      if (stopping.aborted || isHere) return undefined;
      leavePlaceBefore(turn);
      const { name } = turn.engine;
      const engine = engines.get(name) ?? { inFlight: 0, round: 0, waiting: 0, lines: new Map(), paused: false };
      engines.set(name, engine);
      try {
        if (!(await enter(engine, turn, known))) return undefined;
        try {
          return await work();
        } finally {
          leave(engine, turn);
        }
      } finally {
        forget(turn);
        // There may be an engine for each key of a workspace.
        if (isIdle(engine)) engines.delete(name);
      }
    },
    isAwaited: ({ name }: Pick<Turn['engine'], 'name'>) => (engines.get(name)?.waiting ?? 0) > 0,
  });
};

const isIdle = ({ inFlight, waiting, paused, lines }: Engine): boolean =>
  inFlight + waiting + lines.size === 0 && !paused;

const nameOf = ({ engine, attemptKey }: Turn): string => `${engine.name} ${attemptKey}`;

const lineOf = ({ lines, round }: Engine, workspaceId: string): Line => {
  const line = lines.get(workspaceId) ?? { inFlight: 0, round, call: new Set(), bulk: new Set() };
  lines.set(workspaceId, line);
  // Turns that it had no use for are not saved up.
  line.round = Math.max(line.round, round);
  return line;
};

/** Hands out free slots. Where the provider has no place for one, all wait in their lines. */
const pump = (engine: Engine, asked: Turn['engine']): void => {
  while (!engine.paused && engine.inFlight < asked.inFlightMax && engine.waiting > 0) {
    const line = nextLine(engine);
    if (line === undefined) break;
    if (asked.pace?.take() === false) {
      pause(engine, asked, asked.pace);
      break;
    }
    const queue = line.call.size > 0 ? line.call : line.bulk;
    let isTaken = false;
    for (const waiter of queue) {
      queue.delete(waiter);
      engine.waiting -= 1;
      const isTurn = waiter.turn.stillWanted();
      waiter.waits = false;
      if (isTurn) takeTurn(engine, line);
      waiter.admit(isTurn);
      isTaken ||= isTurn;
      if (isTurn) break;
    }
    if (!isTaken) asked.pace?.give();
  }
  forgetIdle(engine);
};

const pause = (engine: Engine, asked: Turn['engine'], pace: Pace): void => {
  const goOn = (): void => {
    engine.paused = false;
    pump(engine, asked);
  };
  engine.paused = true;
  pace.again().then(goOn, goOn);
};

const takeTurn = (engine: Engine, line: Line): void => {
  engine.inFlight += 1;
  line.inFlight += 1;
  engine.round = Math.max(engine.round, line.round);
  line.round = engine.round + 1;
};

/** The one whose turn it is; undefined where all that wait have as much as one workspace may have. */
const nextLine = ({ lines }: Engine): Line | undefined => {
  let next: Line | undefined;
  for (const line of lines.values()) {
    const waits = line.call.size + line.bulk.size > 0 && line.inFlight < limits.framesInFlightPerWorkspaceMax;
    if (waits && (next === undefined || isBefore(line, next))) next = line;
  }
  return next;
};

const isBefore = (a: Line, b: Line): boolean => {
  if (a.inFlight !== b.inFlight) return a.inFlight < b.inFlight;
  if (a.round !== b.round) return a.round < b.round;
  return a.call.size > 0 && b.call.size === 0;
};

/** There are many workspaces: one that had its turn is remembered until the next round, and only while others wait. */
const forgetIdle = ({ lines, waiting, round }: Engine): void => {
  for (const [workspaceId, { inFlight, call, bulk, round: own }] of lines) {
    const isIdle = inFlight + call.size + bulk.size === 0;
    if (isIdle && (waiting === 0 || own <= round)) lines.delete(workspaceId);
  }
};
