/** A client that hangs up ends the work that is for its answer alone. */
import { refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';

/** Aborts when the connection closes, or the answer is over. */
export const clientGone = ({ res }: HttpContext): AbortSignal => {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  // The client may have left while the request waited for its turn.
  if (res.closed) gone.abort();
  return gone.signal;
};

/** The answer that no client gets any more. */
export const GONE = refusal('malformed_request', 'The client hung up before the first byte');
