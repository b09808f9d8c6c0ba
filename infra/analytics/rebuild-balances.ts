/**
 * Reads the ledger topic from its beginning to its present end, and prints the balances of all workspaces:
 *
 *   KAFKA_BROKERS=host:port,... node infra/analytics/rebuild-balances.ts [--json] [--topic pi.ledger.v1]
 */
import { parseArgs } from 'node:util';
import { Kafka, logLevel } from 'kafkajs';
import { type Balances, createBalances } from './balances.ts';

/** Answers once every partition was read up to where it ended at the start. */
export const rebuildBalances = async (brokers: readonly string[], topic: string): Promise<Balances> => {
  const kafka = new Kafka({ clientId: 'rebuild-balances', brokers: [...brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  // A group of its own, gone afterwards: no other group's offset moves.
  const groupId = `rebuild-balances-${process.pid}-${Date.now()}`;
  const consumer = kafka.consumer({ groupId });
  try {
    const ends = await admin.fetchTopicOffsets(topic);
    const open = new Map(
      ends.filter(({ low, high }) => low !== high).map(({ partition, high }) => [partition, BigInt(high)]),
    );
    const balances = createBalances();
    if (open.size === 0) return balances;
    const { promise: ended, resolve, reject } = Promise.withResolvers<Balances>();
    await consumer.connect();
    consumer.on('consumer.crash', ({ payload }) => {
      // It begins again by itself after passing faults, such as a coordinator that is still loading.
      if (!payload.restart) reject(payload.error);
    });
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message: { headers = {}, offset, value } }) => {
        const end = open.get(partition);
        // Later records belong to the next run.
        if (end === undefined) return;
        try {
          const text = Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, one?.toString()]));
          balances.take({ partition, headers: text, value: value?.toString() ?? '' });
        } catch (error) {
          // kafkajs would try it again and again.
          reject(error);
          return;
        }
        if (BigInt(offset) + 1n >= end) open.delete(partition);
        if (open.size === 0) resolve(balances);
      },
    });
    return await ended;
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
};

export const tableOf = (balances: Balances): string => {
  const rows = balances.all().map(({ workspaceId, paid, bonus, held, counts }) => {
    const entries = Object.entries(counts).map(([type, count]) => `${type} ${count}`);
    return [workspaceId, String(paid), String(bonus), String(held), entries.join(', ')];
  });
  const lines = [['workspace', 'paid', 'bonus', 'held', 'events'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const table = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return [...table, `${balances.taken} events, ${balances.dropped} records that had come before`].join('\n');
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, topic: { type: 'string', default: 'pi.ledger.v1' } },
  });
  const brokers = process.env['KAFKA_BROKERS']?.split(',');
  if (brokers === undefined) throw new Error('KAFKA_BROKERS says where to read');
  const balances = await rebuildBalances(brokers, values.topic);
  console.log(values.json === true ? JSON.stringify(balances.all()) : tableOf(balances));
}
