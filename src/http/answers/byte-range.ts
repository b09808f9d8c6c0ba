/** Ranges of bytes (RFC 9110, section 14). One range is answered as asked, any other header with the whole. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../../ports/signed-objects.ts';

/** `undefined`: the whole. `unsatisfiable`: there is no such byte. */
export type AskedRange = ByteRange | 'unsatisfiable' | undefined;

const ONE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** The range that a client asks for, of a content of `size` bytes. `tag`: the strong tag of that content, if any. */
export const byteRange = (
  { range = '', 'if-range': condition }: IncomingHttpHeaders,
  size: number,
  tag: string | undefined,
): AskedRange => {
  const found = ONE.exec(range);
  if (found === null || (condition !== undefined && condition !== tag)) return undefined;
  const [, first = '', last = ''] = found;
  if (first === '') return last === '' ? undefined : lastBytes(Number(last), size);
  const start = Number(first);
  const end = last === '' ? Infinity : Number(last);
  if (end < start) return undefined;
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable';
};

/** Of an empty content the whole: no range can say that it has no byte. */
const lastBytes = (count: number, size: number): AskedRange => {
  if (count === 0) return 'unsatisfiable';
  return size === 0 ? undefined : { start: Math.max(0, size - count), end: size - 1 };
};
