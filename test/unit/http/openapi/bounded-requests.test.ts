/** No request costs more than its size: every list has a maximum, and no pattern tries a text in too many ways. */
import test from 'ava';
import { operations } from '../../../../src/http/contract/operations/registry.ts';
import { openApiDocument } from '../../../../src/http/openapi/document.ts';
import { placesIn } from '../../../support/http/json-places.ts';

type Json = Readonly<Record<string, unknown>>;

const document = openApiDocument({ operations, extensions: true, manifest: {} }) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** The components that a part of the document refers to, at any depth. */
const referredBy = (part: unknown, known = new Set<string>()): ReadonlySet<string> => {
  for (const { value } of placesIn(part)) {
    const { $ref } = value;
    if (typeof $ref !== 'string' || known.has($ref)) continue;
    known.add($ref);
    const [, , kind = '', name = ''] = $ref.split('/');
    referredBy({ part: document.components[kind]?.[name] }, known);
  }
  return known;
};

const asked = Object.values(document.paths)
  .flatMap((path) => Object.values(path))
  .map(({ requestBody, parameters }) => ({ requestBody, parameters }));

const parts: readonly unknown[] = [
  ...asked,
  ...[...referredBy(asked)].map((ref) => {
    const [, , kind = '', name = ''] = ref.split('/');
    return { [name]: document.components[kind]?.[name] };
  }),
];

const endless = (part: unknown): readonly string[] =>
  placesIn(part).flatMap(({ at, value }) =>
    [value['type']].flat().includes('array') && value['maxItems'] === undefined ? [at] : [],
  );

/** A repeated group with a part in it that repeats without a bound: a text that almost fits is tried in 2^n ways. */
const NESTED = /\([^()]*(?:[*+]|\{\d+,\})[^()]*\)(?:[*+]|\{\d+,\d*\})/;

const patterns = new Set(
  placesIn(document).flatMap(({ value: { pattern } }) => (typeof pattern === 'string' ? pattern : [])),
);

test('each list of a request has a maximum', (t) => {
  t.true(parts.length > 100);
  t.deepEqual(parts.flatMap(endless), []);
});

test('no pattern repeats a group in which a part repeats without a bound', (t) => {
  t.true(patterns.size >= 8);
  t.deepEqual(
    [...patterns].filter((pattern) => NESTED.test(pattern)),
    [],
  );
});

test('sabotage: a list without a maximum, and patterns that take for ever, are found', (t) => {
  t.is(endless({ schema: { type: ['array', 'null'], items: {} } }).length, 1);
  for (const pattern of ['^(a+)+$', '^(?:\\w*-)*$', '^([a-z]+|x){2,9}$', '^(b{2,})*$']) t.regex(pattern, NESTED);
  for (const pattern of ['^(a{1,8})*$', '^[a-z]+-[a-z]+$', '^(a|b)+$']) t.notRegex(pattern, NESTED);
});
