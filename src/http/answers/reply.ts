/** The answer of an endpoint: a status, bytes, and headers of its own. */
import type { Readable } from 'node:stream';

export type Reply = {
  readonly status: number;
  readonly body: Buffer | string | Readable | null;
  /** Of a body that is there. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as `X-Log-Position`; the last one that the workspace is known to have reached unless stated. */
  readonly position?: string;
};

export const JSON_TYPE = 'application/json; charset=utf-8';
