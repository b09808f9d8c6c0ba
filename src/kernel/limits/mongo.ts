/** MongoDB. */
import { MiB, MINUTE, SECOND } from './units.ts';

export const mongoLimits = {
  /** How long a call waits for a node that takes writes. After so long without one, calls fail at once. */
  mongoSelectMs: 3 * SECOND,
  mongoConnectMs: 3 * SECOND,
  /** A node that does not answer is given up after this and `mongoConnectMs`. */
  mongoHeartbeatMs: 1 * SECOND,
  mongoConnectionsMax: 64,
  mongoReadMaxMs: 10 * SECOND,
  /** Rebuilds write many documents at once. */
  mongoWriteMaxMs: 30 * SECOND,
  /** A late index over many documents takes a while; the server goes on with it after the timeout. */
  mongoDeclareMaxMs: 2 * MINUTE,
  /** Waits of a transaction that met another one; the last one repeats. */
  mongoRetryMs: [2, 5, 10, 20, 50, 100, 200, 400, 500],
  /** A transaction of this service that rests for so long has lost its process. */
  mongoOrphanIdleMs: 1 * SECOND,
  /** Text of documents that one transaction takes: the server keeps it in its cache, of 256 MiB at the least. */
  mongoBatchBytesMax: 8 * MiB,
  /** Documents that a scan takes at once. */
  mongoScanDocumentsMax: 200,
  /** The text of a document; the server takes 16 MiB with all that belongs to it. */
  documentBytesMax: 15 * MiB,
} as const;
