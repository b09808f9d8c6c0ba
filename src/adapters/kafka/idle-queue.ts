/**
 * The queue of requests of kafkajs looks each millisecond, for ever, whether a throttled request may go: its timer is
 * set for a time in the past (its `scheduleCheckPendingRequests`). Here it looks only while a request waits.
 */
import { createRequire } from 'node:module';

export type RequestQueue = {
  readonly pending: readonly unknown[];
  readonly throttleCheckTimeoutId: unknown;
  scheduleCheckPendingRequests(): void;
};
export type RequestQueues = { readonly prototype: Pick<RequestQueue, 'scheduleCheckPendingRequests'> };

export const requestQueues = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as RequestQueues;

/** For all clients of this process; done again, it changes nothing. */
export const letQueuesIdle = (): void => {
  if (requestQueues.prototype.scheduleCheckPendingRequests === lookWhileRequestsWait) return;
  lookAgain ??= requestQueues.prototype.scheduleCheckPendingRequests;
  requestQueues.prototype.scheduleCheckPendingRequests = lookWhileRequestsWait;
};

let lookAgain: RequestQueue['scheduleCheckPendingRequests'] | undefined;

function lookWhileRequestsWait(this: RequestQueue): void {
  if (this.pending.length > 0) lookAgain?.call(this);
}
