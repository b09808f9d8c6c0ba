/** The news in an event of the log, as webhooks get them. */
import { deliveryDecider } from '../../../commands/delivery/decider.ts';
import { jobDecider } from '../../../commands/job/decider.ts';
import type { DeliveryEvent } from '../../../events/delivery.ts';
import type { JobEvent } from '../../../events/job.ts';
import type { LedgerEvent } from '../../../events/ledger.ts';
import type { Category, TypeIn } from '../../../events/registry.ts';
import { assert } from '../../kernel/faults.ts';
import { idOf, type RecordedEvent } from '../../kernel/event.ts';
import type { WebhookEvent } from '../../kernel/webhook-events.ts';
import type { Services } from '../services/services.ts';

/** The types of events with news in them, by the category of their stream. */
export const newsTypes = {
  job: ['JobCompleted', 'JobPartiallyCompleted', 'JobFailed', 'JobCancelled', 'HumanReviewRequired'],
  ledger: ['CreditsLow'],
  delivery: ['DeliveryGivenUp'],
} as const satisfies { readonly [C in Category]?: readonly TypeIn<C>[] };

type NewsType = (typeof newsTypes)[keyof typeof newsTypes][number];
export type NewsEvent = RecordedEvent<Extract<JobEvent | LedgerEvent | DeliveryEvent, { readonly type: NewsType }>>;

/** Undefined for a delivery that was given up for want of its webhook: no receiver has failed. */
export const kindOfNews = (event: NewsEvent): WebhookEvent | undefined => {
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
type Deps = Pick<Services, 'commands'>;

/** Ids, states and counts. Undefined: it is of a delivery that itself tells of a delivery. */
export const dataOfNews = async (deps: Deps, event: NewsEvent): Promise<Data | undefined> => {
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

const aboutJob = async ({ commands }: Deps, { stream, revision }: NewsEvent): Promise<Data> => {
  const { details } = (await commands.readSince(jobDecider, stream, revision)).state;
  assert(details !== null, 'a job that has news was queued');
  const { kind, projectId } = details;
  return { jobId: idOf(stream), kind, projectId };
};
