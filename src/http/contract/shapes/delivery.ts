/** Deliveries as they are asked for, and their outcomes (spec, DeliveryRequest). */
import { deliveryCodes, deliveryStatuses, destinationTypes } from '../../../kernel/delivery-outcome.ts';
import { limits } from '../../../kernel/limits.ts';
import {
  array,
  boolean,
  integer,
  named,
  namedObject,
  nullable,
  oneOf,
  open,
  optional,
  type Static,
  string,
} from '../../../kernel/shape.ts';
import { noticeTypes } from '../../../kernel/webhook-events.ts';
import type { BodyRule } from '../operation.ts';
import { idOf, pageOf, text, time, url, yes } from './common.ts';

const account = (description: string) =>
  optional(string({ minLength: 1, maxLength: limits.deliveryAccountCharsMax, description }));

const type = named('DestinationType', oneOf(destinationTypes, { description: 'what a destination is' }));

const ADDRESS = 'ada@studio.example';
/** Of RFC 5321, without quoted names and literal addresses: a text with several addresses must not count as one. */
const NAME = String.raw`[^\s@.,;:<>()"\\[\]]+`;
const LABEL = String.raw`(?!-)[\p{L}\p{M}\p{N}-]+(?<!-)`;
const ADDRESS_FORM = new RegExp(`^${NAME}(?:\\.${NAME})*@${LABEL}(?:\\.${LABEL})*$`, 'u');

const destination = namedObject(
  'DeliveryDestination',
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
        description: 'of a webhook: signs it; kept sealed while the delivery may be repeated',
      }),
    ),
    to: optional(
      string({
        maxLength: limits.emailCharsMax,
        description: `the address of an email, required there; it looks like ${ADDRESS}`,
      }),
    ),
    accountRef: account('of a cloud drive, required there'),
    folderId: account('of a cloud drive'),
  },
  { description: 'A webhook, an email or a cloud drive; each takes its own members alone' },
);

/** Larger integers lose their last digits, and are refused. */
const EXACT = Number.MAX_SAFE_INTEGER;

export const deliveryRequest = namedObject('DeliveryRequest', {
  video: namedObject('DeliveredVideo', {
    url,
    title: optional(string({ maxLength: limits.shortTextCharsMax, examples: ['The letter'] })),
  }),
  destinations: array(destination, { minItems: 1, maxItems: limits.deliveryDestinationsMax }),
  meta: optional(open({ description: `sent along as it is; write an integer beyond ${EXACT} as a text` })),
});

type Destination = Static<typeof destination>;

const takes: Readonly<Record<Destination['type'], readonly (keyof Destination)[]>> = {
  webhook: ['url', 'secret'],
  email: ['to'],
  cloud_drive: ['accountRef', 'folderId'],
};

/**
 * The first member is the required one; those of the other types are refused. The form of an address matters in an
 * email alone.
 */
const destinationFlaws = (one: Destination, index: number) => {
  const [required = 'type', ...others] = takes[one.type];
  const pointer = `/destinations/${index}`;
  const known: readonly string[] = ['type', required, ...others];
  const extra = Object.keys(one).filter((name) => !known.includes(name));
  const isMisspelt = one.type === 'email' && one.to !== undefined && !ADDRESS_FORM.test(one.to);
  return [
    ...(one[required] === undefined ? [{ pointer, message: `must have member ${required}` }] : []),
    ...extra.map((name) => ({ pointer: `${pointer}/${name}`, message: `is not a member of type ${one.type}` })),
    ...(isMisspelt ? [{ pointer: `${pointer}/to`, message: `must look like ${ADDRESS}` }] : []),
  ];
};

export const membersOfType: BodyRule<Static<typeof deliveryRequest>> = {
  of: ['destinations'],
  flaws: ({ destinations }) => destinations.flatMap(destinationFlaws),
};

const deliveryId = idOf('dlv');
const index = integer({ minimum: 0, description: 'place in the destinations of the request, from 0' });
const code = named('DeliveryCode', oneOf(deliveryCodes, { description: 'why it was not delivered' }));
const status = named('DeliveryStatus', oneOf(deliveryStatuses));

const soFar = named(
  'LoggedDeliveryStatus',
  oneOf([...deliveryStatuses, 'pending'], { description: 'of a destination, as its last attempt left it' }),
);

const resultCode = named(
  'DeliveryResultCode',
  oneOf([...deliveryCodes, 'waits_for_earlier'], {
    description: '`waits_for_earlier`: an earlier delivery to this destination has not ended',
  }),
);

const result = namedObject('DeliveryResult', { index, type, status, code: optional(resultCode) });

export const deliveryAnswer = namedObject('DeliveryAnswer', { ok: yes, deliveryId, results: array(result) });

const attempt = namedObject('DeliveryAttempt', {
  attempt: integer({ minimum: 1, examples: [1] }),
  status,
  code: nullable(code),
  statusCode: nullable(integer({ description: 'of the answer', examples: [200] })),
  attemptedAt: { ...time, description: 'when its outcome was known' },
  durationMs: nullable(
    integer({ minimum: 0, description: 'of the whole attempt; null where it was not measured', examples: [184] }),
  ),
});

const logged = namedObject('LoggedDestination', {
  index,
  type,
  host: nullable(text('hooks.example')),
  signed: boolean({ description: 'whether a secret was given' }),
  status: soFar,
  nextAttemptAt: nullable(time),
  attempts: array(attempt),
});

const notice = namedObject(
  'DeliveryNotice',
  { webhookId: idOf('whk'), type: named('NoticeType', oneOf(noticeTypes)) },
  { description: 'Of a delivery to a webhook of the workspace; null for a video' },
);

const delivery = namedObject('Delivery', {
  id: deliveryId,
  createdAt: time,
  notice: nullable(notice),
  destinations: array(logged),
});

export const deliveryLog = namedObject('DeliveryLog', { ok: yes, delivery });

export const deliveryPage = pageOf('DeliveryPage', 'deliveries', delivery);

/** A delivery is listed when one of its destinations meets all of these. */
export const deliveryFilter = {
  status: optional(soFar),
  type: optional(type),
  host: optional(
    string({
      minLength: 1,
      maxLength: limits.hostNameCharsMax,
      description: 'of a webhook, as the log of the delivery names it',
      examples: ['hooks.example'],
    }),
  ),
};
