/** Bodies that JSON.parse takes and we do not, and the other way round. */
import { deepEqual, ok } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { isRefusal } from '../../../../src/http/errors/refusal.ts';
import { jsonFlaw, parseJsonObject } from '../../../../src/http/transport/parse-json.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { breaks, holds } from '../../../support/property/property.ts';

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const refusedBodies: Readonly<Record<string, string | Buffer>> = {
  'cut off': '{',
  'a trailing comma': '{"a":1,}',
  'two values': '{}{}',
  'single quotes': "{'a':1}",
  null: 'null',
  'a number': '1',
  'a list': '[]',
  'a text': '"{}"',
  'only spaces': '   ',
  'a byte order mark': '\ufeff{}',
  'UTF-16': Buffer.from('{"a":1}', 'utf16le'),
  'no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  'an overlong form': Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  gzip: gzipSync('{}'),
  'a raw line break inside a text': '{"a":"\n"}',
  'nesting 100,000 deep': nested(100_000),
  'lists 100,000 deep': `{"a":${'['.repeat(100_000)}`,
  'nesting one too deep': nested(limits.jsonDepthMax + 1),
  'a member twice': '{"a":1,"b":2,"a":1}',
  'a member twice, deep inside': '{"x":[{"y":{"a":1,"a":2}}]}',
  'a member twice, once escaped': '{"a":1,"\\u0061":2}',
  'a member twice after a list': '{"a":[{"b":1}],"a":2}',
  'the name __proto__': '{"__proto__":{"admin":true}}',
  '__proto__, escaped': '{"\\u005f_proto__":1}',
  '__proto__, inside a list': '{"a":[{"__proto__":1}]}',
  'an escape that is none': '{"a":1,"\\x":2}',
};

for (const [what, text] of Object.entries(refusedBodies)) {
  test(`refused: ${what}`, (t) => {
    const answer = parseJsonObject(Buffer.from(text as string));
    t.true(isRefusal(answer));
    t.is((answer as { code: string }).code, 'malformed_json');
  });
}

const takenBodies: readonly string[] = [
  '{}',
  ' { "a" : 1 } ',
  nested(limits.jsonDepthMax),
  '{"a":{"x":1},"b":{"x":1}}',
  '{"a":[{"x":1},{"x":1}]}',
  '{"a":"__proto__","b":"constructor"}',
  '{"constructor":{"prototype":{"name":"Ada"}},"toString":1}',
  '{"a":"{\\"a\\":1,\\"a\\":2}"}',
  '{"a":"\\\\","b":"\\""}',
  '{"":1}',
  '{"a":["a","a"]}',
  '{"ü":"🎬"}',
];

for (const text of takenBodies) {
  test(`taken: ${text.slice(0, 60)}`, (t) => t.deepEqual(parseJsonObject(Buffer.from(text)), JSON.parse(text)));
}

const json = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))
  .filter((value) => !JSON.stringify(value).includes('"__proto__":'));

const comesBack = (value: unknown): void => {
  const text = JSON.stringify(value);
  deepEqual(parseJsonObject(Buffer.from(text)), JSON.parse(text));
};

test('any text of JSON.stringify comes back as it was', (t) => {
  holds(json, comesBack, 300);
  t.pass();
});

const doubled = fc.tuple(json, fc.string(), fc.jsonValue()).map(([value, name, second]) => {
  const text = JSON.stringify({ ...value, [name]: 1 });
  return `${text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(second)}}`;
});

const isRefused =
  (parse: (bytes: Buffer) => unknown) =>
  (text: string): void =>
    ok(isRefusal(parse(Buffer.from(text))), text);

test('a member that is written a second time is always found', (t) => {
  holds(doubled, isRefused(parseJsonObject), 300);
  t.true(
    breaks(
      doubled,
      isRefused((bytes) => JSON.parse(bytes.toString())),
      50,
    ),
    'JSON.parse alone takes the last one',
  );
});

test('no text makes the guard throw', (t) => {
  const texts = fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0a '.split('')), maxLength: 40 });
  holds(texts, (text) => jsonFlaw(text), 1_000);
  t.pass();
});
