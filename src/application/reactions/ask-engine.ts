/** An engine's answer about an attempt, within its deadline. */
import { BrokenInvariant, Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Done, EngineRequest, LookedUp, Scratch } from '../../ports/engine.ts';
import type { Attempt, AttemptDeps } from './attempt.ts';

type AskDeps = Pick<AttemptDeps, 'clock' | 'timers' | 'stopping' | 'metrics'>;

export type EngineAnswer =
  | Done
  /** Nothing was done, for certain. */
  | { readonly kind: 'failed'; readonly code: 'rejected' | 'unavailable'; readonly message: string }
  /** The deadline has passed, and the call goes on: only for engines that must not be asked again. */
  | { readonly kind: 'late'; readonly work: Promise<Done> }
  /** It may have done the work, or not. */
  | { readonly kind: 'unknown'; readonly message: string };

/** Why a deadline is called off; one for all, since every call calls it off. */
const OVER = new Fault('cancelled', 'the call is over');

/** Fault `cancelled` when the service stops. */
export const askEngine = async (
  deps: AskDeps,
  attempt: Attempt,
  request: EngineRequest,
  scratch: Scratch,
): Promise<EngineAnswer> => {
  try {
    return await perform(deps, attempt, request, scratch);
  } catch (error) {
    if (deps.stopping.aborted || isFault(error, 'cancelled') || error instanceof BrokenInvariant) throw error;
    if (isFault(error, 'rejected')) return { kind: 'failed', code: 'rejected', message: error.message };
    if (isFault(error, 'unavailable')) return { kind: 'failed', code: 'unavailable', message: error.message };
    if (isFault(error, 'unknown_outcome')) return { kind: 'unknown', message: error.message };
    // An error that its port does not know: the outcome of the attempt is unknown.
    return { kind: 'unknown', message: `${attempt.engine.name} failed without saying what became of the attempt` };
  }
};

/** The engine's call, ended at its deadline: its outcome is then unknown. */
const perform = async (
  { timers, stopping, clock, metrics }: AskDeps,
  { engine, attemptKey }: Attempt,
  request: EngineRequest,
  scratch: Scratch,
): Promise<EngineAnswer> => {
  const asked = clock.monotonic();
  const ended = (outcome: string): void => {
    metrics?.count('pi_engine_calls_total', { engine: engine.name, outcome });
    metrics?.observe('pi_engine_call_seconds', (clock.monotonic() - asked) / 1_000, { engine: engine.name });
  };
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, stopping]);
  const work = engine.perform(attemptKey, request, scratch, signal);
  const waited = new AbortController();
  let late: Fault | undefined;
  const deadline = timers.sleep(engine.deadlineMs, waited.signal).then(() => {
    late = new Fault('unknown_outcome', `${engine.name} did not answer within ${engine.deadlineMs} ms`);
    throw late;
  });
  try {
    const done = await Promise.race([work, deadline]);
    ended(done.kind);
    return done;
  } catch (error) {
    ended(isFault(error) ? error.code : 'failed');
    if (late !== undefined && error === late && engine.repeat === 'never') return { kind: 'late', work };
    over.abort(OVER);
    throw error;
  } finally {
    waited.abort(OVER);
    deadline.catch(() => undefined);
    work.catch(() => undefined);
  }
};

/**
 * Asks what became of the key until the engine knows, or its deadline has passed; `running` where it has not said by
 * then. An engine that does not answer is one that has not said.
 */
export const lookUp = async (
  { clock, timers, stopping }: AskDeps,
  { engine, attemptKey }: Pick<Attempt, 'engine' | 'attemptKey'>,
  scratch: Scratch,
): Promise<LookedUp> => {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, stopping]);
  const until = clock.monotonic() + engine.deadlineMs;
  const notSaid = { kind: 'running' } as const;
  const deadline = timers.sleep(engine.deadlineMs, signal);
  deadline.catch(() => undefined);
  let said: LookedUp = notSaid;
  try {
    for (;;) {
      const asked = engine.lookup?.(attemptKey, scratch, signal).catch((error: unknown) => {
        if (error instanceof BrokenInvariant) throw error;
        return notSaid;
      });
      said = (await Promise.race([asked, deadline])) ?? said;
      if (said.kind === 'done' || said.kind === 'failed' || clock.monotonic() >= until) return said;
      await timers.sleep(limits.lookupEveryMs, stopping);
    }
  } finally {
    over.abort(OVER);
  }
};
