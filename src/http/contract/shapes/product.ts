/** The product's manifest, and the documents. */
import { array, boolean, integer, named, namedObject, open, record } from '../../../kernel/shape.ts';
import { flags } from './capabilities.ts';
import { text } from './common.ts';

const states = (example: string) => array(text(example));

export const productManifest = namedObject('ProductManifest', {
  contractVersion: text('1.0.0'),
  schemaVersion: text('2026-07-30'),
  maturity: text('foundation'),
  availability: text('internal'),
  productComplete: boolean(),
  operationCount: integer({ minimum: 0, examples: [34] }),
  lifecycle: namedObject(
    'Lifecycles',
    { job: states('queued'), requirement: states('pending'), photoSequence: states('planned') },
    { description: 'the states that things go through' },
  ),
  authorityClasses: record(namedObject('AuthorityClass', { scope: text('read'), effect: text('reads') }), {
    description: 'by the name of the class',
    examples: [{ Read: { scope: 'read', effect: 'reads' } }],
  }),
  maturityDefinitions: record(text('Works as documented.'), { examples: [{ foundation: 'It holds.' }] }),
  resources: array(text('Project')),
  flags,
});

export const openApi = named('OpenApiDocument', open({ description: 'OpenAPI 3.1', examples: [{ openapi: '3.1.0' }] }));
export const asyncApi = named(
  'AsyncApiDocument',
  open({ description: 'AsyncAPI 3.0', examples: [{ asyncapi: '3.0.0' }] }),
);
