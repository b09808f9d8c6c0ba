/** Where a JWKS comes from when it is not our own: a URL, read with a time limit and a size cap. */
import { limits } from '../../kernel/limits.ts';
import { bounded } from '../../kernel/streamed-content.ts';
import { within } from '../../kernel/within.ts';
import type { Timers } from '../../ports/basics.ts';

export type JwksUrlOptions = {
  readonly url: string;
  readonly timers: Pick<Timers, 'sleep'>;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
};

/**
 * Gives a function that loads the text of the key set. It rejects on any status but 200, on a body over
 * `limits.jwksBytesMax`, and after `timeoutMs`. It rejects on a redirect, too: keys must come from the host that the
 * operator named.
 */
export const jwksFromUrl =
  ({ url, timers, fetch = globalThis.fetch, timeoutMs = limits.jwksTimeoutMs }: JwksUrlOptions) =>
  async (): Promise<string> => {
    const late = (): Error => new Error(`the key set endpoint took over ${timeoutMs} ms`);
    return within({ timers, ms: timeoutMs, late }, async (signal) => load(fetch, url, signal));
  };

const load = async (fetch: typeof globalThis.fetch, url: string, signal: AbortSignal): Promise<string> => {
  const accept = 'application/jwk-set+json, application/json';
  const response = await fetch(url, { redirect: 'error', headers: { accept }, signal });
  if (response.status === 200) return textOf(response);
  await response.body?.cancel();
  throw new Error(`the key set endpoint answered ${response.status}`);
};

/** Leaving the loop cancels the body. */
const textOf = async ({ body }: Response): Promise<string> => {
  const tooMany = (): Error => new Error(`the key set is over ${limits.jwksBytesMax} bytes`);
  const chunks = bounded((body ?? []) as AsyncIterable<Uint8Array>, limits.jwksBytesMax, tooMany);
  return Buffer.concat(await Array.fromAsync(chunks)).toString('utf8');
};
