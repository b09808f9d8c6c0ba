/** Dispatch of a task: the intent is in the log, now an engine is called for it. */
import type { ClaimAttempt } from '../../../commands/job/claim-attempt.ts';
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
import type { PlanDeps } from '../work/content.ts';
import { type AttemptEngine, engineOfAttempt } from '../services/own-engines.ts';
import type { Services } from '../services/services.ts';
import { type AttemptDeps, type AttemptPlace, type AttemptRecord, keyRemoved } from './attempt.ts';
import { type Ahead, outcomeRecord, type RecordDeps } from './attempt-record.ts';
import { type EngineSlots, NOT_ITS_TURN } from './engine-slots.ts';
import { performAttempt } from './perform-attempt.ts';
import { planTask } from './plan-task.ts';
import type { ScoreAtHand } from './score-frame.ts';

/** Speaks for the attempt that a job dispatches next; undefined where its message leads to it. */
export type ClaimAhead = (done: AttemptPlace, kind: JobKind) => Promise<Ahead | undefined>;

export type DispatchDeps = Pick<Services, 'commands' | 'artifacts' | 'engines' | 'own' | 'clock'> &
  AttemptDeps & {
    readonly objects: Pick<ObjectStore, 'put' | 'get' | 'read'>;
    readonly slots: EngineSlots;
    /** Names this process as the holder of leases. */
    readonly holder: string;
    /** Scores a picture that is at hand, where this process scores; undefined where another does. */
    readonly scoreAtHand?: ScoreAtHand;
    /** Claims the next attempt of a job beside a score; undefined where its message leads to it. */
    readonly claimAhead?: ClaimAhead;
    /** Undefined: no provider is told where to call. */
    readonly callbacks?: Pick<CallbackAddresses, 'of'>;
  } & Pick<PlanDeps, 'addressFor'>;

/** An attempt that is in the log. `since`: revision of the event that asks for it, when there is one. */
export type TaskDispatch = AttemptPlace & {
  readonly kind: JobKind;
  /** The engine's name. */
  readonly engine: string;
  readonly since?: Revision;
  /** It is claimed by this process, under that epoch since that moment of the monotonic clock. */
  readonly claimed?: { readonly epoch: number; readonly at: number };
};

export const dispatchTask = async (
  deps: DispatchDeps,
  dispatch: TaskDispatch,
  stillOwned: () => boolean,
): Promise<Handled> => {
  const { attemptKey, kind } = dispatch;
  const { workspaceId } = dispatch.context;
  const found = await engineOfAttempt(deps, workspaceId, dispatch.engine);
  // A waiting task holds nothing but its message: a manifest may be 10 MB.
  const perform = async (): Promise<Handled> => {
    const now = await engineOfAttempt(deps, workspaceId, dispatch.engine);
    // The workspace has changed its key while the task waited: it has another line now.
    return lineOf(now, dispatch) === lineOf(found, dispatch)
      ? performTask(deps, dispatch, now, stillOwned)
      : NOT_ITS_TURN;
  };
  const lane = BULK.has(kind) ? 'bulk' : 'call';
  const called = calledFor(found, dispatch);
  // Short work has turns of its own, beside those of long work.
  const line = lineOf(found, dispatch);
  const engine = { ...called, name: (await isShort(deps, dispatch, called)) ? `${line} short` : line };
  const turn = { engine, workspaceId, attemptKey, lane, stillWanted: stillOwned } as const;
  return (await deps.slots.run(turn, perform)) ?? NOT_ITS_TURN;
};

const calledFor = (found: AttemptEngine, { engine: name }: TaskDispatch): Engine =>
  found.kind === 'found' ? found.engine : missingEngine(name);

/** Each key of a workspace has a line of its own, as it has limits of its own. */
const lineOf = (found: AttemptEngine, { engine }: TaskDispatch): string => {
  if (found.kind === 'key_removed') return `${engine} ${found.kind}`;
  return found.kind === 'found' && found.fingerprint !== null ? `${engine} ${found.fingerprint}` : engine;
};

/** Most engines have no short work, and the job is not read for them before its turn. */
const isShort = async (
  { commands }: DispatchDeps,
  { stream, since, attemptKey }: TaskDispatch,
  engine: Engine,
): Promise<boolean> => {
  if (engine.isShort === undefined) return false;
  const { state: job } = await commands.readSince(jobDecider, stream, since);
  const task = taskOfAttempt(job, attemptKey);
  const scenes = job.tasks.filter(({ makes, status }) => makes === 'clip' && status !== 'left_out');
  return task !== undefined && engine.isShort(task.makes, scenes.length);
};

/** Kinds of many tasks. A client waits for all others. */
const BULK: ReadonlySet<JobKind> = new Set(['storyboard', 'video', 'commerce']);

const performTask = async (
  deps: DispatchDeps,
  dispatch: TaskDispatch,
  found: AttemptEngine,
  stillOwned: () => boolean,
): Promise<Handled> => {
  const engine = underKeyInForce(deps, dispatch, found);
  const { stream, attemptKey, since, context } = dispatch;
  const { state: job } = await deps.commands.readSince(jobDecider, stream, since);
  const task = taskOfAttempt(job, attemptKey);
  // A repeated message, of an attempt that is over.
  if (task === undefined || job.details === null || !isToBeMade(task)) return { kind: 'done' };
  const { promptHash, request: planned, least: wanted } = await planTask(deps, { ...job, details: job.details }, task);
  const request = found.kind === 'key_removed' ? async () => Promise.reject(keyRemoved(engine.name)) : planned;
  // A crash while it is scored loses the delivery. An engine that must not be asked again gets no such window.
  const scoreAtHand = task.judged && engine.repeat !== 'never' ? deps.scoreAtHand : undefined;
  const ahead =
    scoreAtHand &&
    (async () => (stillOwned() ? deps.claimAhead?.(dispatch, dispatch.kind) : Promise.resolve(undefined)));
  const ownKey = found.kind === 'found' ? found.fingerprint : null;
  const told = { promptHash, ...(ownKey === null ? {} : { ownKey }) };
  const record = recordOf({ ...deps, scoreAtHand, ahead }, dispatch, told);
  const { workspaceId } = context;
  const { makes } = task;
  // An engine that cannot be asked has no use for calls.
  const isCalled = engine.poll !== undefined || engine.lookup !== undefined;
  const callbackUrl = isCalled ? (deps.callbacks?.of({ jobId: idOf(stream), attemptKey }) ?? null) : null;
  const least = engine.repeat === 'safe' || task.judged ? {} : { least: wanted };
  const attempt = { attemptKey, workspaceId, makes, engine, request, record, ...least, callbackUrl, stillOwned };
  return performAttempt(deps, attempt);
};

/**
 * The engine, which looks once more at the key before a call: the workspace may have changed it while the work was
 * prepared. A removal that was answered stops each call that is not begun.
 */
const underKeyInForce = (deps: DispatchDeps, dispatch: TaskDispatch, found: AttemptEngine): Engine => {
  const engine = calledFor(found, dispatch);
  if (found.kind !== 'found' || found.fingerprint === null) return engine;
  const perform: Engine['perform'] = async (...asked) => {
    const now = await engineOfAttempt(deps, dispatch.context.workspaceId, dispatch.engine);
    if (now.kind === 'key_removed') throw keyRemoved(engine.name);
    // Nothing was done: the next try is under the key that is in force then.
    if (lineOf(now, dispatch) !== lineOf(found, dispatch)) throw new Fault('unavailable', 'the key has been replaced');
    return engine.perform(...asked);
  };
  return { ...engine, perform };
};

const isToBeMade = ({ status }: TaskState): boolean => status === 'dispatched' || status === 'claimed';

const recordOf = (
  deps: RecordDeps & Pick<DispatchDeps, 'holder' | 'leaseMs'>,
  place: TaskDispatch,
  { promptHash, ...told }: { readonly promptHash: () => string } & Pick<ClaimAttempt, 'ownKey'>,
): AttemptRecord => {
  const { stream, attemptKey, context, claimed } = place;
  return {
    ...outcomeRecord(deps, place),
    claim: async (asked) => {
      const isFirst = asked === 0 && claimed !== undefined;
      // While it waited for its turn nothing renewed it.
      if (isFirst && deps.clock.monotonic() - claimed.at < deps.leaseMs / 2) {
        return { kind: 'taken', epoch: claimed.epoch, calledOff: false };
      }
      const lapsedEpoch = isFirst ? claimed.epoch : asked;
      const command = {
        type: 'ClaimAttempt',
        attemptKey,
        holder: deps.holder,
        promptHash: promptHash(),
        ...told,
        lapsedEpoch,
      } as const;
      const outcome = await deps.commands.handle(jobDecider, stream, command, context);
      const epoch = taskOfAttempt(outcome.state, attemptKey)?.epoch ?? 0;
      if (outcome.kind === 'accepted') return { kind: 'taken', epoch, calledOff: outcome.state.cancelRequested };
      const held = outcome.kind === 'refused' && outcome.refusal.code === 'lease_held';
      return held ? { kind: 'held', epoch } : { kind: 'over' };
    },
  };
};

/**
 * The engine or its key was there when the job was planned, and is not any more. Nothing was done for an attempt that
 * was never claimed. A claimed one may be made and billed: it is asked about once the engine is back.
 */
const missingEngine = (name: string): Engine => ({
  name,
  version: 'none',
  makes: [],
  repeat: 'lookup',
  deadlineMs: 1_000,
  inFlightMax: 1,
  limitations: [],
  perform: async () => Promise.reject(new Fault('rejected', `${name} is not configured here`)),
  available: async () => Promise.resolve(false),
});
