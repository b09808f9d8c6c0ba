/** Canonical JSON (RFC 8785): the same value gives the same bytes on every store and in every process. */
import { hash } from 'node:crypto';
import { BrokenInvariant } from './faults.ts';

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Members are sorted by UTF-16 code units, as RFC 8785 section 3.2.3 asks; `JSON.stringify` already writes numbers
 * and strings in the form that it prescribes. Members that are `undefined` are left out. Throws on what JSON cannot
 * hold (NaN, infinities, functions, bigint, lone surrogates).
 */
export const canonicalJson = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      if (LONE_SURROGATE.test(value)) throw new BrokenInvariant('a lone surrogate has no canonical form');
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new BrokenInvariant(`${value} has no canonical form`);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value as Record<string, unknown>);
    default:
      throw new BrokenInvariant(`a ${typeof value} has no canonical form`);
  }
};

const canonicalArray = (items: readonly unknown[]): string => {
  let text = '[';
  for (let i = 0; i < items.length; i += 1) text += (i === 0 ? '' : ',') + canonicalJson(items[i]);
  return `${text}]`;
};

const canonicalObject = (members: Readonly<Record<string, unknown>>): string => {
  let text = '{';
  for (const name of Object.keys(members).sort()) {
    if (members[name] === undefined) continue;
    text += `${text.length === 1 ? '' : ','}${JSON.stringify(name)}:${canonicalJson(members[name])}`;
  }
  return `${text}}`;
};

/** Lower-case hex sha256 of text (as UTF-8) or bytes. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content);

/** sha256 of the canonical form of a value. */
export const contentHash = (value: unknown): string => sha256(canonicalJson(value));
