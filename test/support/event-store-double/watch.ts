/** What a subscription of the stock client tells, in its order. */
import type { AllStreamSubscription } from '@eventstore/db-client';
import { eventually } from '../kernel/eventually.ts';

export type Watched = {
  /** `caughtUp`, the class of an error, and of events `<stream>@<revision>`. */
  readonly told: readonly string[];
  readonly error: () => Error | undefined;
};

export const watch = (subscription: AllStreamSubscription): Watched => {
  const told: string[] = [];
  let error: Error | undefined;
  subscription.on('caughtUp', () => told.push('caughtUp'));
  subscription.on('error', (failure) => {
    error = failure;
    told.push(failure.constructor.name);
  });
  subscription.on('data', ({ event }) => told.push(`${event?.streamId}@${event?.revision}`));
  return { told, error: () => error };
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
