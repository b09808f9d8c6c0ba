/** A double and the stock client on it, both gone when the test is over. */
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { ExecutionContext } from 'ava';
import { type DoubleOptions, type EventStoreDouble, startEventStoreDouble } from './start.ts';
import { openClient } from './stock-client.ts';

export const openDouble = async (
  t: Pick<ExecutionContext, 'teardown'>,
  options: DoubleOptions = {},
): Promise<{ readonly double: EventStoreDouble; readonly client: EventStoreDBClient }> => {
  const double = await startEventStoreDouble(t, options);
  return { double, client: openClient(t, double.url) };
};
