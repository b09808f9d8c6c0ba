/**
 * Makes values fit for a log: no secret, no control character, no value without a bound.
 * Secrets are found by the name of their member and, inside texts, by their form.
 */

/** Bounds of one log line; a log must not grow with a caller's input. */
const TEXT_CHARS_MAX = 4_096;
const ITEMS_MAX = 50;
const DEPTH_MAX = 6;
const STACK_LINES_MAX = 20;

const REDACTED = '[redacted]';
const SECRET_NAME = new RegExp(
  'authorization|cookie|passw(or)?d|passphrase|secret|token|signature|credential|' +
    'api[-_]?key|private[-_]?key|signing[-_]?key|^(jwt|jwk|d)$',
  'i',
);

/** Patterns of secrets inside a text, and their replacements. None backtracks: callers choose these texts. */
const SECRET_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)(\s+|%20|\+)[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  // Base64url parts of which the first is a JSON object: a token, anywhere in the text, also without its end.
  [/\beyJ[\w-]{5,}\.[\w-]+(\.[\w-]*)?/g, REDACTED],
  [/((?:signature|token|secret|credential|password|api[-_]?key)(?:=|%3d))[^&#\s"'<>]+/gi, `$1${REDACTED}`],
  [/\bv1=[0-9a-f]{32,}/gi, `v1=${REDACTED}`],
  [/(:\/\/)[^\s/?#@]+@/g, `$1${REDACTED}@`],
];

// Line breaks and escape sequences could forge lines and drive a terminal; bidirectional marks could hide text.
// eslint-disable-next-line no-control-regex -- it removes these
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text without secrets and control characters, cut at its bound. */
export const cleanText = (text: string): string => {
  // Cut first, so that a huge text costs no more than a long one; a secret that the cut halves keeps its form.
  const cut = text.length > TEXT_CHARS_MAX ? text.slice(0, TEXT_CHARS_MAX) : text;
  let safe = cut.toWellFormed();
  for (const [form, replacement] of SECRET_FORMS) safe = safe.replace(form, replacement);
  safe = safe.replace(UNSAFE, escaped);
  return cut === text ? safe : `${safe}… (${text.length} characters)`;
};

/** The members of a log line, each of them clean. Never throws. */
export const cleanFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  cleanMembers(fields, 0);

const cleanMembers = (members: object, depth: number): Record<string, unknown> => {
  const clean: Record<string, unknown> = {};
  for (const name of Object.keys(members).slice(0, ITEMS_MAX)) {
    const value = memberOf(members, name);
    if (value === undefined) continue;
    const hidden = SECRET_NAME.test(name) && !isHarmless(value);
    // Not an assignment: a member called `__proto__` is data like any other.
    Object.defineProperty(clean, cleanText(name), {
      value: hidden ? REDACTED : cleanValue(value, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return clean;
};

/** A getter may throw; that must not take the log line with it. */
const memberOf = (members: object, name: string): unknown => {
  try {
    return (members as Record<string, unknown>)[name];
  } catch {
    return '[unreadable]';
  }
};

/** Counts and flags are no secrets, whatever they are called. */
const isHarmless = (value: unknown): boolean =>
  value === null || typeof value === 'number' || typeof value === 'boolean';

const cleanValue = (value: unknown, depth: number): unknown => {
  switch (typeof value) {
    case 'string':
      return cleanText(value);
    case 'number':
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : cleanObject(value, depth);
    case 'bigint':
      return value.toString();
    default:
      return `[${typeof value}]`;
  }
};

const cleanObject = (value: object, depth: number): unknown => {
  if (value instanceof Error) return cleanError(value, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString();
  if (value instanceof URL) return cleanText(value.href);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth > DEPTH_MAX) return '[deep]';
  if (value instanceof Map || value instanceof Set) return cleanItems([...value], depth);
  return Array.isArray(value) ? cleanItems(value, depth) : cleanMembers(value, depth);
};

const cleanItems = (items: readonly unknown[], depth: number): unknown[] => {
  const clean = items.slice(0, ITEMS_MAX).map((item) => cleanValue(item, depth + 1));
  return items.length > ITEMS_MAX ? [...clean, `… (${items.length} items)`] : clean;
};

const cleanError = (error: Error, depth: number): Record<string, unknown> => {
  if (depth > DEPTH_MAX) return { name: '[deep]' };
  // Name and message are read apart from the rest because they are not enumerable.
  return {
    name: cleanText(error.name),
    message: cleanText(error.message),
    ...cleanMembers(error, depth),
    stack: (error.stack ?? '')
      .split('\n')
      .slice(1, STACK_LINES_MAX + 1)
      .map((line) => cleanText(line.trim())),
    ...(error.cause === undefined ? {} : { cause: cleanValue(error.cause, depth + 1) }),
  };
};
