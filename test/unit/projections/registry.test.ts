import test from 'ava';
import { readdirSync, readFileSync } from 'node:fs';
import { projections } from '../../../projections/registry.ts';
import { collectionOf } from '../../../src/kernel/projection.ts';
import { eventTypes } from '../../../events/registry.ts';

const names = projections.map(({ name }) => name);

test('read models are in the order of their names, each once', (t) => {
  t.deepEqual(names, [...new Set(names)].sort());
  t.is(new Set(projections.map(collectionOf)).size, projections.length);
});

test('every read model is in the registry, and in the table of the README', (t) => {
  const root = new URL('../../../projections/', import.meta.url);
  const readText = (path: string): string => readFileSync(new URL(path, root), 'utf8');
  const defined = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && /Projection = defineProjection</.test(readText(path)))
    .map((path) => path.replace(/(?:\/definition)?\.ts$/, ''));
  t.deepEqual(defined.sort(), names);
  const readme = readText('README.md');
  for (const name of names) t.regex(readme, new RegExp(`^\\| \`${name}\``, 'm'), name);
});

test('read models listen to categories that there are', (t) => {
  const categories = new Set(eventTypes.map(({ category }) => category));
  for (const projection of projections) {
    t.true(projection.categories.length > 0);
    for (const category of projection.categories) t.true(categories.has(category), `${projection.name}: ${category}`);
  }
});
