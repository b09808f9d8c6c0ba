/** A reader of topics whose connection of kafkajs is the test's: a cluster with the calls that are made of it. */
import type { Kafka } from 'kafkajs';
import { createTopicReader, type TopicReader } from '../../../src/adapters/kafka/topic-reader.ts';
import { createHastyTimers } from '../kernel/hasty-timers.ts';

const NOTHING = async (): Promise<void> => undefined;

type Assigner = (given: { readonly cluster: object }) => unknown;

/** `clusterOf`: the cluster of each new connection. */
export const readerOn = (clusterOf: () => object): TopicReader => {
  const calls = {
    connect: NOTHING,
    disconnect: NOTHING,
    addMultipleTargetTopics: NOTHING,
    refreshMetadataIfNecessary: NOTHING,
  };
  const consumer = ({ partitionAssigners: [assigner] }: { partitionAssigners: Assigner[] }): void =>
    void assigner?.({ cluster: { ...calls, ...clusterOf() } });
  const client = { consumer } as unknown as Kafka;
  return createTopicReader({ client, timers: createHastyTimers(), ensureTopics: NOTHING, ensureOwnTopics: NOTHING });
};
