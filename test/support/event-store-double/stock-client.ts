/** The stock client as tests use it: one in a process at a time, as its batch path shares a table between all. */
import { randomUUID } from 'node:crypto';
import {
  type AppendToStreamOptions,
  EventStoreDBClient,
  jsonEvent,
  type JSONEventData,
  type JSONType,
  type ResolvedEvent,
} from '@eventstore/db-client';

type Scope = { readonly teardown: (close: () => Promise<void>) => void };

/** With `tls=false` they are never sent; that they are there chooses the path. */
const credentials = { username: 'any', password: 'any' };

/** Options that send an append by a call of its own; without them it goes by the client's one batch call. */
export const unary = { credentials } as const satisfies AppendToStreamOptions;

const DISPOSE_MS = 500;

/** A client that is disposed of when the test is over; `dispose` may never settle, so the wait is short. */
export const openClient = (scope: Scope, url: string): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(url);
  scope.teardown(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, DISPOSE_MS);
    await Promise.race([client.dispose(), promise]);
    clearTimeout(timer);
  });
  return client;
};

/** A small event; the same `id` is the same event to the server. */
export const event = (id: string = randomUUID(), data: JSONType = { n: 1 }, type = 'Happened'): JSONEventData =>
  jsonEvent({ id, type, data });

/** The ids of the events of a read, in its order. */
export const idsOf = async (read: AsyncIterable<ResolvedEvent>): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { event } of read) if (event !== undefined) ids.push(event.id);
  return ids;
};
