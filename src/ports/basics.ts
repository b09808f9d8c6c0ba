/** The impure basics: nothing else may read time, randomness or timers, or write log lines. */

export type Clock = {
  /** Wall time in milliseconds since the epoch: for records, never for leases. */
  now(): number;
  /** Monotonic milliseconds: for leases, deadlines and measurements. */
  monotonic(): number;
};

export type Timers = {
  /** Resolves after `ms`; rejects with fault `cancelled` when the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves in the next turn of the event loop, after I/O had its chance. */
  nextTurn(): Promise<void>;
};

/** The turns of the event loop, as work that is long in sum shares them: it asks between two short steps. */
export type Turns = {
  /** Undefined: go on. Otherwise go on when it resolves. */
  readonly due: () => Promise<void> | undefined;
};

export type Ids = {
  /** A UUID for an event. */
  eventId(): string;
  /** Random bytes for an id with a prefix (kernel/ids.ts). */
  bytes(count: number): Uint8Array;
};

export type LogFields = Readonly<Record<string, unknown>>;

export type Logger = {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
};

export type Metrics = {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  gauge(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
  observe(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
};
