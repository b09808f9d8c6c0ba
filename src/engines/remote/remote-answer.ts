/** An answer of a provider, read within bounds. */
import type { IncomingMessage } from 'node:http';
import { Fault } from '../../kernel/faults.ts';
import { type JsonObject, objectIn } from '../../kernel/json.ts';
import { SECOND } from '../../kernel/limits/units.ts';
import { bounded } from '../../kernel/streamed-content.ts';

export type RemoteAnswer = {
  readonly status: number;
  /** Without parameters, in lower case; null where the provider says none. */
  readonly contentType: string | null;
  /** As the provider says; undefined where it says none, or a time of day. */
  readonly retryAfterMs: number | undefined;
  /** To be read at most once. */
  readonly body: AsyncIterable<Uint8Array>;
};

export const answerOf = (response: IncomingMessage): RemoteAnswer => {
  const { statusCode = 0, headers } = response;
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw malformed('is compressed');
  return {
    status: statusCode,
    contentType: headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? null,
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * SECOND : undefined,
    body: response as AsyncIterable<Uint8Array>,
  };
};

/** The call was taken, and nothing more is known of it. */
export const malformed = (what: string): Fault => new Fault('unknown_outcome', `the answer of the provider ${what}`);

/** The same chunks. Fault `unknown_outcome` with the first byte too many. */
export const boundedBody = ({ body }: Pick<RemoteAnswer, 'body'>, bytesMax: number): AsyncIterable<Uint8Array> =>
  bounded(body, bytesMax, () => malformed(`has more than ${bytesMax} bytes`));

const bytesOf = async (answer: Pick<RemoteAnswer, 'body'>, bytesMax: number): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(boundedBody(answer, bytesMax)));

/** Undefined where it is no object of JSON. */
export const objectOf = async (answer: Pick<RemoteAnswer, 'body'>, bytesMax: number): Promise<JsonObject | undefined> =>
  objectIn((await bytesOf(answer, bytesMax)).toString());
