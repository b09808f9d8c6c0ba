import type { Decider } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import { type WebhooksEvent, webhooksPeriodClosed } from '../../events/webhooks.ts';
import { closeWebhooks } from './close-webhooks.ts';
import { createWebhook } from './create-webhook.ts';
import { evolve } from './evolve.ts';
import type { WebhooksRefusal } from './refusals.ts';
import { removeWebhook } from './remove-webhook.ts';
import { resealWebhook } from './reseal-webhook.ts';
import { rotateWebhook } from './rotate-webhook.ts';
import { initial, type WebhooksState } from './state.ts';

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
