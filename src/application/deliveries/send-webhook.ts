/** One attempt of a webhook, by the guarded way out. The answer counts by its status alone: its body is not read. */
import { type AddressRefusal, isOfAddress } from '../../kernel/address-refusals.ts';
import type { DeliveryOutcome } from '../../kernel/delivery-outcome.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';
import type { KeyedHash } from '../../ports/keyed-hash.ts';
import type { Outbound, OutboundRefusal } from '../../ports/outbound.ts';
import { signWebhook } from './sign-webhook.ts';

export type WebhookCall = {
  readonly workspaceId: string;
  readonly url: string;
  /** The newest first; none for a webhook that is not signed. */
  readonly secrets: readonly string[];
  /** The same in each attempt, for receivers that drop what they have. */
  readonly id: string;
  readonly body: Uint8Array;
};

const BOUNDS = { bytesMax: limits.deliveryAnswerBytesMax, totalMs: limits.deliveryAttemptMs };

export type WebhookDeps = {
  readonly outbound: Outbound;
  readonly keyedHash: KeyedHash;
  readonly clock: Pick<Clock, 'now'>;
};

export const sendWebhook = async (
  { outbound, keyedHash, clock }: WebhookDeps,
  { workspaceId, url, secrets, id, body }: WebhookCall,
): Promise<DeliveryOutcome> => {
  const unixSeconds = Math.floor(clock.now() / 1_000);
  const headers = {
    'Content-Type': 'application/json',
    ...signWebhook(keyedHash, { id, unixSeconds, body, secrets }),
  };
  const call = { workspaceId, url, method: 'POST', headers, body, ...BOUNDS } as const;
  const sent = await outbound.call(call, async ({ status }) => Promise.resolve(status));
  if (sent.kind === 'refused') return { ...outcomeOf(sent.why), statusCode: null };
  const statusCode = sent.value;
  return statusCode >= 200 && statusCode < 300
    ? { status: 'delivered', code: null, statusCode }
    : { status: 'failed', code: 'status_not_2xx', statusCode };
};

type Unanswered = Omit<DeliveryOutcome, 'statusCode'>;

const notAllowed: Unanswered = { status: 'blocked', code: 'address_not_allowed' };
// Unknown and private names are the same: no client learns the names of networks that it cannot reach itself.
const notPublic: Unanswered = { status: 'blocked', code: 'host_not_public' };
const noAnswer: Unanswered = { status: 'failed', code: 'no_answer' };
const badAnswer: Unanswered = { status: 'failed', code: 'answer_refused' };

const outcomeOf = (why: OutboundRefusal): Unanswered => (isOfAddress(why) ? notAllowed : outcomes[why]);

const outcomes: Readonly<Record<Exclude<OutboundRefusal, AddressRefusal>, Unanswered>> = {
  host_not_allowed: notAllowed,
  name_unknown: notPublic,
  address_not_public: notPublic,
  too_many_calls: { status: 'failed', code: 'too_many_calls' },
  unreachable: noAnswer,
  certificate_refused: noAnswer,
  timed_out: noAnswer,
  redirected: { status: 'failed', code: 'redirected' },
  answer_malformed: badAnswer,
  answer_encoded: badAnswer,
  answer_too_large: badAnswer,
  answer_broken_off: badAnswer,
};

/**
 * The part of an address that the log has: its path and its query are often the secret of a webhook. Null for an
 * address that is none, or whose host is too long for any name.
 */
export const hostOf = (url: string): string | null => {
  const { hostname = '' } = URL.parse(url) ?? {};
  return hostname === '' || hostname.length > limits.hostNameCharsMax ? null : hostname;
};
