/** A written record as kafkajs hands it to a reader: its key, value and headers are bytes. */
import type { ReadRecord } from '../../../src/adapters/kafka/cloud-events.ts';
import type { Outgoing } from '../../../src/adapters/kafka/producer.ts';

export type Written = Pick<Outgoing, 'key' | 'value' | 'headers'>;

export const overTheWire = ({ key, value, headers }: Written): ReadRecord => ({
  key: key === null ? null : Buffer.from(key),
  value: value === null ? null : Buffer.from(value),
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])),
});
