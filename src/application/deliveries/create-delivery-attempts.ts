/**
 * Attempts of deliveries. Addresses, secrets and bodies are sealed in an object of the workspace until the delivery is
 * over. So any process can repeat an attempt, and no reader of the log or of the store learns them: a holder of the
 * master key alone opens them, and no operation answers them.
 *
 * The decider says whether another attempt follows a failed one (`commands/delivery/decider.ts`). Open work has its
 * time, and `reactions/carry-on.ts` makes it in the order of the destination (decisions 0127 and 0142).
 */
import {
  type DeliveryCommand,
  deliveryDecider,
  deliveryStream,
  type RecordAttempt,
} from '../../../commands/delivery/decider.ts';
import type { DeliveryState } from '../../../commands/delivery/state.ts';
import type { DeliveryOutcome } from '../../kernel/delivery-outcome.ts';
import { isFault } from '../../kernel/faults.ts';
import type { Clock } from '../../ports/basics.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { CommandContext, CommandHandler } from '../log/command-handler.ts';
import { nowText, type Services } from '../services/services.ts';
import { sendEmail } from './send-email.ts';
import { sendWebhook, type WebhookCall, type WebhookDeps } from './send-webhook.ts';
import { webhookIn, webhooksDecider, webhooksStream } from '../../../commands/webhooks.ts';
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { isLost, naming } from '../services/sealed-objects.ts';
import { openWebhook, type OpenWebhookDeps } from '../services/webhook-secrets.ts';

export type DeliveryContent = {
  readonly body: string;
  /** In the order of the request. A webhook has an `url`, or is one of the workspace; an email has `to`. */
  readonly destinations: readonly {
    readonly url?: string | undefined;
    readonly secret?: string | undefined;
    readonly to?: string | undefined;
    readonly webhookId?: string | undefined;
  }[];
};

export type DeliveryDeps = WebhookDeps & {
  readonly commands: CommandHandler;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly objects: Pick<ObjectStore, 'put' | 'get' | 'remove'>;
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'fingerprint'>;
  /** Undefined where no mail server is configured: email is then unsupported. */
  readonly mailer?: Mailer | undefined;
};

export type Delivery = { readonly workspaceId: string; readonly id: string };

const UNSUPPORTED: DeliveryOutcome = { status: 'unsupported', code: 'type_not_supported', statusCode: null };
const TOO_MANY: DeliveryOutcome = { status: 'failed', code: 'too_many_waiting', statusCode: null };
const CONTENT_GONE: DeliveryOutcome = { status: 'failed', code: 'content_gone', statusCode: null };
const REMOVED: DeliveryOutcome = { status: 'failed', code: 'webhook_removed', statusCode: null };

const keyOf = ({ workspaceId, id }: Delivery): string => `${workspaceId}/deliveries/${id}`;
const boundOf = ({ workspaceId, id }: Delivery): readonly string[] => ['delivery', workspaceId, id];

export const createDeliveryAttempts = (deps: DeliveryDeps) => {
  const { commands, objects, secrets, clock, mailer } = deps;

  const handle = async ({ id }: Delivery, command: DeliveryCommand, context: CommandContext) =>
    commands.handle(deliveryDecider, deliveryStream(id), command, context);

  const stateOf = async ({ id }: Delivery): Promise<DeliveryState> =>
    (await commands.read(deliveryDecider, deliveryStream(id))).state;

  /** Null: it was removed, or does not open. */
  const contentOf = async (delivery: Delivery): Promise<DeliveryContent | null> => {
    try {
      const sealed = await objects.get(keyOf(delivery));
      return JSON.parse(secrets.open(sealed, boundOf(delivery))) as DeliveryContent;
    } catch (error) {
      if (isFault(error, 'not_found') || isFault(error, 'corrupt')) return null;
      throw error;
    }
  };

  const attemptOne = async (
    delivery: Delivery,
    index: number,
    content: DeliveryContent | null,
    context: CommandContext,
  ): Promise<void> => {
    const destination = (await stateOf(delivery)).destinations[index];
    if (destination?.open !== true) return;
    const begun = clock.monotonic();
    const outcome = await send(delivery, content, index, destination.type);
    const attempt = { index, attempt: destination.attempts.length + 1 };
    await record(delivery, { ...attempt, ...outcome, durationMs: Math.round(clock.monotonic() - begun) }, context);
  };

  const record = async (
    delivery: Delivery,
    outcome: Omit<RecordAttempt, 'type' | 'attemptedAt'>,
    context: CommandContext,
  ) => handle(delivery, { type: 'RecordAttempt', attemptedAt: nowText(clock), ...outcome }, context);

  const send = async (
    { workspaceId, id }: Delivery,
    content: DeliveryContent | null,
    index: number,
    type: string,
  ): Promise<DeliveryOutcome> => {
    const isEmail = type === 'email' && mailer !== undefined;
    if (type !== 'webhook' && !isEmail) return UNSUPPORTED;
    const { url, secret, to, webhookId } = content?.destinations[index] ?? {};
    if (content !== null && isEmail && to !== undefined) return sendEmail(mailer, { id, to, body: content.body });
    if (content === null) return CONTENT_GONE;
    const call = { workspaceId, id, body: Buffer.from(content.body) };
    if (webhookId !== undefined) return sendToOwn(webhookId, call);
    if (url === undefined) return CONTENT_GONE;
    return sendWebhook(deps, { ...call, url, secrets: secret === undefined ? [] : [secret] });
  };

  /** To a webhook of the workspace, as it is at this moment. */
  const sendToOwn = async (webhookId: string, call: Omit<WebhookCall, 'url' | 'secrets'>): Promise<DeliveryOutcome> => {
    const target = await webhookTarget(deps, call.workspaceId, webhookId);
    if (target === 'removed') return REMOVED;
    return target === 'lost' ? CONTENT_GONE : sendWebhook(deps, { ...call, ...target });
  };

  const forget = async (delivery: Delivery): Promise<void> => objects.remove(keyOf(delivery));

  return Object.freeze({
    /** Durable before the delivery is requested. */
    keep: async (delivery: Delivery, content: DeliveryContent): Promise<void> => {
      const sealed = secrets.seal(JSON.stringify(content), boundOf(delivery));
      await objects.put(keyOf(delivery), sealed, 'application/json');
    },

    /** Of a delivery under an id that no other call has: without it, the content goes. */
    request: async (delivery: Delivery, command: DeliveryCommand, context: CommandContext) =>
      naming(objects, keyOf(delivery), async () => handle(delivery, command, context)),

    /** One attempt for each of these destinations that is open, all at once; none waits for another. */
    attempt: async (
      delivery: Delivery,
      indexes: readonly number[],
      context: CommandContext,
      known?: DeliveryContent,
    ): Promise<void> => {
      const content = known ?? (await contentOf(delivery));
      await Promise.all(indexes.map(async (index) => attemptOne(delivery, index, content, context)));
    },

    /**
     * The next attempt of one destination, when it has had as many of its round as that. Whether another one follows,
     * also where it has had more.
     */
    attemptNext: async (
      delivery: Delivery,
      { index, round }: { readonly index: number; readonly round: number },
      context: CommandContext,
    ): Promise<boolean> => {
      const before = (await stateOf(delivery)).destinations[index];
      if (before?.open !== true || before.round !== round) return before?.open === true;
      await attemptOne(delivery, index, await contentOf(delivery), context);
      return (await stateOf(delivery)).destinations[index]?.open === true;
    },

    /** Fails a destination to which too many deliveries are under way, without an attempt. */
    refuse: async (delivery: Delivery, index: number, context: CommandContext): Promise<void> => {
      const { attempts = [] } = (await stateOf(delivery)).destinations[index] ?? {};
      await record(delivery, { index, attempt: attempts.length + 1, ...TOO_MANY }, context);
    },

    /** Decides first: a repeat that was accepted has its content. One that is asked for again meanwhile keeps it. */
    clear: async (delivery: Delivery, context: CommandContext): Promise<void> => {
      const cleared = await handle(delivery, { type: 'ClearDelivery' }, context);
      if (cleared.kind !== 'refused') await forget(delivery);
    },
    /** Removes the content of a delivery that is cleared. May be repeated. */
    forget,
    handle,
    stateOf,
  });
};

export type DeliveryAttempts = ReturnType<typeof createDeliveryAttempts>;

type WebhookTarget = { readonly url: string; readonly secrets: readonly string[] };

type TargetDeps = OpenWebhookDeps & Pick<Services, 'commands'> & { readonly clock: Pick<Services['clock'], 'now'> };

/**
 * Where a delivery to a webhook of the workspace goes at this moment, and the secrets that are valid now. `removed`:
 * the webhook, or its workspace. `lost`: its sealed address does not open.
 */
const webhookTarget = async (
  deps: TargetDeps,
  workspaceId: string,
  webhookId: string,
): Promise<WebhookTarget | 'removed' | 'lost'> => {
  const { commands, clock } = deps;
  const look = async () =>
    webhookIn((await commands.read(webhooksDecider, webhooksStream(workspaceId))).state, webhookId);
  const webhook = await look();
  const { state: workspace } = await commands.read(workspaceDecider, workspaceStream(workspaceId));
  if (webhook === undefined || workspace.status !== 'active') return 'removed';
  try {
    const { url, secret, before } = await openWebhook(deps, workspaceId, webhook);
    const isBeforeValid = before !== null && webhook.beforeUntil !== null && nowText(clock) < webhook.beforeUntil;
    return { url, secrets: isBeforeValid ? [secret, before] : [secret] };
  } catch (error) {
    if (!isLost(error)) throw error;
    // Its secrets were sealed anew meanwhile, and the object before is gone.
    return (await look())?.object === webhook.object ? 'lost' : webhookTarget(deps, workspaceId, webhookId);
  }
};
