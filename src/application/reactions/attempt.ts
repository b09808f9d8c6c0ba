/** An attempt and its dependencies. */
import type { Asset, Coverage } from '../../../events/common.ts';
import type { Attachment } from '../../../events/job.ts';
import type { Clock, Logger, Metrics, Timers } from '../../ports/basics.ts';
import type { Extent } from '../../kernel/extent.ts';
import type { Engine, EngineRequest, Makes, Submitted, Told } from '../../ports/engine.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { ScratchFolders } from '../../ports/scratch.ts';
import type { SystemContext } from '../services/services.ts';
import type { LeaseWatch } from './lease-watch.ts';
import { Fault } from '../../kernel/faults.ts';

type AttemptFailure = 'unavailable' | 'rejected' | 'provider_key_removed' | 'cancelled' | 'lost';

/** An attempt on its stream. */
export type AttemptPlace = {
  readonly stream: string;
  readonly attemptKey: string;
  readonly context: SystemContext;
};

/** The output of an attempt, durable in the object store. */
export type Delivery = {
  readonly asset: Asset;
  /** Made beside it. */
  readonly attachments: readonly Attachment[];
  /** Of a picture that is in memory. */
  readonly bytes?: Uint8Array;
  /** Bounded; undefined where the engine does not tell. */
  readonly coverage?: Coverage;
};

/** The outcome of an attempt on its stream: each member appends under the epoch that it is given. */
export type OutcomeRecord = {
  /** Asks for the epoch when nothing but the append is left to do: until then the lease is renewed. */
  delivered(epoch: () => Promise<number>, delivery: Delivery, told?: Told): Promise<void>;
  submitted(epoch: number, submitted: Submitted): Promise<void>;
  failed(epoch: number, code: AttemptFailure, message: string, told?: Told): Promise<void>;
  /** `pollAfterMs`: when the engine can be asked for the outcome; null for one that cannot. */
  unknown(epoch: number, pollAfterMs: number | null): Promise<void>;
};

/** The same with the lease: a result under an old epoch is refused. */
export type AttemptRecord = OutcomeRecord & {
  /**
   * The epoch that was taken; `held` by another under that epoch; `over` when there is nothing to do any more.
   * `calledOff`: a person has ended the job.
   */
  claim(
    lapsedEpoch: number,
  ): Promise<{ kind: 'taken'; epoch: number; calledOff: boolean } | { kind: 'held'; epoch: number } | { kind: 'over' }>;
};

export type Attempt = {
  readonly attemptKey: string;
  readonly workspaceId: string;
  readonly makes: Makes;
  readonly engine: Engine;
  /** Read before anything is claimed. Fault `rejected`: it can never be asked; all others: try again. */
  readonly request: () => Promise<EngineRequest>;
  readonly record: AttemptRecord;
  /** The least extent of its output; undefined where a scorer judges it, or this service makes it. */
  readonly least?: Extent;
  /** Where the engine's provider may call when there is news; null where it cannot. */
  readonly callbackUrl: string | null;
  readonly stillOwned: () => boolean;
};

export type AttemptDeps = {
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly scratch: ScratchFolders;
  readonly leases: LeaseWatch;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** Aborts when the service stops: calls under way are left to their lease. */
  readonly stopping: AbortSignal;
};

const KEY_REMOVED = 'provider_key_removed';

export const keyRemoved = (engine: string): Fault =>
  new Fault('rejected', `${engine} was to be called under a key that the workspace has removed`, {
    detail: { reason: KEY_REMOVED },
  });

/** How a fault `rejected` is recorded. */
export const refusedAs = ({ detail }: Fault): 'rejected' | typeof KEY_REMOVED =>
  detail['reason'] === KEY_REMOVED ? KEY_REMOVED : 'rejected';
