/** Messages and their relay, embedded and on Kafka. */
import { DAY, KiB, MiB, SECOND } from './units.ts';

export const messageLimits = {
  /** Handlings of one message before it goes to the dead letters. */
  messageAttemptsMax: 5,
  /** For a fault that may pass: some ten minutes of them, at the longest wait. */
  messageRetriableAttemptsMax: 64,
  messageBackoffMs: [100, 500, 2_000, 10_000],
  messagePartitions: 16,
  /** How long the topic of work for dispatchers keeps a message: far longer than the supervisor leaves it lying. */
  dispatchRetentionMs: 7 * DAY,
  memberSilenceMaxMs: 3 * SECOND,
  memberBeatMs: 500,
  /** How often a consumer saves how far it has come. */
  offsetsSaveEveryMs: 500,
  // The same on Kafka (infra/decisions/0029)
  /** How long a group waits for a silent member; brokers refuse less than 6 s. After half of it nothing is owned. */
  kafkaSessionMs: 10 * SECOND,
  /** How often a member beats, and so hears of a change of members. */
  kafkaBeatMs: 1 * SECOND,
  /**
   * How long a broker may hold an empty fetch. A stop or a change of members waits as long. At a quarter of it a third
   * of the work of an idle process was fetches (infra/decisions/0164).
   */
  kafkaFetchWaitMs: 1 * SECOND,
  kafkaFetchBytesMax: 4 * MiB,
  kafkaConnectTimeoutMs: 3 * SECOND,
  /** Silence after which a connection is probed. */
  kafkaKeepAliveMs: 60 * SECOND,
  /** A frozen broker takes connections and answers nothing: each one that is tried first costs this timeout. */
  kafkaRequestTimeoutMs: 5 * SECOND,
  /** Records of one partition in one request: brokers refuse a batch over 1 MiB unless told otherwise. */
  kafkaBatchBytesMax: 768 * KiB,
  /** All records of one request. */
  kafkaRequestBytesMax: 4 * MiB,
  /** Waits between tries of a call that a caller waits for; then it is a fault. */
  kafkaRetryMs: [100, 500, 2 * SECOND],
  /** Waits before a consumer connects again; the last one repeats. */
  kafkaReconnectMs: [200, 500, 1 * SECOND, 5 * SECOND],
  /** How long a member that leaves waits for the server. */
  kafkaLeaveMaxMs: 5 * SECOND,
  /** A consumer that hears nothing for this long, though there is something, is connected anew. */
  kafkaSilenceMaxMs: 30 * SECOND,
  kafkaWatchEveryMs: 5 * SECOND,
  kafkaReplicasMax: 3,
  /** Replicas that must have a record before it counts, where there are three. */
  kafkaReplicasInSync: 2,
  /** Dead letters that the tool lists, and metrics count. */
  deadLettersListedMax: 1_000,
  /** Messages of one consumer that are taken from the feed and not yet done; more wait on disk. */
  messageReadAheadMax: 1_024,
  relayBatchEventsMax: 1_000,
  /** Bytes of one publish to a partition: below Kafka's bound of 1 MB for a batch with its headers. */
  relayBatchBytesMax: 512 * KiB,
  /** How often a relay that publishes saves its mark, and checks its topics for losses. */
  relayMarkEveryMs: 500,
  /** The same for one that has nothing to publish. */
  relayLookEveryMs: 5 * SECOND,
  /** A topic counts as lost when it still is after this long. */
  relayLookAgainMs: 1 * SECOND,
  /** One reader of ends and one publisher wait for each other: there are two of them. */
  relayWaitersMax: 2,
  /** Waits after a fault; the last one repeats. */
  relayBackoffMs: [100, 500, 2 * SECOND, 5 * SECOND],
} as const;
