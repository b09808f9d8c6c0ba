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
  given().when(create('whk_1')).yields(created);
  given(created).when(create('whk_1')).yields();
  const ids = Array.from({ length: limits.webhooksPerWorkspaceMax }, (_, index) => `whk_${index}`);
  const full = ids.map((webhookId) => webhookCreated(about(webhookId)));
  given(full).when(create('whk_more')).refuses('too_many_webhooks');
  given(full, webhookRemoved({ webhookId: 'whk_0', replaced: 'ws_1/webhooks/one' }))
    .when(create('whk_more'))
    .yields(webhookCreated(about('whk_more')));
});

test('a rotation names the object before, and the time until which both secrets are valid', (given) => {
  given(created).when(rotate).yields(rotated);
  given(created, rotated).when(rotate).yields();
  given(created, rotated)
    .when({ ...rotate, object: 'ws_1/webhooks/three' })
    .refuses('webhook_changed');
  given().when(rotate).refuses('webhook_unknown');
});

test('a webhook that is sealed again keeps both secrets; one that has changed is left alone', (given, t) => {
  given(created).when(reseal).yields(webhookResealed(change));
  given(created, rotated).when(reseal).yields();
  given(created, rotated)
    .when({ ...reseal, from: 'ws_1/webhooks/two', object: 'ws_1/webhooks/three' })
    .leadsTo(({ webhooks }) => t.like(webhooks, [{ object: 'ws_1/webhooks/three', beforeUntil }]));
  given().when(reseal).yields();
});

test('webhooks close once, name each object that goes, and take no other webhook', (given) => {
  const close = { type: 'CloseWebhooks' } as const;
  const removed = ['whk_1', 'whk_2'].map((id) => webhookRemoved({ webhookId: id, replaced: 'ws_1/webhooks/one' }));
  given(created, webhookCreated(about('whk_2')))
    .when(close)
    .yields(removed, webhooksClosed({}));
  given().when(close).yields(webhooksClosed({}));
  given(webhooksClosed({})).when(close).yields();
  given(created, removed, webhooksClosed({})).when(create('whk_1')).refuses('webhooks_closed');
});

test('a removed webhook names the object that goes, and is removed once', (given) => {
  const removed = webhookRemoved({ webhookId: 'whk_1', replaced: 'ws_1/webhooks/one' });
  given(created).when(remove).yields(removed);
  given(created, removed).when(remove).yields();
});

test('the end of a period has all webhooks', (_, t) => {
  const { given } = deciderSpec(t, createWebhooksDecider(2));
  const webhooks = [{ ...about('whk_1'), object: 'ws_1/webhooks/two', beforeUntil }];
  given(created).when(rotate).yields(rotated, webhooksPeriodClosed({ webhooks }));
});
