/**
 * A member of base64 in an answer of JSON, decoded as it comes. A picture of 20 MiB is one text. To parse and decode it
 * in one turn of the event loop takes longer than a turn may last.
 */
import { jsonIn } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import { boundedBody, malformed, type RemoteAnswer } from './remote-answer.ts';

export type Base64Found =
  | { readonly kind: 'decoded'; readonly bytes: AsyncIterable<Uint8Array> }
  /** There is no such member; `value` is the whole answer. */
  | { readonly kind: 'absent'; readonly value: unknown };

/** Fault `unknown_outcome`: the answer is no JSON, breaks off, or has more than `bytesMax` bytes. */
export const findBase64 = async (
  answer: Pick<RemoteAnswer, 'body'>,
  member: string,
  bytesMax: number,
): Promise<Base64Found> => {
  // A quotation mark within a text has a backslash before it, so no text contains this.
  const beginning = new RegExp(`"${member}"\\s*:\\s*"`);
  const chunks = boundedBody(answer, bytesMax)[Symbol.asyncIterator]();
  let head = '';
  for (;;) {
    const step = await chunks.next();
    if (step.done === true) {
      const value = jsonIn(head);
      if (value === undefined) throw malformed('is no JSON');
      return { kind: 'absent', value };
    }
    head += Buffer.from(step.value).toString('latin1');
    const found = beginning.exec(head);
    if (found !== null) return { kind: 'decoded', bytes: decoded(head.slice(found.index + found[0].length), chunks) };
    if (head.length > limits.remoteDocumentBytesMax) throw malformed('has no picture near its beginning');
  }
};

/** An encoder of JSON may write any sign by its code, and a slash behind a backslash. */
const unescaped = (text: string): string =>
  text
    .replaceAll(/\\u00([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\', '');

/** The beginning of such a spelling, whose rest is in the next piece. */
const TORN = /\\(?:u[0-9a-f]{0,3})?$/i;

async function* decoded(first: string, chunks: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  let text = first;
  for (;;) {
    const end = text.indexOf('"');
    const whole = end === -1 ? text.replace(TORN, '') : text.slice(0, end);
    const digits = unescaped(whole);
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) throw malformed('has a picture that is no base64');
    // Four characters are three bytes; the rest waits for the next piece.
    const ready = end === -1 ? digits.length - (digits.length % 4) : digits.length;
    yield Buffer.from(digits.slice(0, ready), 'base64');
    if (end !== -1) break;
    const step = await chunks.next();
    if (step.done === true) throw malformed('breaks off in the middle of a picture');
    text = digits.slice(ready) + text.slice(whole.length) + Buffer.from(step.value).toString('latin1');
  }
  // The connection ends with the answer.
  while ((await chunks.next()).done !== true);
}
