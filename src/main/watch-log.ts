/**
 * The log's integrity (design, section 5): a start refuses a log that ends before what its read models have seen, or
 * that is damaged after the last verified mark. The rest is checked in the background, again and again what is new. A
 * fault turns readiness red and stops Spend (`guard-spend.ts`); reads go on.
 *
 * Where a server that this takes is down, the start goes on without: the check is made up for as soon as it is back,
 * and before this process folds anything.
 */
import { createSealedLog } from '../application/audit/sealed-log.ts';
import { EPOCHS } from '../application/start-epoch.ts';
import { createLogVerifier, refuseIfBehind, witnessesOf } from '../application/verify-log.ts';
import type { LogVerifier } from '../application/verify-log.ts';
import { isFault } from '../kernel/faults.ts';
import { limits } from '../kernel/limits.ts';
import type { Position } from '../kernel/position.ts';
import type { EventCodec } from '../schema/event-codec.ts';
import { projections } from '../../projections/registry.ts';
import type { Stores } from './open-stores.ts';
import type { StartPatience } from './start-patience.ts';
import type { System } from './system.ts';

export type LogWatch = {
  /** What is wrong with the log, if anything was found so far. */
  fault(): Error | undefined;
  /** Whether the check of the start was made. */
  checked(): boolean;
  /** Where the verified mark stands: everything up to here was what was written, at some time. */
  verifiedTo(): Position;
  stop(): Promise<void>;
};

export type CheckedLog = {
  readonly verifier: LogVerifier;
  /** Does the check of the start unless it was done. Faults: `corrupt`; `unavailable`, to be tried again. */
  readonly ensureChecked: () => Promise<void>;
  readonly verifiedTo: () => Position;
  /** From now on nobody waits for what is checked: other work comes first, until the signal aborts. */
  readonly slowDown: (signal: AbortSignal) => void;
};

type Opened = {
  readonly stores: Pick<Stores, 'store' | 'feed' | 'documents'>;
  readonly codec: Pick<EventCodec, 'verify'>;
  readonly system: System;
} & Partial<StartPatience>;

/** Before anything is folded, dispatched or served. Fault `corrupt`: the process must not start. */
export const checkLog = async ({ stores, codec, system, patient = false, now = true }: Opened): Promise<CheckedLog> => {
  const { store: eventStore, feed, documents } = stores;
  let slow: AbortSignal | undefined;
  const pause = async (): Promise<void> =>
    slow && system.background.sleep(limits.verifyRestMs, slow).catch(() => undefined);
  const sealed = createSealedLog(feed, documents, limits.verifyBatchEventsMax, pause);
  const verifier = createLogVerifier({
    ...sealed,
    eventStore,
    codec,
    timers: system.background,
    turns: system.turns,
  });
  let checked: Promise<void> | undefined;
  const check = async (): Promise<void> => {
    await refuseIfBehind({ feed, documents }, [...(await witnessesOf(documents, projections)), EPOCHS]);
    await verifier.verifyNew();
  };
  const ensureChecked = async (): Promise<void> => {
    checked ??= check().catch((error: unknown) => {
      checked = undefined;
      throw error;
    });
    return checked;
  };
  try {
    if (now) await ensureChecked();
  } catch (error) {
    if (!patient || !isFault(error, 'unavailable')) throw error;
    system.logger.warn({ err: error }, 'the log cannot be checked yet: a server does not answer');
  }
  return {
    verifier,
    ensureChecked,
    verifiedTo: sealed.verifiedTo,
    slowDown: (signal) => {
      slow = signal;
    },
  };
};

/** Goes on checking from where the start left off. */
export const watchLog = ({ log, system }: { readonly log: CheckedLog; readonly system: System }): LogWatch => {
  const { background, logger } = system;
  const stopping = new AbortController();
  const { signal } = stopping;
  let fault: Error | undefined;
  let checked = false;
  /** What was said last of a log that cannot be verified; it is met again at every try. */
  let said: string | undefined;

  const watch = async (): Promise<void> => {
    await log.ensureChecked();
    checked = true;
    // What is new comes first: that is where a crash would have left its mark.
    while (!(await log.verifier.verifyNew(signal)).complete) if (signal.aborted) return;
    said = undefined;
    if (!signal.aborted) await log.verifier.verifyRest(signal);
  };

  const watchOn = async (): Promise<void> => {
    while (!signal.aborted && fault === undefined) {
      try {
        await watch();
      } catch (error) {
        if (isFault(error, 'corrupt')) {
          fault = error;
          logger.error({ err: error }, 'the log is damaged: paid work is refused from here on');
        } else {
          const message = error instanceof Error ? error.message : String(error);
          if (message !== said) logger.warn({ err: error }, 'the log could not be verified; trying again');
          said = message;
          await background.sleep(limits.verifyRetryMs, signal).catch(() => undefined);
        }
      }
    }
  };

  log.slowDown(signal);
  const watching = watchOn();
  return Object.freeze({
    fault: () => fault,
    checked: () => checked,
    verifiedTo: log.verifiedTo,
    stop: async () => {
      stopping.abort();
      await watching;
    },
  });
};
