/** All that the HTTP layer is given; `src/main/service.ts` puts it together. */
import type { Application } from '../application/application.ts';
import type { BrokenInvariant } from '../kernel/faults.ts';
import type { Clock, Ids, Logger, Metrics, Timers, Turns } from '../ports/basics.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { PublicKey } from '../ports/signer.ts';
import type { SignedObjects } from '../ports/signed-objects.ts';
import type { TokenVerifier } from '../ports/token-verifier.ts';
import type { Changes } from './answers/waker.ts';
import type { ConsoleDependencies } from './console/endpoints.ts';
import type { Flags } from './contract/operation.ts';
import type { LogStanding } from './gates/gates.ts';
import type { BodyThread } from './gates/input-gate.ts';
import type { RateLimitConfig } from './gates/rate-limit.ts';
import type { EngineCallbacks } from './routes/callbacks.ts';
import type { Probes } from './routes/probes.ts';

export type HttpDependencies = {
  readonly application: Application;
  readonly log: LogStanding;
  readonly verifier: TokenVerifier;
  readonly objectStore: Pick<ObjectStore, 'signGet' | 'signPut' | 'head'>;
  /** The other end of signed URLs; null when the object store serves them itself. */
  readonly signedObjects: Pick<SignedObjects, 'verifySignature' | 'stream' | 'receive'> | null;
  readonly callbacks: EngineCallbacks;
  /** The public keys of this service. */
  readonly keys: readonly PublicKey[];
  /** Unless stated: no codes, and no media of other origins. */
  readonly console?: ConsoleDependencies;
  readonly flags: Flags;
  /** Prefix of the name of each topic, for readers of the document; none unless stated. */
  readonly topicPrefix?: string;
  readonly rateLimits?: RateLimitConfig;
  /** Origins whose pages may call; none unless stated. */
  readonly corsOrigins?: readonly string[];
  readonly changes: Changes;
  readonly probes: Probes;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Shared by requests alone: none waits for a long fold. */
  readonly turns: Turns;
  /** Closed with the server. */
  readonly bodyThread: BodyThread;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** A broken invariant reached the top: the process is to stop, after the caller has its 500. */
  readonly fatal: (error: BrokenInvariant) => void;
};
