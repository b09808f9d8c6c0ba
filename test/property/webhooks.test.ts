/** The webhooks of a workspace under any work. */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {
  type CloseWebhooks,
  createWebhooksDecider,
  webhookIn,
  type WebhooksCommand,
  type WebhooksState,
} from '../../commands/webhooks.ts';
import type { WebhooksEvent } from '../../events/webhooks.ts';
import { limits } from '../../src/kernel/limits.ts';
import { periodsTellAll } from '../support/property/closed-periods.ts';
import { breaks, holds } from '../support/property/property.ts';
import { weighted } from '../support/property/weighted.ts';
import { folding, seeing } from '../support/property/sabotage.ts';
import { repeatsYieldNothing, runCommands, type Step } from '../support/property/decider-run.ts';

const RUNS = 300;
/** Short, so that work of a few dozen steps closes several periods. */
const PERIOD = 4;
const webhooksDecider = createWebhooksDecider(PERIOD);
const now = '2026-01-01T00:00:00.000Z';

const some = fc.integer({ min: 1, max: 25 }).map((n) => `whk_${n}`);
const object = fc.constantFrom('ws_1/webhooks/one', 'ws_1/webhooks/two', 'ws_1/webhooks/three');
const about = { host: 'hooks.test', events: ['job.completed' as const], description: null, createdAt: now };
type ForOne = Exclude<WebhooksCommand, CloseWebhooks>;

const command: fc.Arbitrary<ForOne> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(some, object).map(([webhookId, sealed]) => {
      return { type: 'CreateWebhook' as const, ...about, webhookId, object: sealed };
    }),
  },
  weighted(1, {
    type: 'RotateWebhook',
    webhookId: some,
    from: object,
    object,
    now: now,
  }),
  weighted(1, { type: 'ResealWebhook', webhookId: some, from: object, object }),
  weighted(1, { type: 'RemoveWebhook', webhookId: some }),
);
const closing = fc.constantFrom<readonly CloseWebhooks[]>([], [{ type: 'CloseWebhooks' }]);
const work = fc
  .tuple(fc.array(command, { maxLength: 60, size: 'max' }), closing, fc.array(command, { maxLength: 9 }))
  .map((parts): readonly WebhooksCommand[] => parts.flat());

/** A naive list of the objects in force. An object that is not in force any more was named by an event, so it goes. */
const laws =
  (decider: typeof webhooksDecider) =>
  (commands: readonly WebhooksCommand[]): void => {
    const run = runCommands(decider, commands);
    repeatsYieldNothing(run);
    for (const step of run.steps) if (step.refusal === null) objectsAllowed(step);
    periodsTellAll(run, PERIOD);
  };

type WebhooksStep = Step<WebhooksState, WebhooksCommand, WebhooksEvent>;

const objectsAllowed = ({ command: next, before, after, events }: WebhooksStep): void => {
  ok(after.webhooks.length <= limits.webhooksPerWorkspaceMax, 'there are too many');
  const replaced = events.flatMap(({ data }) => ('replaced' in data ? data.replaced : []));
  const gone = before.webhooks.filter(({ webhookId, object: was }) => webhookIn(after, webhookId)?.object !== was);
  same(
    replaced,
    gone.map((webhook) => webhook.object),
    'an object is left behind, or goes while it is in force',
  );
  same(before.closed ? events : [], [], 'closed webhooks change');
  if (next.type === 'CloseWebhooks') {
    same(after, { webhooks: [], closed: true }, 'closed webhooks are there');
    return;
  }
  const is = webhookIn(after, next.webhookId)?.object;
  if (next.type === 'RemoveWebhook') same(is, undefined, 'a removed one is there');
  else if (events.length > 0) same(is, next.object, 'another object is in force');
  const others = (state: WebhooksState) => state.webhooks.filter(({ webhookId }) => webhookId !== next.webhookId);
  same(others(after), others(before), 'another webhook has changed');
};

test('any work leaves the newest objects in force, and names each that was replaced', (t) => {
  t.notThrows(() => holds(work, laws(webhooksDecider), RUNS));
});

const sabotages: Readonly<Record<string, typeof webhooksDecider>> = {
  'a rotation that does not look at the object that it read': {
    ...webhooksDecider,
    decide: (next, state, revision) => {
      const trusting = next.type === 'RotateWebhook' ? { ...next, from: 'ws_1/webhooks/one' } : next;
      const believed = { ...state, webhooks: state.webhooks.map((one) => ({ ...one, object: 'ws_1/webhooks/one' })) };
      return webhooksDecider.decide(trusting, next.type === 'RotateWebhook' ? believed : state, revision);
    },
  },
  'a removed webhook that stays': folding(webhooksDecider, (after, { type }, before) =>
    type === 'WebhookRemoved' ? before : after,
  ),
  'a period that forgets a webhook': folding(webhooksDecider, (after, { type, data }, before) =>
    type === 'WebhooksPeriodClosed' ? { ...before, webhooks: data.webhooks.slice(1) } : after,
  ),
  'closed webhooks that take another': seeing(webhooksDecider, (state) => ({ ...state, closed: false })),
  'a workspace without a maximum': seeing(webhooksDecider, (state, { type }) =>
    type === 'CreateWebhook' ? { ...state, webhooks: state.webhooks.slice(-5) } : state,
  ),
};

for (const [name, broken] of Object.entries(sabotages)) {
  test(`sabotage: the laws find ${name}`, (t) => {
    t.true(breaks(work, laws(broken), RUNS));
  });
}
