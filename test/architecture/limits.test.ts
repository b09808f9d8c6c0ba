/** A bound that nothing holds is a promise that is not kept; one with two numbers is none. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import { productFiles, type SourceFile } from '../support/architecture/product-code.ts';

const unused = (names: readonly string[], files: readonly SourceFile[]): readonly string[] => {
  // `limits.` or, where a module loads the bounds of one subject alone, `childLimits.`.
  const usesIn = ({ code }: SourceFile) => [...code.matchAll(/\b\w*[lL]imits\.(\w+)/g)].map(([, name]) => name);
  const used = new Set(files.flatMap(usesIn));
  return names.filter((name) => !used.has(name));
};

/** Names of bounds that the subjects give twice, or that are not gathered, and gathered ones that no subject gives. */
const ungathered = (subjects: readonly (readonly string[])[], gathered: readonly string[]): readonly string[] => {
  const given = subjects.flat();
  const odd = (name: string): boolean => given.filter((one) => one === name).length !== 1 || !gathered.includes(name);
  return [...new Set([...given, ...gathered])].filter(odd);
};

const SUBJECTS = join(import.meta.dirname, '../../src/kernel/limits');

/** The names in each file of bounds. */
const namesBySubject = async (): Promise<readonly (readonly string[])[]> => {
  const files = readdirSync(SUBJECTS).filter((name) => name !== 'units.ts');
  const modules = await Promise.all(files.map(async (name) => import(join(SUBJECTS, name)) as Promise<object>));
  return modules.map((module) => Object.values(module).flatMap((bounds: object) => Object.keys(bounds)));
};

test('every limit is used', (t) => {
  t.deepEqual(unused(Object.keys(limits), productFiles), []);
});

test('every limit is in one file of one subject, and is gathered', async (t) => {
  t.deepEqual(ungathered(await namesBySubject(), Object.keys(limits)), []);
});

test('sabotage: a limit that nothing uses is found', (t) => {
  const files = [...productFiles, { path: 'src/x.ts', code: 'if (n > limits.thingsHeldMaxima) refuse();' }];
  t.deepEqual(unused([...Object.keys(limits), 'thingsHeldMax'], files), ['thingsHeldMax']);
});

test('sabotage: limits that are given twice, or not gathered, are found', async (t) => {
  const subjects = [...(await namesBySubject()), ['nameCharsMax', 'thingsHeldMax']];
  t.deepEqual(ungathered(subjects, Object.keys(limits)), ['nameCharsMax', 'thingsHeldMax']);
});
