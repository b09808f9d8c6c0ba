import test from 'ava';
import * as s from '../../../src/kernel/shape.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { compile, compileNext } from '../../../src/schema/validator.ts';
import { watchCompilations } from '../../support/schema/compiled-shapes.ts';

const shape = s.object({
  name: s.string({ minLength: 1, maxLength: 3 }),
  count: s.nullable(s.integer({ minimum: 0 })),
  link: s.optional(s.string({ format: 'uri' })),
  at: s.optional(s.string({ format: 'date-time' })),
  kind: s.optional(s.oneOf(['still', 'film'])),
  extra: s.optional(s.open()),
  deep: s.optional(s.array(s.object({ a: s.nullable(s.object({ 'x/y': s.number() })) }))),
});
const validate = compile(shape);
const good = { name: 'abc', count: 1 };

/** `pointer message` of the first error, or `ok`. */
const said = (value: unknown): string => {
  const result = validate(value);
  if (result.ok) return 'ok';
  const [error] = result.errors;
  return `${error?.pointer} ${error?.message}`;
};

test('a shape with a check is compiled before its first use, one at a time', (t) => {
  while (compileNext()) continue;
  let looks = 0;
  const watched = (): typeof shape =>
    new Proxy(
      { ...shape },
      {
        get: (target, name) => {
          looks += 1;
          return Reflect.get(target, name) as unknown;
        },
      },
    );
  const [early, late] = [compile(watched()), compile(watched())];
  t.is(looks, 0);
  t.true(compileNext());
  const once = looks;
  t.true(once > 0);
  t.true(compileNext());
  t.false(compileNext(), 'there is nothing left');
  const looksOf = (use: () => unknown): number => {
    const before = looks;
    use();
    return looks - before;
  };
  const unready = compile(watched());
  t.true(looksOf(() => unready(good)) >= once, 'the check sees a use that compiles');
  for (const ready of [early, late]) t.true(looksOf(() => ready(good)) < once / 10, 'a use compiles nothing');
  t.false(compileNext(), 'what was used is compiled');
});

test('a check that is made before its first use has been called: the engine compiles it at a call', (t) => {
  while (compileNext()) continue;
  const { compiled, stop } = watchCompilations();
  t.teardown(stop);
  compile({ ...shape });
  while (compileNext()) continue;
  t.is(compiled.length, 1);
  t.truthy(compiled[0]?.check.errors, 'it has refused nothing at all');
});

test('a value that fits is given back as it came', (t) => {
  t.deepEqual(validate(good), { ok: true, value: good });
  const result = validate(good);
  t.true(result.ok && result.value === good);
});

const wrong: readonly (readonly [unknown, string])[] = [
  [null, ' must be object'],
  [[], ' must be object'],
  [{ count: 1 }, ' must have member name'],
  [{ ...good, namee: 1 }, '/namee is not a known member'],
  [{ ...good, 'a/b~c': 1 }, '/a~1b~0c is not a known member'],
  [{ ...good, name: '' }, '/name must have at least 1 character'],
  [{ ...good, name: 5 }, '/name must be string'],
  [{ ...good, count: '1' }, '/count must be integer or null'],
  [{ ...good, count: 1.5 }, '/count must be integer or null'],
  [{ ...good, count: true }, '/count must be integer or null'],
  [{ ...good, count: -1 }, '/count must be at least 0'],
  [{ ...good, count: 2 ** 53 }, '/count must be within plus or minus 9007199254740991'],
  [{ ...good, count: Number.POSITIVE_INFINITY }, '/count must be a finite number'],
  [{ ...good, count: Number.NaN }, '/count must be a finite number'],
  [{ ...good, kind: 'Still' }, '/kind must be one of still, film'],
  [{ ...good, link: 'ftp://a.b' }, '/link must be an http or https URL in ASCII without user name or password'],
  [{ ...good, link: 'https://a.b/ü' }, '/link must be an http or https URL in ASCII without user name or password'],
  [{ ...good, at: 'yesterday' }, '/at must be a date-time'],
  [{ ...good, deep: [{ a: { 'x/y': '1' } }] }, '/deep/0/a/x~1y must be number'],
  [{ ...good, deep: [{ a: null }, { a: 1 }] }, '/deep/1/a must be object or null'],
  [{ ...good, extra: { list: ['fine', 'a\0b'] } }, '/extra/list/1 must not contain NUL'],
  [{ ...good, extra: { half: '\ud83d' } }, '/extra/half must not contain half a surrogate pair'],
  [{ ...good, extra: { 'a\0': 1 } }, '/extra/a\0 must not contain NUL'],
  [{ ...good, name: 'a\u0001' }, '/name must not contain control characters other than tabs and line breaks'],
  [{ ...good, extra: { a: '\u007f' } }, '/extra/a must not contain control characters other than tabs and line breaks'],
  [
    { ...good, extra: { '\u001b': 1 } },
    '/extra/\u001b must not contain control characters other than tabs and line breaks',
  ],
  [JSON.parse('{"name":"abc","count":1,"__proto__":{}}'), '/__proto__ is not a known member'],
];

test('a value that does not fit is refused with a pointer and a reason', (t) => {
  for (const [value, expected] of wrong) t.is(said(value), expected);
});

test('every place that is wrong is named once, also inside of what may be null', (t) => {
  const result = validate({ name: 'a\u0001bc', extra: 1, deep: [{ a: { 'x/y': '1', z: 1 } }, { a: 5 }, {}] });
  t.deepEqual(result.ok ? [] : result.errors.map(({ pointer, message }) => `${pointer} ${message}`).toSorted(), [
    ' must have member count',
    '/deep/0/a/x~1y must be number',
    '/deep/0/a/z is not a known member',
    '/deep/1/a must be object or null',
    '/deep/2 must have member a',
    '/extra must be object',
    '/name must not contain control characters other than tabs and line breaks',
  ]);
});

test('tabs and line breaks are text, whatever system they come from', (t) => {
  t.is(said({ ...good, extra: { text: 'a\tb\nc\r\nd' } }), 'ok');
});

test('lengths count code points', (t) => {
  t.is(said({ ...good, name: '🎬🎬🎬' }), 'ok');
  t.is(said({ ...good, name: '🎬🎬🎬🎬' }), '/name must have at most 3 characters');
});

test('-0 is 0, in a copy of the value', (t) => {
  const value = { ...good, count: -0, extra: { list: [1, -0] } };
  const result = validate(value);
  if (!result.ok) return t.fail();
  t.true(Object.is(result.value.count, 0));
  t.true(Object.is((result.value.extra as { list: number[] }).list[1], 0));
  return t.true(Object.is(value.count, -0), 'the value itself is not touched');
});

test('nesting is bounded', (t) => {
  const nested = (levels: number): unknown => (levels === 0 ? {} : { a: nested(levels - 1) });
  t.is(said({ ...good, extra: nested(limits.jsonDepthMax - 2) }), 'ok');
  t.regex(said({ ...good, extra: nested(limits.jsonDepthMax - 1) }), /must not be nested deeper than 32 levels$/);
  t.regex(said({ ...good, extra: nested(3_000) }), /must not be nested deeper than 32 levels$/);
});

test('a misspelt keyword of a shape is a bug that shows at its first use', (t) => {
  t.throws(() => compile({ type: 'string', maxLenght: 1 })('x'), { message: /unknown keyword: "maxLenght"/ });
  t.throws(() => compile({ type: 'string', format: 'url' })('x'), { message: /unknown format "url"/ });
  t.throws(() => compile({ type: 'object', required: ['gone'], properties: {} })({}), { message: /strictRequired/ });
});

test('nothing is coerced, defaulted or removed', (t) => {
  const check = compile(s.object({ a: s.optional(s.integer({ default: 5 })), b: s.optional(s.boolean()) }));
  t.deepEqual(check({}), { ok: true, value: {} });
  t.false(check({ a: '5' }).ok);
  t.false(check({ b: 'true' }).ok);
  t.false(check({ a: null }).ok);
});

const goodUris = [
  'http://a.b',
  'https://a.b/',
  'HTTPS://A.B/c?d=e&f#g',
  'https://a.b:8443/x',
  'https://a.b:443/x',
  'https://a.b/%20%ff',
  'http://127.0.0.1/x',
  'http://[::1]:8080/x',
  `https://a.b/${'c'.repeat(limits.urlCharsMax - 12)}`,
];
const badUris = [
  '',
  'a.b',
  '//a.b/c',
  'https:a.b',
  'https:/a.b',
  'https:///a.b',
  'https://',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/plain,x',
  'ftp://a.b',
  'https://user@a.b/',
  'https://user:pass@a.b/',
  'https://@a.b/',
  'https://a.b:99999/',
  'https://a.b:x/',
  'https://a.b\\@c.d/',
  'https://a.b\t/',
  ' https://a.b/',
  'https://a.b/ x',
  'https://a.b/\n',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://127.1/',
  'http://0/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://bücher.example/',
  'https://a.b/ü',
  'http://a%2eb/',
  'http://a.b%00/',
  `https://a.b/${'c'.repeat(limits.urlCharsMax - 11)}`,
];

test('uri: http and https, one spelling of the host, no user in it', (t) => {
  const check = compile(s.string({ format: 'uri' }));
  for (const uri of goodUris) t.true(check(uri).ok, uri);
  for (const uri of badUris) t.false(check(uri).ok, uri);
});

test('date-time: RFC 3339, and the day exists', (t) => {
  const check = compile(s.string({ format: 'date-time' }));
  for (const time of ['2026-02-28T00:00:00Z', '2024-02-29t23:59:59.123456789z', '2026-11-21T10:00:00.5+05:30']) {
    t.true(check(time).ok, time);
  }
  for (const time of [
    '2026-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00.Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:60Z',
  ]) {
    t.false(check(time).ok, time);
  }
});

test('a pattern is put in the words of its form, else by an example, and never by the purpose', (t) => {
  const pattern = '^[0-9]{4}-[0-9]{2}$';
  const month = s.string({ pattern, description: 'UTC', examples: ['2026-11'] });
  for (const [one, message] of [
    [s.formed('a year and a month', month), 'must be a year and a month'],
    [month, 'must look like 2026-11'],
    [s.string({ pattern, description: 'UTC' }), `must be of the form ${pattern}`],
  ] as const) {
    t.deepEqual(compile(one)('May'), { ok: false, errors: [{ pointer: '', message }] });
    t.like(compile(s.object({ a: s.optional(one) }))({ a: 'May' }), { errors: [{ pointer: '/a', message }] });
  }
});
