/** The end of an attempt that was planned with a key which the workspace has taken away. */
import { Fault } from '../../kernel/faults.ts';

const KEY_REMOVED = 'provider_key_removed';

export const keyRemoved = (engine: string): Fault =>
  new Fault('rejected', `${engine} was to be called under a key that the workspace has removed`, {
    detail: { reason: KEY_REMOVED },
  });

/** How a fault `rejected` is recorded. */
export const refusedAs = ({ detail }: Fault): 'rejected' | typeof KEY_REMOVED =>
  detail['reason'] === KEY_REMOVED ? KEY_REMOVED : 'rejected';
