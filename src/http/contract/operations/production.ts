/** The capabilities of a deployment (spec, section 1), and the state of its processes. */
import {
  array,
  boolean,
  integer,
  named,
  namedObject,
  nullable,
  object,
  oneOf,
  optional,
} from '../../../kernel/shape.ts';
import { declaring } from '../operation.ts';
import { flags, text, yes } from '../shapes/common.ts';

const declare = declaring('production');

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

const capabilities = namedObject('Capabilities', { ok: yes, capabilities: array(capability), flags });

const count = (description: string, example = 0) => integer({ minimum: 0, description, examples: [example] });
const error = optional(text('no answer within 2000 ms'));

const lag = namedObject('RoleLag', {
  role: text('projector'),
  waiting: nullable(count('up to a thousand; null where it cannot be counted now')),
  unit: oneOf(['events', 'messages'], { examples: ['events'] }),
  error,
});

const reached = (name: string, example: string) =>
  named(name, object({ name: text(example), available: boolean({ examples: [true] }), error }));

const serviceState = namedObject('ServiceState', {
  ok: yes,
  ready: boolean({ description: 'as `/health/ready` says', examples: [true] }),
  roles: array(text('api'), { description: 'of the process that answers' }),
  lag: array(lag),
  servers: array(reached('ServerReached', 'kafka')),
  engines: array(reached('EngineReached', 'service_images')),
  disks: array(text('the disk of the objects is full'), {
    description: 'those without room or read-only, by the part on them',
  }),
  log: namedObject('LogState', {
    head: nullable(text('0000-000000000042', 'the position of the last event')),
    verifiedTo: text('0000-000000000042', 'the position up to which the chains were checked'),
    fault: nullable(text('the chain is broken')),
    proving: boolean({ description: 'a long log is checked as a whole now', examples: [false] }),
  }),
  broken: array(namedObject('BrokenReadModel', { readModel: text('job'), error: text('a fold threw') })),
  openWork: nullable(
    array(namedObject('OpenWork', { kind: text('attempt'), due: count('steps that are due', 1) }), {
      description: 'of all workspaces, a thousand at most; null where it cannot be counted now',
    }),
  ),
  deadLetters: nullable(count('messages whose handler gave up; null where they cannot be counted now')),
});

export const getCapabilities = declare({
  method: 'GET',
  path: '/api/v1/production/capabilities',
  summary: 'The present capabilities of this deployment',
  description:
    'Asked of the engines at the time of the call. A provider that is not configured is listed as ' +
    'unavailable, so that no call finds out at dispatch.',
  authority: 'Read',
  answers: { 200: capabilities },
  entityTag: false,
});

export const getServiceState = declare({
  method: 'GET',
  path: '/api/v1/production/state',
  summary: 'The state of the service for operators: lags, queues, dead letters, servers and engines',
  description:
    'What `/health/ready` and `/metrics` tell machines, at the time of the call, of the process that answers. ' +
    'No data of a workspace is in it.',
  authority: 'Admin',
  answers: { 200: serviceState },
  entityTag: false,
  extension: true,
});
