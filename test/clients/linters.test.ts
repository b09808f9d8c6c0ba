/** A public linter, with its recommended rules and more, reports neither error nor warning on the document. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import test from 'ava';
import { operations } from '../../src/http/contract/operations/registry.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { productManifest } from '../../src/http/openapi/product-manifest.ts';
import type { Json } from '../support/clients/client-story.ts';
import { openFlags } from '../spec/api-spec.ts';

/** Those that are not recommended, and that other linters have by default. */
const MORE_RULES = [
  'info-contact',
  'operation-description',
  'operation-tag-defined',
  'parameter-description',
  'spec-example-values',
];

const documentOf = (extensions: boolean): Json =>
  openApiDocument({ operations, extensions, manifest: productManifest(openFlags) });

const lint = async (document: Json): Promise<readonly string[]> => {
  const rules = Object.fromEntries(MORE_RULES.map((rule) => [rule, 'error' as const]));
  const config = await createConfig({ extends: ['recommended'], rules });
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

// The document without extensions has some operations of the other one: what they leave has no use or no target.
for (const extensions of [false, true]) {
  test(`the linter finds nothing, extensions ${extensions}`, async (t) => {
    t.deepEqual(await lint(documentOf(extensions)), []);
  });
}

test('each rule that is named is a rule of the linter, which passes over others in silence', async (t) => {
  const { rules } = await createConfig({ extends: ['all'] });
  t.deepEqual(
    MORE_RULES.filter((rule) => !Object.hasOwn(rules.oas3_1, rule)),
    [],
  );
});

test('sabotage: the linter finds what is left out', async (t) => {
  const document = structuredClone(documentOf(false)) as { info: Record<string, unknown>; paths: Json };
  delete document.info['license'];
  delete document.info['contact'];
  const careless = { ...document, paths: Object.fromEntries(Object.entries(document.paths).slice(0, 1)) };
  const found = (await lint(careless)).join();
  t.regex(found, /info-license/);
  t.regex(found, /info-contact/);
});
