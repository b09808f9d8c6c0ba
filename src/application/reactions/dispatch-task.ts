/** Dispatch of a task: the intent is in the log, now an engine is called for it. */
import { jobDecider } from '../../../commands/job/decider.ts';
import { taskOfAttempt } from '../../../commands/job/queries.ts';
import type { TaskState } from '../../../commands/job/state.ts';
import type { JobKind } from '../../../events/job.ts';
import { idOf } from '../../kernel/event.ts';
import { Fault } from '../../kernel/faults.ts';
import type { Revision } from '../../kernel/position.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Handled } from '../../ports/message-log.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { CallbackAddresses } from '../services/callback-addresses.ts';
import type { Services } from '../services/services.ts';
import { type AttemptPlace, outcomeRecord, type RecordDeps } from './attempt-record.ts';
import type { AttemptDeps, AttemptRecord } from './attempt.ts';
import { type EngineSlots, NOT_ITS_TURN } from './engine-slots.ts';
import { performAttempt } from './perform-attempt.ts';
import { planTask } from './plan-task.ts';
import type { ScoreAtHand } from './score-frame.ts';

export type DispatchDeps = Pick<Services, 'commands' | 'artifacts' | 'engines' | 'clock'> &
  AttemptDeps & {
    readonly objects: Pick<ObjectStore, 'put' | 'get' | 'read'>;
    readonly slots: EngineSlots;
    /** Names this process as the holder of leases. */
    readonly holder: string;
    /** Scores a picture that is at hand, where this process scores; undefined where another does. */
    readonly scoreAtHand?: ScoreAtHand;
    /** Undefined: no provider is told where to call. */
    readonly callbacks?: Pick<CallbackAddresses, 'of'>;
  };

/** An attempt that is in the log. `since`: revision of the event that asks for it, when there is one. */
export type TaskDispatch = AttemptPlace & {
  readonly kind: JobKind;
  /** The engine's name. */
  readonly engine: string;
  readonly since?: Revision;
};

export const dispatchTask = async (
  deps: DispatchDeps,
  dispatch: TaskDispatch,
  stillOwned: () => boolean,
): Promise<Handled> => {
  const { attemptKey, kind } = dispatch;
  const { workspaceId } = dispatch.context;
  const engine = deps.engines.get(dispatch.engine) ?? missingEngine(dispatch.engine);
  // A waiting task holds nothing but its message: a manifest may be 10 MB.
  const perform = async () => performTask(deps, dispatch, engine, stillOwned);
  const lane = BULK.has(kind) ? 'bulk' : 'call';
  const turn = { engine, workspaceId, attemptKey, lane, stillWanted: stillOwned } as const;
  return (await deps.slots.run(turn, perform)) ?? NOT_ITS_TURN;
};

/** Kinds of many tasks. A client waits for all others. */
const BULK: ReadonlySet<JobKind> = new Set(['storyboard', 'video', 'commerce']);

const performTask = async (
  deps: DispatchDeps,
  dispatch: TaskDispatch,
  engine: Engine,
  stillOwned: () => boolean,
): Promise<Handled> => {
  const { stream, attemptKey, since, context } = dispatch;
  const { state: job } = await deps.commands.readSince(jobDecider, stream, since);
  const task = taskOfAttempt(job, attemptKey);
  // A repeated message, of an attempt that is over.
  if (task === undefined || job.details === null || !isToBeMade(task)) return { kind: 'done' };
  const { promptHash, request } = await planTask(deps, { ...job, details: job.details }, task);
  // A crash while it is scored loses the delivery. An engine that must not be asked again gets no such window.
  const scoreAtHand = task.judged && engine.repeat !== 'never' ? deps.scoreAtHand : undefined;
  const record = recordOf({ ...deps, scoreAtHand }, dispatch, promptHash);
  const { workspaceId } = context;
  const { makes } = task;
  // An engine that cannot be asked has no use for calls.
  const isCalled = engine.poll !== undefined || engine.lookup !== undefined;
  const callbackUrl = isCalled ? (deps.callbacks?.of({ jobId: idOf(stream), attemptKey }) ?? null) : null;
  return performAttempt(deps, { attemptKey, workspaceId, makes, engine, request, record, callbackUrl, stillOwned });
};

const isToBeMade = ({ status }: TaskState): boolean => status === 'dispatched' || status === 'claimed';

const recordOf = (
  deps: RecordDeps & Pick<DispatchDeps, 'holder'>,
  place: AttemptPlace,
  promptHash: string,
): AttemptRecord => {
  const { stream, attemptKey, context } = place;
  return {
    ...outcomeRecord(deps, place),
    claim: async (lapsedEpoch) => {
      const command = { type: 'ClaimAttempt', attemptKey, holder: deps.holder, promptHash, lapsedEpoch } as const;
      const outcome = await deps.commands.handle(jobDecider, stream, command, context);
      const epoch = taskOfAttempt(outcome.state, attemptKey)?.epoch ?? 0;
      if (outcome.kind === 'accepted') return { kind: 'taken', epoch };
      const held = outcome.kind === 'refused' && outcome.refusal.code === 'lease_held';
      return held ? { kind: 'held', epoch } : { kind: 'over' };
    },
  };
};

/** The engine was configured when the job was planned and is not any more: nothing was done, and the ladder goes on. */
export const missingEngine = (name: string): Engine => ({
  name,
  version: 'none',
  makes: [],
  repeat: 'safe',
  deadlineMs: 1_000,
  inFlightMax: 1,
  limitations: [],
  perform: async () => Promise.reject(new Fault('rejected', `${name} is not configured here`)),
  available: async () => Promise.resolve(false),
});
