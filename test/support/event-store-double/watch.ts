/** The events of a subscription of the stock client, in its order. */
import type { AllStreamSubscription, StreamSubscription } from '@eventstore/db-client';
import { eventually } from '../kernel/eventually.ts';
import { type ClientError, toClientError } from './stock-client.ts';

export type Watched = {
  /** `confirmation`, `caughtUp`, `end`, `close`, the class of an error, and of events `<stream>@<revision>`. */
  readonly told: readonly string[];
  /** The events alone, those of `$`-streams left out. */
  readonly events: () => readonly string[];
  /** The last event's position. */
  readonly position: () => bigint;
  readonly error: () => ClientError | undefined;
};

export const watch = (subscription: AllStreamSubscription | StreamSubscription): Watched => {
  const told: string[] = [];
  let error: ClientError | undefined;
  let position = 0n;
  subscription.on('confirmation', () => told.push('confirmation'));
  subscription.on('caughtUp', () => told.push('caughtUp'));
  subscription.on('end', () => told.push('end'));
  subscription.on('close', () => told.push('close'));
  subscription.on('error', (failure) => {
    error = toClientError(failure);
    told.push(error.name);
  });
  subscription.on('data', ({ event }) => {
    position = event?.position?.commit ?? position;
    told.push(`${event?.streamId}@${event?.revision}`);
  });
  return {
    told,
    events: () => told.filter((what) => what.includes('@') && !what.startsWith('$')),
    position: () => position,
    error: () => error,
  };
};

/** Rejects with all that was told instead. */
export const untilTold = async (watched: Watched, what: string): Promise<void> => {
  try {
    await eventually(`${what} is told`, () => watched.told.includes(what));
  } catch (cause) {
    const { told, error } = watched;
    throw new Error(`told was [${told.join(', ')}] without ${what}: ${error()?.message ?? 'no error'}`, { cause });
  }
};
