/** Public linters, with their recommended rules, report neither error nor warning on the document. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import test from 'ava';
import { operations } from '../../src/http/contract/operations/registry.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { productManifest } from '../../src/http/openapi/product-manifest.ts';
import type { Json } from '../support/clients/client-story.ts';
import { openFlags } from '../spec/api-spec.ts';

const documentOf = (extensions: boolean): Json =>
  openApiDocument({ operations, extensions, manifest: productManifest(openFlags) });

type Lint = (document: Json) => Promise<readonly string[]>;

const redocly: Lint = async (document) => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

const byRecommendation: Lint = async (document) => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
  const found = await linter.run(JSON.stringify(document));
  return found.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
};

/**
 * The document without extensions has some operations of the one with them. Redocly looks at both: it finds what they
 * leave without a use or a target. Spectral, which takes twice as long, looks at the larger one.
 */
const linters = {
  redocly: { lint: redocly, documents: [false, true] },
  spectral: { lint: byRecommendation, documents: [true] },
};

/** A document of one path, without what one rule of either linter asks for. */
const careless = (): Json => {
  const document = structuredClone(documentOf(false)) as { info: Record<string, unknown>; paths: Json };
  delete document.info['license'];
  delete document.info['contact'];
  return { ...document, paths: Object.fromEntries(Object.entries(document.paths).slice(0, 1)) };
};

for (const [name, { lint, documents }] of Object.entries(linters)) {
  for (const extensions of documents) {
    test(`${name} finds nothing, extensions ${extensions}`, async (t) => {
      t.deepEqual(await lint(documentOf(extensions)), []);
    });
  }

  test(`sabotage: ${name} finds what is left out`, async (t) => {
    t.regex((await lint(careless())).join(), /license|contact/);
  });
}
