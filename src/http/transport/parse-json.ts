/** Bytes to a JSON object, or the reason why not: always 400, never 500. */
import { isUtf8 } from 'node:buffer';
import { type JsonObject, objectIn } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import { refusal, type Refusal } from '../errors/refusal.ts';

const BYTE_ORDER_MARK = 0xfeff;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** An assignment to it changes the prototype of an object. Any other name is a member like all others. */
const FORBIDDEN = '__proto__';

const TOO_MANY = `JSON has at most ${limits.jsonValuesMax} values`;

export const parseJsonObject = (bytes: Buffer): JsonObject | Refusal => {
  if (!isUtf8(bytes)) return malformed('The body is not UTF-8');
  const text = bytes.toString('utf8');
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) return malformed('The body starts with a byte order mark');
  const flaw = jsonFlaw(text);
  if (flaw !== undefined) return malformed(flaw);
  return objectIn(text) ?? malformed();
};

const malformed = (message?: string): Refusal => refusal('malformed_json', message);

/**
 * The flaw of JSON that `JSON.parse` takes and we do not, in words; undefined without one. Nesting may overflow every
 * walker, values may be too many, a name may set a prototype. A member may be there twice, so that two readers
 * take different ones. It makes one pass over the text before the parser, which refuses invalid text.
 */
export const jsonFlaw = (text: string): string | undefined => {
  /** The names so far of each enclosing object; undefined for an array. */
  const around: (Set<string> | undefined)[] = [];
  let nameNext = false;
  let values = 0;
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case QUOTE: {
        const end = endOfString(text, i + 1);
        const names = around.at(-1);
        if (nameNext && names !== undefined) {
          const name = nameOf(text, i, end);
          if (name === FORBIDDEN) return `A member must not be called ${name}`;
          if (names.has(name)) return 'A member comes twice';
          names.add(name);
        }
        i = end;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        if (around.length >= limits.jsonDepthMax) return `JSON is nested at most ${limits.jsonDepthMax} levels deep`;
        nameNext = text.charCodeAt(i) === OPEN_OBJECT;
        around.push(nameNext ? new Set() : undefined);
        if ((values += 1) > limits.jsonValuesMax) return TOO_MANY;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        around.pop();
        nameNext = false;
        break;
      case COMMA:
        nameNext = around.at(-1) !== undefined;
        if ((values += 1) > limits.jsonValuesMax) return TOO_MANY;
        break;
      case COLON:
        nameNext = false;
        break;
      default:
    }
  }
  return undefined;
};

/** Index of the closing quote; past the end when there is none. */
const endOfString = (text: string, from: number): number => {
  for (let i = from; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i += 1;
  }
  return text.length;
};

/** An escaped name is the same name: `"\u0061"` is `"a"`. */
const nameOf = (text: string, from: number, end: number): string => {
  const raw = text.slice(from + 1, end);
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(text.slice(from, end + 1)));
  } catch {
    return raw;
  }
};
