/** The capabilities of a deployment (spec, section 1). */
import { array, boolean, integer, namedObject, nullable, optional, record } from '../../../kernel/shape.ts';
import { text, yes } from './common.ts';

export const flags = record(boolean(), {
  description: 'feature flags, and whether they are on',
  examples: [{ STORYBOARD_PHOTO_BATCH_ENABLED: true }],
});

const voice = namedObject('Voice', { id: text('en-gb'), name: text('Emma'), language: text('en-GB', 'as in BCP 47') });

const bound = (description: string) => nullable(integer({ minimum: 1, description, examples: [60] }));

const limits = namedObject(
  'ProviderLimits',
  {
    worksPerMinute: bound('works that are begun in a minute at most; null for no limit'),
    worksAtOnce: bound('works that are under way at once at most; null for no limit'),
  },
  { description: 'Of a provider elsewhere, for the whole deployment: more work waits in its line' },
);

const capability = namedObject('Capability', {
  id: text('image.service_images'),
  kind: text('image'),
  provider: text('service_images'),
  operations: array(text('storyboard_image_generate')),
  configured: boolean({ examples: [true] }),
  available: boolean({ description: 'configured, and it can be reached now', examples: [true] }),
  limitations: array(text('draft panels')),
  priceCredits: nullable(
    integer({
      minimum: 0,
      description: 'of one picture or scene, of each half minute of music begun, of each minute of words begun',
      examples: [1],
    }),
  ),
  limits: optional(limits),
  voices: optional(array(voice, { description: 'of an engine that speaks, its default first' })),
});

export const capabilities = namedObject('Capabilities', { ok: yes, capabilities: array(capability), flags });
