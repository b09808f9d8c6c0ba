import { isFault } from './faults.ts';

/** The detail of a fault whose reason is a full disk of the service's own: it passes once there is room. */
export const STORAGE_FULL = Object.freeze({ reason: 'storage_full' });

export const isStorageFull = (error: unknown): boolean =>
  isFault(error, 'unavailable') && error.detail['reason'] === STORAGE_FULL.reason;
