import test from 'ava';
import { deliveryDecider } from '../../../commands/delivery/decider.ts';
import { deliveryAttempted, deliveryRequested } from '../../../events/delivery.ts';
import { deciderSpec } from '../../spec/decider-spec.ts';

const now = '2026-01-02T03:04:05.000Z';
const webhook = { type: 'webhook', host: 'hooks.test', signed: true } as const;
const email = { type: 'email', host: null, signed: false } as const;
const asked = { workspaceId: 'ws_1', destinations: [webhook, email], requestedAt: now };
const sent = {
  index: 0,
  attempt: 1,
  status: 'failed',
  code: 'status_not_2xx',
  statusCode: 500,
  attemptedAt: now,
} as const;
const unsupported = { ...sent, index: 1, status: 'unsupported', code: 'type_not_supported', statusCode: null } as const;

const requested = deliveryRequested(asked);
const request = { type: 'RequestDelivery', ...asked } as const;
const record = { type: 'RecordAttempt', ...sent } as const;

test('a delivery is requested once', (t) => {
  const { given } = deciderSpec(t, deliveryDecider);
  given().when(request).yields(requested);
  given(requested)
    .when({ ...request, destinations: [email] })
    .yields();
});

test('each destination keeps the first outcome of its attempt', (t) => {
  const { given } = deciderSpec(t, deliveryDecider);
  given(requested).when(record).yields(deliveryAttempted(sent));
  given(requested, deliveryAttempted(sent))
    .when({ ...record, status: 'delivered', code: null, statusCode: 200 })
    .yields();
  given(requested, deliveryAttempted(sent))
    .when({ type: 'RecordAttempt', ...unsupported })
    .leadsTo(({ destinations }) => {
      t.deepEqual(destinations, [
        { ...webhook, attempts: [sent] },
        { ...email, attempts: [unsupported] },
      ]);
    });
});

test('an attempt that is not the next one is refused', (t) => {
  const { given } = deciderSpec(t, deliveryDecider);
  given().when(record).refuses('destination_unknown');
  given(requested)
    .when({ ...record, index: 2 })
    .refuses('destination_unknown');
  for (const attempt of [0, 2]) {
    given(requested)
      .when({ ...record, attempt })
      .refuses('attempt_out_of_turn');
  }
  // It has had all of its attempts.
  given(requested, deliveryAttempted(sent))
    .when({ ...record, attempt: 2 })
    .refuses('attempt_out_of_turn');
});
