/** A bound that nothing holds is a promise that is not kept. */
import test from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import { productFiles } from '../support/product-code.ts';
import type { SourceFile } from '../support/product-code.ts';

const unused = (names: readonly string[], files: readonly SourceFile[]): readonly string[] => {
  const used = new Set(files.flatMap(({ code }) => [...code.matchAll(/\blimits\.(\w+)/g)].map(([, name]) => name)));
  return names.filter((name) => !used.has(name));
};

test('every limit is used', (t) => {
  t.deepEqual(unused(Object.keys(limits), productFiles), []);
});

test('sabotage: a limit that nothing uses is found', (t) => {
  const files = [...productFiles, { path: 'src/x.ts', code: 'if (n > limits.thingsHeldMaxima) refuse();' }];
  t.deepEqual(unused([...Object.keys(limits), 'thingsHeldMax'], files), ['thingsHeldMax']);
});
