/** The common part of every connection to Kafka, its errors and its log lines. */
import { type ISocketFactory, Kafka, logLevel } from 'kafkajs';
import { connect, type Socket } from 'node:net';
import { Fault, isFault } from '../../kernel/faults.ts';
import { inTime } from '../../kernel/in-time.ts';
import { limits } from '../../kernel/limits.ts';
import type { LogFields, Logger, Timers } from '../../ports/basics.ts';
import { letQueuesIdle } from './idle-queue.ts';

export type ClientOptions = {
  /** `host:port` of some of the brokers. */
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: Logger;
  readonly timers: Timers;
  /** Makes the sockets, e.g. to cut them in tests. */
  readonly connect?: (host: string, port: number, onConnect: () => void) => Socket;
};

/** Each use has its own: kafkajs shares a group's offsets among the clients of one instance. */
export const createClient = ({
  brokers,
  clientId,
  logger,
  timers,
  connect = dialWith(timers),
}: ClientOptions): Kafka => {
  letQueuesIdle();
  const socketFactory: ISocketFactory = ({ host, port, onConnect }) => connect(host, port, onConnect);
  return new Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: limits.kafkaConnectTimeoutMs,
    requestTimeout: limits.kafkaRequestTimeoutMs,
    retry: { initialRetryTime: 100, maxRetryTime: limits.kafkaRetryMs[2], retries: 5 },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => tell(logger, entry.level, entry.namespace, entry.log),
    socketFactory,
  });
};

/** The messages of kafkajs on each try to connect: several lines a second and client while a broker is away. */
const CONNECTING: ReadonlySet<string> = new Set(['Connection', 'BrokerPool']);

/**
 * kafkajs logs an error for a call that it then retries: once for the answer, and once for its own reading of it.
 * Loading coordinators and changing leaders are routine. The caller reports the final outcome.
 */
const tell = (logger: Logger, level: logLevel, namespace: string, log: LogFields): void => {
  const { message, error, groupId, broker } = log;
  const fields = { kafka: namespace, reason: error, group: groupId, broker };
  const text = typeof message === 'string' ? message : 'kafkajs said nothing';
  if (text.startsWith('Response ') || CONNECTING.has(namespace)) logger.debug(fields, text);
  else if (level === logLevel.ERROR) logger.warn(fields, text);
  else logger.info(fields, text);
};

export const isUnknownTopic = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('type' in one && one.type === 'UNKNOWN_TOPIC_OR_PARTITION') return true;
    if (one.name === 'KafkaJSTopicMetadataNotLoaded') return true;
  }
  return false;
};

/** Tells every error of Kafka as fault `unavailable`; faults stay as they are. */
export const unavailable = (error: unknown): Fault =>
  isFault(error) ? error : new Fault('unavailable', 'Kafka does not answer', { cause: error });

/** Waits for a part that leaves, but not for ever: a server that is gone says no good-bye. */
export const untilLeft = async (timers: Timers, leaving: Promise<unknown>): Promise<unknown> =>
  inTime(timers, limits.kafkaLeaveMaxMs, leaving, undefined);

/**
 * A connection that is not made in time is destroyed. kafkajs gives up at the same time and only ends it. An ended
 * socket goes on to connect, for minutes where a host is silent, and keeps its process alive.
 */
export const dialWith =
  (timers: Pick<Timers, 'sleep'>) =>
  (host: string, port: number, onConnect: () => void): Socket => {
    const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: limits.kafkaKeepAliveMs }, onConnect);
    const over = new AbortController();
    for (const event of ['connect', 'close']) socket.once(event, () => over.abort());
    timers.sleep(limits.kafkaConnectTimeoutMs, over.signal).then(
      () => socket.destroy(),
      () => undefined,
    );
    return socket;
  };
