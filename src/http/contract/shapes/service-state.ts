/** The state of the process that answers, and of the work that waits for it, as operators need it. */
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
import { text, yes } from './common.ts';

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

export const serviceState = namedObject('ServiceState', {
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
