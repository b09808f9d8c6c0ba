/** Bytes to a JSON object, or the reason why not: always 400, never 500. */
import { isUtf8 } from 'node:buffer';
import { refusal, type Refusal } from '../errors/refusal.ts';
import { jsonFlaw } from './json-guard.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

const BYTE_ORDER_MARK = 0xfeff;

export const parseJsonObject = (bytes: Buffer): JsonObject | Refusal => {
  if (!isUtf8(bytes)) return malformed('The body is not UTF-8');
  const text = bytes.toString('utf8');
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) return malformed('The body starts with a byte order mark');
  const flaw = jsonFlaw(text);
  if (flaw !== undefined) return malformed(flaw);
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed();
  return value as JsonObject;
};

/** Undefined is no JSON value, so it can mean "not JSON". */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the body: clients are told no more than the code.
    return undefined;
  }
};

const malformed = (message?: string): Refusal => refusal('malformed_json', message);
