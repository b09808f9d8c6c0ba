import type { EventOf } from '../src/kernel/event.ts';
import {
  webhookCreated,
  webhookRemoved,
  webhookResealed,
  webhookRotated,
  webhooksClosed,
  type WebhooksEvent,
  webhooksPeriodClosed,
} from '../events/webhooks.ts';
import { type CommandIn, onCommand, onEvent } from '../src/kernel/handlers.ts';
import { accept, type Decider, type Refusal, refuse } from '../src/kernel/decider.ts';
import { limits } from '../src/kernel/limits.ts';
import { addMs } from '../src/kernel/time.ts';
import { inPeriods } from '../src/kernel/periods.ts';

export const webhooksStream = (workspaceId: string): string => `webhooks-${workspaceId}`;

/** `object`: its sealed address and secrets. `beforeUntil`: when the secret before ends; null without one. */
export type Webhook = Readonly<EventOf<typeof webhooksPeriodClosed>['data']['webhooks'][number]>;

/** The webhooks of a workspace, in the order of their creation. */
export type WebhooksState = {
  readonly webhooks: readonly Webhook[];
  /** The workspace has ended. */
  readonly closed: boolean;
};

const initial: WebhooksState = { webhooks: [], closed: false };

export const webhookIn = ({ webhooks }: Pick<WebhooksState, 'webhooks'>, webhookId: string): Webhook | undefined =>
  webhooks.find((webhook) => webhook.webhookId === webhookId);

const evolve = onEvent<WebhooksEvent, WebhooksState>({
  WebhookCreated: (state, webhook) => ({ ...state, webhooks: [...state.webhooks, { ...webhook, beforeUntil: null }] }),
  WebhookRotated: (state, { webhookId, object, beforeUntil }) => changed(state, webhookId, { object, beforeUntil }),
  WebhookResealed: (state, { webhookId, object }) => changed(state, webhookId, { object }),
  WebhookRemoved: (state, { webhookId }) => ({
    ...state,
    webhooks: state.webhooks.filter((webhook) => webhook.webhookId !== webhookId),
  }),
  WebhooksClosed: (state) => ({ ...state, closed: true }),
  WebhooksPeriodClosed: (_, { webhooks }) => ({ webhooks, closed: false }),
});

const changed = (state: WebhooksState, webhookId: string, change: Partial<Webhook>): WebhooksState => ({
  ...state,
  webhooks: state.webhooks.map((webhook) => (webhook.webhookId === webhookId ? { ...webhook, ...change } : webhook)),
});

type WebhooksRefusal = Refusal<
  /** The workspace ends. */
  | 'webhooks_closed'
  /** The workspace has its maximum. */
  | 'too_many_webhooks'
  /** It was removed, or never there. */
  | 'webhook_unknown'
  /** Another call has sealed its secrets anew since they were read. */
  | 'webhook_changed'
>;

/** Sends news of some kinds to an address from here on; `object` is its sealed form. */
type CreateWebhook = EventOf<typeof webhookCreated>['data'] & { readonly type: 'CreateWebhook' };

const createWebhook = (command: CreateWebhook, state: WebhooksState) => {
  const { type: _, ...webhook } = command;
  if (webhookIn(state, webhook.webhookId) !== undefined) return accept();
  if (state.closed) return refuse('webhooks_closed');
  return state.webhooks.length < limits.webhooksPerWorkspaceMax
    ? accept(webhookCreated(webhook))
    : refuse('too_many_webhooks');
};

/** Another secret is in force, sealed in `object`. Beside it the one of the object `from` stays valid for a while. */
type RotateWebhook = {
  readonly type: 'RotateWebhook';
  readonly webhookId: string;
  readonly from: string;
  readonly object: string;
  readonly now: string;
};

const rotateWebhook = ({ webhookId, from, object, now }: RotateWebhook, state: WebhooksState) => {
  const webhook = webhookIn(state, webhookId);
  if (webhook === undefined) return refuse('webhook_unknown');
  if (webhook.object === object) return accept();
  if (webhook.object !== from) return refuse('webhook_changed');
  const beforeUntil = addMs(now, limits.webhookSecretOverlapMs);
  return accept(webhookRotated({ webhookId, object, replaced: from, beforeUntil }));
};

/** The same secrets in another object. Nothing where the object `from` is not in force any more. */
type ResealWebhook = {
  readonly type: 'ResealWebhook';
  readonly webhookId: string;
  readonly from: string;
  readonly object: string;
};

const resealWebhook = ({ webhookId, from, object }: ResealWebhook, state: WebhooksState) =>
  webhookIn(state, webhookId)?.object !== from || from === object
    ? accept()
    : accept(webhookResealed({ webhookId, object, replaced: from }));

/** Nothing more is sent there. One that is not there was removed before. */
type RemoveWebhook = { readonly type: 'RemoveWebhook'; readonly webhookId: string };

const removeWebhook = ({ webhookId }: RemoveWebhook, state: WebhooksState) => {
  const webhook = webhookIn(state, webhookId);
  return webhook === undefined ? accept() : accept(webhookRemoved({ webhookId, replaced: webhook.object }));
};

/** The workspace ends: its webhooks are removed, and it gets no other. */
export type CloseWebhooks = { readonly type: 'CloseWebhooks' };

const closeWebhooks = (_: CloseWebhooks, { webhooks, closed }: WebhooksState) => {
  if (closed) return accept();
  const removed = webhooks.map(({ webhookId, object }) => webhookRemoved({ webhookId, replaced: object }));
  return accept<WebhooksEvent>(...removed, webhooksClosed({}));
};

const commands = {
  CreateWebhook: createWebhook,
  RotateWebhook: rotateWebhook,
  ResealWebhook: resealWebhook,
  RemoveWebhook: removeWebhook,
  CloseWebhooks: closeWebhooks,
};

export type WebhooksCommand = CommandIn<typeof commands>;

const decider: Decider<WebhooksState, WebhooksCommand, WebhooksEvent, WebhooksRefusal> = {
  category: 'webhooks',
  initial,
  evolve,
  decide: onCommand(commands),
};

/** Undefined for closed ones: nothing is ever appended to them again. */
const close = ({ webhooks, closed }: WebhooksState) =>
  closed ? undefined : webhooksPeriodClosed({ webhooks: [...webhooks] });

export const createWebhooksDecider = (every: number) =>
  inPeriods(decider, { every, type: 'WebhooksPeriodClosed', close });

/** The webhooks of one workspace. */
export const webhooksDecider = createWebhooksDecider(limits.webhooksPeriodEvents);
