/** The only source of randomness. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Ids } from '../../ports/basics.ts';

export const createIds = (): Ids =>
  Object.freeze({
    eventId: () => randomUUID(),
    bytes: (count: number) => new Uint8Array(randomBytes(count)),
  });
