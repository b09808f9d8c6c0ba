/** `node infra/kafka/create-topics.ts`: makes the topics that are not there. The relay would make them, too. */
import { topicSettings } from '../../src/kernel/topics.ts';
import { internalTopics } from '../../src/adapters/kafka/topics.ts';
import { readConfig } from '../../src/main/config.ts';
import { openKafka } from '../../src/main/open-stores.ts';
import { createSystem } from '../../src/main/system.ts';
import { runTool } from '../../src/main/tool.ts';
import { eventTypes } from '../../events/registry.ts';

await runTool(
  {
    name: 'create-topics',
    about: 'Makes the topics that are not there, with their partitions and retention. Leaves the others as they are.',
    command: 'node infra/kafka/create-topics.ts',
    variables: 'KAFKA_BROKERS names brokers as host:port, by commas.',
    options: {},
  },
  async (_, say) => {
    const config = readConfig();
    if (config.servers.kafka === null) return say.usage('KAFKA_BROKERS is required');
    const kafka = await openKafka(config.servers.kafka, config.hostName, createSystem(config));
    try {
      const made = await kafka.ensureTopics();
      const topics = [...topicSettings(eventTypes.map(({ category }) => category)), ...internalTopics];
      const lines = [`${topics.length} topics, ${made.length} of them made now`, ...made];
      return say.result({ ok: true, topics, made }, lines.join('\n'));
    } finally {
      await kafka.close();
    }
  },
);
