/** Deliveries as they are asked for, and their outcomes (spec, DeliveryRequest). */
import { deliveryCodes, deliveryStatuses, destinationTypes } from '../../../kernel/delivery-outcome.ts';
import { limits } from '../../../kernel/limits.ts';
import {
  array,
  boolean,
  integer,
  named,
  nullable,
  object,
  oneOf,
  open,
  optional,
  type Static,
  string,
} from '../../../kernel/shape.ts';
import type { BodyRule } from '../operation.ts';
import { idOf, text, time, url, yes } from './common.ts';

const account = (description: string) =>
  optional(string({ minLength: 1, maxLength: limits.deliveryAccountCharsMax, description }));

const type = named('DestinationType', oneOf(destinationTypes));

const destination = named(
  'DeliveryDestination',
  object(
    {
      type,
      url: optional(
        string({
          format: 'uri',
          maxLength: limits.urlCharsMax,
          description: 'of a webhook, required there',
          examples: ['https://hooks.example/videos'],
        }),
      ),
      secret: optional(
        string({
          minLength: 1,
          maxLength: limits.deliverySecretCharsMax,
          description: 'of a webhook: signs it, and is kept nowhere',
        }),
      ),
      to: optional(
        string({
          maxLength: limits.emailCharsMax,
          pattern: '^[^@\\s]+@[^@\\s]+$',
          description: 'the address of an email, required there',
        }),
      ),
      accountRef: account('of a cloud drive, required there'),
      folderId: account('of a cloud drive'),
    },
    { description: 'A webhook, an email or a cloud drive; each takes its own members alone' },
  ),
);

export const deliveryRequest = named(
  'DeliveryRequest',
  object({
    video: named(
      'DeliveredVideo',
      object({ url, title: optional(string({ maxLength: limits.shortTextCharsMax, examples: ['The letter'] })) }),
    ),
    destinations: array(destination, { minItems: 1, maxItems: limits.deliveryDestinationsMax }),
    meta: optional(open({ description: 'sent along as it is' })),
  }),
);

type Destination = Static<typeof destination>;

const takes: Readonly<Record<Destination['type'], readonly (keyof Destination)[]>> = {
  webhook: ['url', 'secret'],
  email: ['to'],
  cloud_drive: ['accountRef', 'folderId'],
};

/** The first member is the required one; those of the other types are refused. */
export const memberOfType =
  (index: number): BodyRule<Static<typeof deliveryRequest>> =>
  ({ destinations }) => {
    const one = destinations[index];
    if (one === undefined) return undefined;
    const [required = 'type', ...others] = takes[one.type];
    const pointer = `/destinations/${index}`;
    if (one[required] === undefined) return { pointer, message: `must have member ${required}` };
    const known: readonly string[] = ['type', required, ...others];
    const extra = Object.keys(one).find((name) => !known.includes(name));
    return extra === undefined
      ? undefined
      : { pointer: `${pointer}/${extra}`, message: `is not a member of type ${one.type}` };
  };

const deliveryId = idOf('dlv');
const index = integer({ minimum: 0, description: 'place in the destinations of the request, from 0' });
const code = named('DeliveryCode', oneOf(deliveryCodes, { description: 'why it was not delivered' }));
const status = named('DeliveryStatus', oneOf(deliveryStatuses));

const result = named('DeliveryResult', object({ index, type, status, code: optional(code) }));

export const deliveryAnswer = named('DeliveryAnswer', object({ ok: yes, deliveryId, results: array(result) }));

const attempt = named(
  'DeliveryAttempt',
  object({
    attempt: integer({ minimum: 1, examples: [1] }),
    status,
    code: nullable(code),
    statusCode: nullable(integer({ description: 'of the answer', examples: [200] })),
    attemptedAt: time,
  }),
);

const logged = named(
  'LoggedDestination',
  object({
    index,
    type,
    host: nullable(text('hooks.example')),
    signed: boolean({ description: 'whether a secret was given' }),
    status: named('LoggedDeliveryStatus', oneOf([...deliveryStatuses, 'pending'])),
    attempts: array(attempt),
  }),
);

export const deliveryLog = named(
  'DeliveryLog',
  object({
    ok: yes,
    delivery: named('Delivery', object({ id: deliveryId, createdAt: time, destinations: array(logged) })),
  }),
);
