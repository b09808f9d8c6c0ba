import { createWebhooksDecider, webhooksDecider } from '../../../commands/webhooks.ts';
import {
  webhookCreated,
  webhookRemoved,
  webhookResealed,
  webhookRotated,
  webhooksClosed,
  webhooksPeriodClosed,
} from '../../../events/webhooks.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { addMs } from '../../../src/kernel/time.ts';
import { deciderSpec, deciderTest } from '../../spec/decider-spec.ts';

const test = deciderTest(webhooksDecider);

const now = '2026-01-01T00:00:00.000Z';
const beforeUntil = addMs(now, limits.webhookSecretOverlapMs);
const about = (webhookId: string) => ({
  webhookId,
  host: 'hooks.test',
  events: ['job.completed' as const],
  description: null,
  createdAt: now,
  object: 'ws_1/webhooks/one',
});
const created = webhookCreated(about('whk_1'));
const create = (webhookId: string) => ({ type: 'CreateWebhook', ...about(webhookId) }) as const;
const to = { webhookId: 'whk_1', from: 'ws_1/webhooks/one', object: 'ws_1/webhooks/two' };
const rotate = { type: 'RotateWebhook', ...to, now } as const;
const reseal = { type: 'ResealWebhook', ...to } as const;
const remove = { type: 'RemoveWebhook', webhookId: 'whk_1' } as const;
const change = { webhookId: 'whk_1', object: 'ws_1/webhooks/two', replaced: 'ws_1/webhooks/one' };
const rotated = webhookRotated({ ...change, beforeUntil });

test('a workspace has so many webhooks', (given) => {
  given().accepts(create('whk_1'), created);
  given(created).accepts(create('whk_1'));
  const ids = Array.from({ length: limits.webhooksPerWorkspaceMax }, (_, index) => `whk_${index}`);
  const full = ids.map((webhookId) => webhookCreated(about(webhookId)));
  given(full).refuses(create('whk_more'), 'too_many_webhooks');
  given(full, webhookRemoved({ webhookId: 'whk_0', replaced: 'ws_1/webhooks/one' })).accepts(
    create('whk_more'),
    webhookCreated(about('whk_more')),
  );
});

test('a rotation names the object before, and the time until which both secrets are valid', (given) => {
  given(created).accepts(rotate, rotated);
  given(created, rotated).accepts(rotate);
  given(created, rotated).refuses({ ...rotate, object: 'ws_1/webhooks/three' }, 'webhook_changed');
  given().refuses(rotate, 'webhook_unknown');
});

test('a webhook that is sealed again keeps both secrets; one that has changed is left alone', (given, t) => {
  given(created).accepts(reseal, webhookResealed(change));
  given(created, rotated).accepts(reseal);
  given(created, rotated).leadsTo(
    { ...reseal, from: 'ws_1/webhooks/two', object: 'ws_1/webhooks/three' },
    ({ webhooks }) => t.like(webhooks, [{ object: 'ws_1/webhooks/three', beforeUntil }]),
  );
  given().accepts(reseal);
});

test('webhooks close once, name each object that goes, and take no other webhook', (given) => {
  const close = { type: 'CloseWebhooks' } as const;
  const removed = ['whk_1', 'whk_2'].map((id) => webhookRemoved({ webhookId: id, replaced: 'ws_1/webhooks/one' }));
  given(created, webhookCreated(about('whk_2'))).accepts(close, removed, webhooksClosed({}));
  given().accepts(close, webhooksClosed({}));
  given(webhooksClosed({})).accepts(close);
  given(created, removed, webhooksClosed({})).refuses(create('whk_1'), 'webhooks_closed');
});

test('a removed webhook names the object that goes, and is removed once', (given) => {
  const removed = webhookRemoved({ webhookId: 'whk_1', replaced: 'ws_1/webhooks/one' });
  given(created).accepts(remove, removed);
  given(created, removed).accepts(remove);
});

test('the end of a period has all webhooks', (_, t) => {
  const { given } = deciderSpec(t, createWebhooksDecider(2));
  const webhooks = [{ ...about('whk_1'), object: 'ws_1/webhooks/two', beforeUntil }];
  given(created).accepts(rotate, rotated, webhooksPeriodClosed({ webhooks }));
});
