import test from 'ava';
import { checkPath } from '../../../../src/http/middleware/check-transport.ts';
import { limits } from '../../../../src/kernel/limits.ts';

const code = (target: string): string | undefined => checkPath(target, target.split('?')[0] ?? '')?.code;

test('paths that decode are for the router to know', (t) => {
  for (const path of ['/', '/api/v1/projects', '/a%20b', '/%f0%9f%8e%ac', '//', '/..', '/%2e%2e', '/a%2fb', '*']) {
    t.is(code(path), undefined, path);
  }
});

test('paths that do not decode are refused', (t) => {
  for (const path of ['/%', '/%zz', '/%ff', '/%c0%af', '/a%00b', '/%0d%0aX:y', '/%7f', '/%ed%a0%80']) {
    t.is(code(path), 'malformed_request', path);
  }
});

test('a target is bounded, its query included', (t) => {
  t.is(code(`/${'a'.repeat(limits.pathCharsMax - 1)}`), undefined);
  t.is(code(`/${'a'.repeat(limits.pathCharsMax)}`), 'malformed_request');
  t.is(code(`/?${'a'.repeat(limits.pathCharsMax)}`), 'malformed_request');
});
