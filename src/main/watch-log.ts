/**
 * The log's integrity. A start refuses a log that ends before its read models, or that is damaged. It refuses one whose
 * history differs from the sealed one. Of a long log, a start checks the new part only. The whole is checked in the
 * background, and no paid work is taken or done before that check has ended. From then on new events are checked
 * periodically, and that the log has not become shorter. A fault turns readiness red and stops Spend
 * (`createLogStanding`). Reads go on where some bytes are damaged, and stop where the history differs.
 *
 * Where a server for this check is down, the start goes on without it. The check follows as soon as the server is back,
 * before this process folds anything.
 */
import { projections } from '../../projections/registry.ts';
import { refused } from '../application/calls/result.ts';
import { EPOCHS, newestEpoch, requireKnown } from '../application/log/log-epochs.ts';
import { createSealedLog, readSeal, sealWithin } from '../application/log/sealed-log.ts';
import {
  createLogVerifier,
  isRewritten,
  type LogVerifier,
  refuseIfBehind,
  VERIFIED,
  witnessesIn,
  witnessesOf,
} from '../application/log/verify-log.ts';
import { createReadModelDirectory } from '../application/read-models/freshness/read-model-directory.ts';
import type { LogStanding } from '../http/gates/gates.ts';
import { isFault } from '../kernel/faults.ts';
import { inTime } from '../kernel/in-time.ts';
import { limits } from '../kernel/limits.ts';
import { once } from '../kernel/once.ts';
import type { Position } from '../kernel/position.ts';
import type { Signer } from '../ports/signer.ts';
import type { EventCodec } from '../schema/event-codec.ts';
import type { Stores } from './open-stores.ts';
import type { StartPatience } from './start-patience.ts';
import type { System } from './system.ts';

export type LogWatch = {
  /** The fault of the log, if one was found so far. */
  fault(): Error | undefined;
  /** Whether the check of the start was made. */
  checked(): boolean;
  /** Whether the whole log is being checked, and nothing may rest on it before. */
  proving(): boolean;
  /** Resolves when the proof has ended: false when it found a fault, or was stopped. */
  proved(): Promise<boolean>;
  /** The verified mark: everything up to here was once proved to be the written bytes. */
  verifiedTo(): Position;
  /** Seals the new events, so that the next start checks all of them. */
  stop(): Promise<void>;
};

export type CheckedLog = {
  readonly verifier: LogVerifier;
  /** Does the check of the start unless it was done. Faults: `corrupt`; `unavailable`, to be tried again. */
  readonly ensureChecked: () => Promise<void>;
  /** Whether the whole log was checked, by the start or by the proof after it. */
  readonly isWhole: () => boolean;
  /** Checks the whole log, beside other work, until the signal aborts. From then on every check makes way for it. */
  readonly prove: (signal: AbortSignal) => Promise<void>;
  readonly verifiedTo: () => Position;
};

type Opened = {
  readonly stores: Pick<Stores, 'store' | 'feed' | 'documents'>;
  readonly codec: Pick<EventCodec, 'verify' | 'decodeOnce'>;
  readonly signer: Signer;
  readonly system: System;
  /** Events of a log that a start checks as a whole; `limits.startVerifyEventsMax` unless stated. */
  readonly eventsMax?: number;
} & Partial<StartPatience>;

/** Before anything is folded, dispatched or served. Fault `corrupt`: the process must not start. */
export const checkLog = async (opened: Opened): Promise<CheckedLog> => {
  const { stores, codec, signer, system, patient = false, now = true } = opened;
  const { eventsMax = limits.startVerifyEventsMax } = opened;
  const { store: eventStore, feed, documents } = stores;
  let slow: { readonly signal: AbortSignal; readonly restMs: number } | undefined;
  const pause = async (): Promise<void> =>
    slow && system.background.sleep(slow.restMs, slow.signal).catch(() => undefined);
  const epoch = async () => newestEpoch({ eventStore, codec, signer });
  const sealed = createSealedLog({ feed, documents, signer, epoch, batchMax: limits.verifyBatchEventsMax, pause });
  const { background: timers, turns } = system;
  const directory = createReadModelDirectory(documents);
  const witnesses = async (): Promise<readonly string[]> => witnessesIn(directory, projections);
  const verifier = createLogVerifier({ ...sealed, eventStore, codec, timers, turns, eventsMax, witnesses });
  /** Whether all of the log was checked, by the start or by the proof after it. */
  let isWhole = false;

  const ensureChecked = once(async (): Promise<void> => {
    await refuseIfBehind({ feed, documents }, [...(await witnessesOf(documents, projections)), EPOCHS]);
    const hasSeenLog = (await documents.checkpoint(VERIFIED)) !== undefined;
    const newest = await epoch();
    if (newest !== undefined) await requireKnown(documents, newest, hasSeenLog);
    const seal = sealWithin(await readSeal(documents, signer), newest);
    const isLong = seal !== undefined && seal.events > eventsMax;
    const { complete } = await (isLong ? verifier.verifyNew() : verifier.verifyWhole(undefined, eventsMax));
    // An empty store notes the state for the check at the next start.
    if (newest !== undefined) await documents.write([], { name: EPOCHS, position: newest.position, fence: 0 });
    isWhole = complete && !isLong;
  });

  try {
    if (now) await ensureChecked();
  } catch (error) {
    if (!patient || !isFault(error, 'unavailable')) throw error;
    system.logger.warn({ err: error }, 'the log cannot be checked yet: a server does not answer');
  }
  return {
    verifier,
    ensureChecked,
    isWhole: () => isWhole,
    prove: async (signal) => {
      slow = { signal, restMs: limits.verifyProofRestMs };
      isWhole = (await verifier.verifyWhole(signal)).complete;
      slow = { signal, restMs: limits.verifyRestMs };
    },
    verifiedTo: sealed.verifiedTo,
  };
};

/** Goes on checking from where the start left off. */
export const watchLog = ({ log, system }: { readonly log: CheckedLog; readonly system: System }): LogWatch => {
  const { background, logger } = system;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { promise: proved, resolve: settle } = Promise.withResolvers<boolean>();
  let fault: Error | undefined;
  let checked = false;
  /** The last message about a log that cannot be verified; every try meets it again. */
  let said: string | undefined;

  const watch = async (): Promise<void> => {
    await log.ensureChecked();
    checked = true;
    if (!log.isWhole()) await log.prove(signal);
    if (log.isWhole()) settle(true);
    // Events from before an outage are checked before the outage counts as over.
    while (!(await log.verifier.verifyNew(signal)).complete) if (signal.aborted) return;
    said = undefined;
    if (!signal.aborted) await log.verifier.keepVerifying(signal);
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
    settle(false);
  };

  /** The events since the last look, where they can be read: the next start checks them, too. */
  const sealTheRest = async (): Promise<void> => {
    if (!log.isWhole() || fault !== undefined) return;
    await inTime(system.timers, limits.sealAtStopMs, log.verifier.verifyNew(), undefined);
  };

  const watching = watchOn();
  return Object.freeze({
    fault: () => fault,
    checked: () => checked,
    proving: () => checked && !log.isWhole(),
    proved: async () => proved,
    verifiedTo: log.verifiedTo,
    stop: async () => {
      stopping.abort();
      await watching;
      await sealTheRest();
    },
  });
};

/**
 * The operations that the state of the log forbids. A damaged log takes no paid work. A log whose history differs from
 * the sealed one takes no request at all. Until a long log is checked as a whole, paid work waits.
 */
export const createLogStanding = (log: Pick<LogWatch, 'fault' | 'proving'>): LogStanding => ({
  whyNotIn: () => {
    const fault = log.fault();
    if (fault === undefined || !isRewritten(fault)) return undefined;
    return refused('log_corrupt', 'the log is not the one that was sealed: nothing that it says can be believed');
  },
  whyNotPaid: () => {
    if (log.fault() !== undefined) {
      return refused('log_corrupt', 'the log is damaged: paid work waits until it is repaired');
    }
    if (!log.proving()) return undefined;
    return refused('service_unavailable', 'the log is being checked after a start: paid work waits for it');
  },
});
