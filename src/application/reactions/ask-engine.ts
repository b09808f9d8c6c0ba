/** An engine's answer about an attempt, within its deadline. */
import { BrokenInvariant, Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { linkedAbort } from '../../kernel/linked-abort.ts';
import type { Done, Engine, EngineRequest, LookedUp, Polled, Scratch, Submitted } from '../../ports/engine.ts';
import { type Attempt, type AttemptDeps, refusedAs } from './attempt.ts';

type AskDeps = Pick<AttemptDeps, 'clock' | 'timers' | 'stopping' | 'metrics'>;

export type EngineAnswer =
  | Done
  | Submitted
  /** Nothing was done, for certain. */
  | {
      readonly kind: 'failed';
      readonly code: 'rejected' | 'provider_key_removed' | 'unavailable' | 'cancelled';
      readonly message: string;
    }
  /** The deadline has passed, and the call goes on: only for engines that must not be called again. */
  | { readonly kind: 'late'; readonly work: Promise<Done | Submitted> }
  /** It may have done the work, or not. */
  | { readonly kind: 'unknown'; readonly message: string };

/** Why a deadline is called off; one for all, since every call calls it off. */
const OVER = new Fault('cancelled', 'the call is over');

/** Fault `cancelled` when the service stops. `calledOff` is a wish: an output that comes all the same is kept. */
export const askEngine = async (
  deps: AskDeps,
  attempt: Attempt,
  request: EngineRequest,
  scratch: Scratch,
  calledOff: AbortSignal,
): Promise<EngineAnswer> => {
  try {
    const answer = await perform(deps, attempt, request, scratch, calledOff);
    return answer.kind === 'submitted' && !isRef(answer.ref) ? nameless(attempt) : answer;
  } catch (error) {
    if (deps.stopping.aborted || error instanceof BrokenInvariant) throw error;
    if (isFault(error, 'cancelled')) {
      if (!calledOff.aborted) throw error;
      return { kind: 'failed', code: 'cancelled', message: 'the job was cancelled' };
    }
    if (isFault(error, 'rejected')) return { kind: 'failed', code: refusedAs(error), message: error.message };
    if (isFault(error, 'unavailable')) return { kind: 'failed', code: 'unavailable', message: error.message };
    if (isFault(error, 'unknown_outcome')) return { kind: 'unknown', message: error.message };
    // It fails in no way that its port knows: the outcome of the attempt is untold.
    return { kind: 'unknown', message: `${attempt.engine.name} failed without telling the outcome of the attempt` };
  }
};

const isRef = (ref: string): boolean => ref.length > 0 && ref.length <= limits.engineRefCharsMax;

/** Under a name that the log does not take the work can never be asked about. */
const nameless = ({ engine }: Attempt): EngineAnswer => ({
  kind: 'unknown',
  message: `${engine.name} has taken the attempt under a name of 0 or over ${limits.engineRefCharsMax} characters`,
});

/** The engine's call, ended at its deadline: its outcome is then unknown. */
const perform = async (
  deps: AskDeps,
  { engine, attemptKey, callbackUrl }: Attempt,
  request: EngineRequest,
  scratch: Scratch,
  calledOff: AbortSignal,
): Promise<EngineAnswer> => {
  const { clock, metrics } = deps;
  const asked = clock.monotonic();
  const ended = (outcome: string): void => {
    metrics?.count('pi_engine_calls_total', { engine: engine.name, outcome });
    metrics?.observe('pi_engine_call_seconds', (clock.monotonic() - asked) / 1_000, { engine: engine.name });
  };
  const over = linkedAbort(deps.stopping);
  calledOff.addEventListener('abort', () => over.abort(calledOff.reason), { once: true });
  const work = engine.perform(attemptKey, request, scratch, over.signal, callbackUrl);
  work.then(over.release, over.release);
  try {
    // A stop is a wish to the engine: a call that finishes all the same is kept.
    const answer = await inTime(deps, engine, work);
    ended(answer.kind);
    return answer;
  } catch (error) {
    ended(isFault(error) ? error.code : 'failed');
    if (error instanceof Late && engine.repeat === 'never') return { kind: 'late', work };
    over.abort(OVER);
    throw error;
  }
};

/** The deadline of an engine has passed. */
class Late extends Fault {
  constructor({ name, deadlineMs }: Engine) {
    super('unknown_outcome', `${name} did not answer within ${deadlineMs} ms`);
  }
}

/** Fault `Late` at the engine's deadline, and `cancelled` once `given` aborts; the work may go on then. */
const inTime = async <T>({ timers }: AskDeps, engine: Engine, work: Promise<T>, given?: AbortSignal): Promise<T> => {
  const waited = linkedAbort(given);
  const deadline = timers.sleep(engine.deadlineMs, waited.signal).then(() => Promise.reject(new Late(engine)));
  try {
    return await Promise.race([work, deadline]);
  } finally {
    waited.release();
    waited.abort(OVER);
    deadline.catch(() => undefined);
    work.catch(() => undefined);
  }
};

/** Work that an engine was given earlier. `ref`: its own name for it; null where it never said one. */
export type Asked = { readonly engine: Engine; readonly attemptKey: string; readonly ref: string | null };

/** Whether the engine can be asked for the outcome at all. */
export const isAskable = ({ engine, ref }: Omit<Asked, 'attemptKey'>): boolean =>
  ref === null ? engine.repeat === 'lookup' : engine.poll !== undefined;

const NOT_SAID: Polled = { kind: 'running', pollAfterMs: limits.pollAgainMs };

/** The outcome of earlier work, as far as the engine tells. Fault `cancelled` when the service stops. */
export const askOutcome = async (deps: AskDeps, asked: Asked, scratch: Scratch): Promise<LookedUp> =>
  (await inDoubt(deps, asked.engine, async (signal) => {
    const { engine, attemptKey, ref } = asked;
    return ref === null ? engine.lookup?.(attemptKey, scratch, signal) : engine.poll?.(ref, scratch, signal);
  })) ?? NOT_SAID;

/** Calls the work off, where the engine can; it tells by its outcome whether it did. */
export const callOff = async (deps: AskDeps, { engine, ref }: Asked): Promise<void> => {
  if (ref !== null) await inDoubt(deps, engine, async (signal) => engine.cancel?.(ref, signal));
};

/** A question that fails or takes too long is one that was not answered: undefined. */
const inDoubt = async <T>(
  deps: AskDeps,
  engine: Engine,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> => {
  const over = linkedAbort(deps.stopping);
  try {
    return await inTime(deps, engine, ask(over.signal), deps.stopping);
  } catch (error) {
    over.abort(OVER);
    if (deps.stopping.aborted || error instanceof BrokenInvariant) throw error;
    return undefined;
  } finally {
    over.release();
  }
};
