/**
 * News of an event become one delivery to each webhook that wants them. An event may come again: the id of a delivery
 * follows from event and webhook, so it is requested once. Open work makes all of its attempts.
 */
import { type Webhook, webhooksDecider, webhooksStream } from '../../../commands/webhooks.ts';
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { idFromContent } from '../../kernel/ids.ts';
import type { DeliveryAttempts } from '../deliveries/create-delivery-attempts.ts';
import { nowText, type Services, type SystemContext } from '../services/services.ts';
import { deliveryDecider, type RequestDelivery } from '../../../commands/delivery/decider.ts';
import { jobDecider } from '../../../commands/job/decider.ts';
import type { DeliveryEvent } from '../../../events/delivery.ts';
import type { JobEvent } from '../../../events/job.ts';
import type { LedgerEvent } from '../../../events/ledger.ts';
import type { Category, TypeIn } from '../../../events/registry.ts';
import { assert } from '../../kernel/faults.ts';
import { idOf, type RecordedEvent } from '../../kernel/event.ts';
import type { NoticeType, WebhookEvent } from '../../kernel/webhook-events.ts';
import { contentHash } from '../../kernel/canonical-json.ts';

export type TellDeps = Pick<Services, 'commands' | 'clock'> & { readonly deliveries: DeliveryAttempts };

/** Faults: those of the stores; all that was done may be repeated. */
export const createTellWebhooks =
  (deps: TellDeps) =>
  async (event: NewsEvent, context: SystemContext): Promise<void> => {
    const type = kindOfNews(event);
    const { at } = event.metadata;
    const wanting = type === undefined ? [] : (await webhooksOf(deps, context)).filter(wants(type, at));
    if (type === undefined || wanting.length === 0) return;
    const data = await dataOfNews(deps, event);
    if (data === undefined) return;
    const notice = { type, timestamp: at, data: { workspaceId: context.workspaceId, ...data } };
    const tell = async (webhook: Webhook): Promise<void> => {
      const deliveryId = idFromContent('dlv', event.id, webhook.webhookId);
      const to = { webhook, deliveryId, eventId: event.id, requestedAt: nowText(deps.clock) };
      await requestNotice(deps.deliveries, notice, to, context);
    };
    await Promise.all(wanting.map(tell));
  };

/** A webhook gets nothing of a time before it. */
const wants =
  (type: string, at: string) =>
  ({ events, createdAt }: Webhook): boolean =>
    events.some((event) => event === type) && createdAt <= at;

const webhooksOf = async (
  { commands }: Pick<Services, 'commands'>,
  { workspaceId }: SystemContext,
): Promise<readonly Webhook[]> => {
  const { state } = await commands.read(webhooksDecider, webhooksStream(workspaceId));
  if (state.webhooks.length === 0) return [];
  const { state: workspace } = await commands.read(workspaceDecider, workspaceStream(workspaceId));
  return workspace.status === 'active' ? state.webhooks : [];
};

/** The types of events with news in them, by the category of their stream. */
export const newsTypes = {
  job: ['JobCompleted', 'JobPartiallyCompleted', 'JobFailed', 'JobCancelled', 'HumanReviewRequired'],
  ledger: ['CreditsLow'],
  delivery: ['DeliveryGivenUp'],
} as const satisfies { readonly [C in Category]?: readonly TypeIn<C>[] };

type NewsType = (typeof newsTypes)[keyof typeof newsTypes][number];
export type NewsEvent = RecordedEvent<Extract<JobEvent | LedgerEvent | DeliveryEvent, { readonly type: NewsType }>>;

/** Undefined for a delivery that was given up for want of its webhook: no receiver has failed. */
const kindOfNews = (event: NewsEvent): WebhookEvent | undefined => {
  switch (event.type) {
    case 'HumanReviewRequired':
      return 'job.human_review';
    case 'CreditsLow':
      return 'credits.low';
    case 'DeliveryGivenUp':
      return event.data.code === 'webhook_removed' ? undefined : 'delivery.failed';
    default:
      return 'job.completed';
  }
};

type Data = Readonly<Record<string, unknown>>;
type NewsDeps = Pick<Services, 'commands'>;

/** Ids, states and counts. Undefined: it is of a delivery that itself tells of a delivery. */
const dataOfNews = async (deps: NewsDeps, event: NewsEvent): Promise<Data | undefined> => {
  switch (event.type) {
    case 'HumanReviewRequired': {
      const { taskId, index, reason } = event.data;
      return { ...(await aboutJob(deps, event)), taskId, index, reason };
    }
    case 'CreditsLow': {
      const { threshold, available } = event.data;
      return { threshold, available };
    }
    case 'DeliveryGivenUp': {
      const { state } = await deps.commands.readSince(deliveryDecider, event.stream, event.revision);
      const { type, webhookId = null } = state.request?.notice ?? {};
      if (type === 'delivery.failed') return undefined;
      return { deliveryId: idOf(event.stream), ...event.data, webhookId };
    }
    default:
      return { ...(await aboutJob(deps, event)), status: ends[event.type] };
  }
};

/** As a poll of the job has it. */
const ends = {
  JobCompleted: 'completed',
  JobPartiallyCompleted: 'partially_completed',
  JobFailed: 'failed',
  JobCancelled: 'cancelled',
} as const;

const aboutJob = async ({ commands }: NewsDeps, { stream, revision }: NewsEvent): Promise<Data> => {
  const { details } = (await commands.readSince(jobDecider, stream, revision)).state;
  assert(details !== null, 'a job that has news was queued');
  const { kind, projectId } = details;
  return { jobId: idOf(stream), kind, projectId };
};

/** The body of a webhook, as it is sent; `timestamp`: of the event that it tells of. */
type Notice = {
  readonly type: NoticeType;
  readonly timestamp: string;
  /** Ids, states and counts: a receiver asks for the rest. */
  readonly data: Readonly<Record<string, unknown>>;
};

type NoticeTo = {
  readonly webhook: Webhook;
  readonly deliveryId: string;
  readonly eventId: string | null;
  readonly requestedAt: string;
};

/** A delivery to one webhook is sealed, kept and written down. Repeated under one id, it changes nothing. */
export const requestNotice = async (
  attempts: DeliveryAttempts,
  notice: Notice,
  { webhook: { webhookId, host }, deliveryId: id, eventId, requestedAt }: NoticeTo,
  context: SystemContext,
): Promise<void> => {
  const { workspaceId } = context;
  const delivery = { workspaceId, id };
  if ((await attempts.stateOf(delivery)).request !== null) return;
  await attempts.keep(delivery, { body: JSON.stringify(notice), destinations: [{ webhookId }] });
  const command = {
    type: 'RequestDelivery',
    workspaceId,
    // A ping is attempted within its call, and waits for no other delivery.
    destinations: [
      { type: 'webhook', host, signed: true, ...(eventId !== null && { lane: laneOfWebhook(webhookId) }) },
    ],
    requestedAt,
    ...(eventId !== null && { later: true }),
    notice: { webhookId, type: notice.type, eventId },
  } satisfies RequestDelivery;
  // News may be told by another process at this moment, under the same id.
  const write = eventId === null ? attempts.request : attempts.handle;
  const requested = await write(delivery, command, context);
  assert(requested.kind !== 'refused', 'a new delivery takes its request');
};

/** News to one webhook keep their order. */
const laneOfWebhook = (webhookId: string): string => contentHash(['webhook', webhookId]).slice(0, 16);
