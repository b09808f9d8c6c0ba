/** The formats that shapes may name. Each check is our own: no caller pays for a library's idea of an address. */
import { limits } from '../kernel/limits.ts';

/** Scheme, and everything up to path, query or fragment. Printable ASCII only: no character that a URL parser drops. */
const HTTP_URL = /^https?:\/\/([^/?#\\]+)(?:[/?#][!-~]*)?$/i;
const PRINTABLE = /^[!-~]+$/;

/**
 * An absolute http or https URL of at most `limits.urlCharsMax` characters, without user name or password. Its host
 * reads the same before and after parsing: no other spelling of an address (`2130706433`, `https:a.b`) gets through.
 */
export const isUri = (text: string): boolean => {
  if (text.length > limits.urlCharsMax || !PRINTABLE.test(text)) return false;
  const authority = HTTP_URL.exec(text)?.[1]?.toLowerCase();
  if (authority === undefined || authority.includes('@') || !URL.canParse(text)) return false;
  const { host, hostname, protocol } = new URL(text);
  return authority === host || authority === `${hostname}:${protocol === 'https:' ? 443 : 80}`;
};

const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** RFC 3339 date and time with an offset; the day exists in its month, leap seconds are refused. */
export const isDateTime = (text: string): boolean => {
  const parts = DATE.exec(text.slice(0, 10));
  if (parts === null || !/^t$/i.test(text.charAt(10)) || !TIME.test(text.slice(11))) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] ?? 0);
};
