/**
 * A controller that a longer-lived signal aborts, too. `AbortSignal.any` leaves weak references in the longer-lived
 * signal, which the garbage collector has to look at: a cost for each call, not for each abort.
 */

export type LinkedAbort = {
  readonly signal: AbortSignal;
  readonly abort: (reason?: unknown) => void;
  /** Leaves the parent: from then on only `abort` aborts. To be called when the work is over. */
  readonly release: () => void;
};

/** Without a parent it is any controller. */
export const linkedAbort = (parent?: AbortSignal): LinkedAbort => {
  const own = new AbortController();
  const follow = (): void => own.abort(parent?.reason);
  if (parent?.aborted === true) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: own.signal,
    abort: (reason) => own.abort(reason),
    release: () => parent?.removeEventListener('abort', follow),
  };
};
