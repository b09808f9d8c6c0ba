import { deliveryDecider } from '../../../commands/delivery/decider.ts';
import {
  deliveryAttempted,
  deliveryCleared,
  deliveryGivenUp,
  deliveryRepeated,
  deliveryRequested,
} from '../../../events/delivery.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { addMs } from '../../../src/kernel/time.ts';
import { deciderTest } from '../../spec/decider-spec.ts';

const test = deciderTest(deliveryDecider);

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

/** The last attempt, and that none follows it. */
const givenUp = (last: {
  attempt: number;
  status: 'failed' | 'blocked';
  code: typeof sent.code | 'mail_refused' | 'host_not_public';
  statusCode: number | null;
}) => {
  const { attempt: attempts, status, code, statusCode } = last;
  return [deliveryAttempted({ ...sent, ...last }), deliveryGivenUp({ index: 0, attempts, status, code, statusCode })];
};

const again = { ...sent, status: 'retrying' } as const;
const requested = deliveryRequested(asked);
const request = { type: 'RequestDelivery', ...asked } as const;
const record = { type: 'RecordAttempt', ...sent } as const;

test('a delivery is requested once', (given) => {
  given().accepts(request, requested);
  given(requested).accepts({ ...request, destinations: [email] });
});

test('each destination keeps the first outcome of its attempt', (given, t) => {
  given(requested).accepts(record, deliveryAttempted(again));
  given(requested, deliveryAttempted(sent)).accepts({ ...record, status: 'delivered', code: null, statusCode: 200 });
  given(requested, deliveryAttempted(sent)).leadsTo({ type: 'RecordAttempt', ...unsupported }, ({ destinations }) => {
    t.deepEqual(destinations, [
      { ...webhook, attempts: [sent], open: false, round: 1, since: now },
      { ...email, attempts: [unsupported], open: false, round: 1, since: now },
    ]);
  });
});

test('an attempt that is not the next one is refused', (given) => {
  given().refuses(record, 'destination_unknown');
  given(requested).refuses({ ...record, index: 2 }, 'destination_unknown');
  for (const attempt of [0, 2]) {
    given(requested).refuses({ ...record, attempt }, 'attempt_out_of_turn');
  }
  // Its attempts have ended.
  given(requested, deliveryAttempted(sent)).refuses({ ...record, attempt: 2 }, 'attempt_out_of_turn');
});

const tries = (count: number, last: 'retrying' | 'failed' = 'retrying') =>
  Array.from({ length: count }, (_, n) =>
    deliveryAttempted({ ...again, attempt: n + 1, status: n + 1 === count ? last : 'retrying' }),
  );

test('a failed attempt is repeated until the last one, and a receiver that is gone is left alone', (given) => {
  const { deliveryAttemptsMax: max } = limits;
  const nth = (attempt: number) => ({ ...record, attempt });
  given(requested, tries(max - 2)).accepts(nth(max - 1), deliveryAttempted({ ...again, attempt: max - 1 }));
  given(requested, tries(max - 1)).accepts(nth(max), givenUp({ ...sent, attempt: max }));
  const aDayLater = { attemptedAt: addMs(now, limits.deliveryRetriedMs) };
  given(requested).accepts({ ...record, ...aDayLater }, givenUp({ ...sent, ...aDayLater }));
  given(requested).accepts({ ...record, statusCode: 410 }, givenUp({ ...sent, statusCode: 410 }));
  given(requested).accepts(
    { ...record, code: 'mail_refused', statusCode: 550 },
    givenUp({ ...sent, code: 'mail_refused', statusCode: 550 }),
  );
  given(requested).accepts(
    { ...record, status: 'blocked', code: 'host_not_public', statusCode: null },
    givenUp({ ...sent, status: 'blocked', code: 'host_not_public', statusCode: null }),
  );
});

test('a delivery is asked for again for the destinations that have not taken it, so often and no more', (given) => {
  const repeat = { type: 'RepeatDelivery', now } as const;
  const ended = [requested, ...tries(2, 'failed')];
  const repeated = deliveryRepeated({ indexes: [0], hosts: ['hooks.test'], repeatedAt: now });
  given(ended).accepts(repeat, repeated);
  given(ended, repeated).refuses(repeat, 'nothing_to_repeat');
  given(ended, repeated).accepts({ ...record, attempt: 3 }, deliveryAttempted({ ...again, attempt: 3 }));
  given(requested, deliveryAttempted({ ...sent, status: 'delivered', code: null, statusCode: 200 })).refuses(
    repeat,
    'nothing_to_repeat',
  );
  given(ended, deliveryAttempted({ ...unsupported, status: 'failed', code: 'mail_refused' })).accepts(
    repeat,
    deliveryRepeated({ indexes: [0, 1], hosts: ['hooks.test', null], repeatedAt: now }),
  );
  const often = Array.from({ length: limits.deliveryRepeatsMax }, (_, n) => [
    repeated,
    deliveryAttempted({ ...sent, attempt: n + 3 }),
  ]);
  given(ended, often.flat()).refuses(repeat, 'delivery_over');
});

test('a delivery that is asked for again has a day from then on, however long it waits for its turn', (given) => {
  const repeatedAt = addMs(now, 2 * limits.deliveryRetriedMs);
  const ended = [requested, ...tries(1, 'failed')];
  const repeated = deliveryRepeated({ indexes: [0], hosts: ['hooks.test'], repeatedAt });
  const second = { attempt: 2, attemptedAt: addMs(repeatedAt, limits.deliveryRetriedMs - 1) };
  given(ended, repeated).accepts({ ...record, ...second }, deliveryAttempted({ ...again, ...second }));
  const late = { attempt: 2, attemptedAt: addMs(repeatedAt, limits.deliveryRetriedMs) };
  given(ended, repeated).accepts({ ...record, ...late }, givenUp({ ...sent, ...late }));
});

test('a delivery is cleared when no attempt follows, and takes nothing after that', (given) => {
  const clear = { type: 'ClearDelivery' } as const;
  given(requested, tries(1)).refuses(clear, 'attempt_out_of_turn');
  const over = [requested, deliveryAttempted(sent), deliveryAttempted(unsupported)];
  given(over).accepts(clear, deliveryCleared({}));
  given(over, deliveryCleared({})).accepts(clear);
  given(over, deliveryCleared({})).refuses({ type: 'RepeatDelivery', now }, 'delivery_over');
});
