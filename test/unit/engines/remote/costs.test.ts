/** The own cost of a provider: taken where it is one, noted where it is none, and never in the way of work. */
import test, { type ExecutionContext } from 'ava';
import type { LookedUp } from '../../../../src/ports/engine.ts';
import { givenDoneWork } from '../../../support/gateway/done-work.ts';
import type { Make } from '../../../support/gateway/gateway-double.ts';
import { makeMedia } from '../../../support/gateway/outputs.ts';
import type { Trouble } from '../../../support/gateway/serve-gateway.ts';

const polled = async (t: ExecutionContext, make: Make, output?: Trouble): Promise<LookedUp | undefined> =>
  (await givenDoneWork(t, make, output && { output })).poll();

const costing =
  (cost: unknown): Make =>
  async (...asked) => ({ ...(await makeMedia(...asked)), cost });

const CENTS = { amount: '0.040', currency: 'USD' };
const TAKEN = { amount: '0.04', currency: 'USD' };

test('the cost of work that is done is told with its output', async (t) => {
  t.like(await polled(t, costing(CENTS)), { kind: 'done', providerCost: TAKEN });
});

test('a provider that tells no cost has none', async (t) => {
  for (const none of [undefined, null]) t.false('providerCost' in ((await polled(t, costing(none))) ?? {}));
});

test('the cost of work that failed is told, too', async (t) => {
  const failing: Make = async () => Promise.resolve({ failed: 'unavailable', cost: CENTS });
  t.like(await polled(t, failing), { kind: 'failed', code: 'unavailable', providerCost: TAKEN });
});

test('an output that is none has its cost all the same', async (t) => {
  t.like(await polled(t, costing(CENTS), { kind: 'short' }), {
    kind: 'failed',
    code: 'rejected',
    providerCost: TAKEN,
  });
});

const lies: readonly unknown[] = [
  0.04,
  '0.04',
  { amount: 0.04, currency: 'USD' },
  { amount: 'NaN', currency: 'USD' },
  { amount: '-1', currency: 'USD' },
  { amount: '9'.repeat(100_000), currency: 'USD' },
  { amount: '1', currency: '__proto__' },
  [],
];

for (const lie of lies) {
  test(`${JSON.stringify(lie).slice(0, 60)} is no cost, and the work is done`, async (t) => {
    t.like(await polled(t, costing(lie)), { kind: 'done', providerCost: null, output: { contentType: 'image/png' } });
  });
}
