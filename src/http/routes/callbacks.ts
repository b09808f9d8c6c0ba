/** Calls of providers: the signature of the address is all the proof there is, and all that is asked for. */
import type { Called } from '../../application/services/callback-addresses.ts';
import { limits } from '../../kernel/limits.ts';
import { JSON_TYPE } from '../answers/reply.ts';
import { declared } from '../contract/operations/registry.ts';
import { isRefusal, refusal } from '../errors/refusal.ts';
import type { ReadBody } from '../transport/read-body.ts';
import { type Endpoint, endpointOf } from './router.ts';

export type EngineCallbacks = {
  readonly verify: (target: string) => Called | undefined;
  /** False when the attempt is over. */
  readonly take: (called: Called) => Promise<boolean>;
};

/** A signature that does not hold, one whose time is up and an attempt that is over look the same. */
const NOTHING = refusal('not_found', 'There is nothing at this URL, or its time is up');

/** Calls of all providers share one room for bodies. */
const TERMS = { bytesMax: limits.callbackBodyBytesMax, userKey: 'callbacks', anyType: true } as const;

const TAKEN = { status: 200, body: '{"ok":true}', contentType: JSON_TYPE };

/** No byte of a body is read before the address is proven. */
export const callbackEndpoint = (callbacks: EngineCallbacks, readBody: ReadBody): Endpoint =>
  endpointOf(declared.takeEngineCallback, async (context) => {
    const called = callbacks.verify(context.url);
    const read = called && (await readBody(context, TERMS, () => callbacks.take(called)));
    if (isRefusal(read)) return read;
    return read === true ? TAKEN : NOTHING;
  });
