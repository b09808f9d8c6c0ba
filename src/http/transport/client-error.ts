/**
 * Bytes that Node's parser refuses never become a request; here they still get an answer in the form of all others. A
 * client that does not hang up is disconnected a moment later (`connections.ts`).
 */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../application/calls/error-codes.ts';
import { errorAnswer } from '../errors/error-answer.ts';
import { refusal } from '../errors/refusal.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

type Answering = Duplex & { readonly _httpMessage?: { readonly headersSent?: boolean } | null };

export const answerClientError = (
  error: Error & { readonly code?: string },
  socket: Duplex,
  requestId: string,
  longBodies: WeakSet<Duplex> = new WeakSet(),
): void => {
  // Node tells of it once: an upload has a bound of time of its own.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && longBodies.has(socket)) return;
  // The peer has gone, or an answer is on its way already: a second one would be read as part of it.
  const busy = (socket as Answering)._httpMessage?.headersSent === true;
  if (error.code === 'ECONNRESET' || !socket.writable || busy) {
    socket.destroy();
    return;
  }
  const refused = refusal(codes[error.code ?? ''] ?? 'malformed_request');
  const { status, contentType, body } = errorAnswer(refused, { requestId, problem: false, spentNothing: true });
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: ${contentType}\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nX-Request-Id: ${requestId}\r\nCache-Control: no-store\r\n` +
      `X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${text}`,
  );
};
