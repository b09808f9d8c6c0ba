/**
 * A video is delivered: written down, sent to each destination once, and each outcome written down. Secrets, addresses
 * and bodies stay in memory, so a failed attempt cannot be repeated from the log.
 */
import { deliveryDecider } from '../../../commands/delivery/decider.ts';
import { deliveryStream } from '../../../commands/delivery/stream.ts';
import type { DeliveryOutcome, DestinationType } from '../../kernel/delivery-outcome.ts';
import { assert } from '../../kernel/faults.ts';
import { idFromBytes } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { ok, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { nowText, type Services } from '../services/services.ts';
import { sendWebhook, type WebhookDeps } from './send-webhook.ts';

export type Destination = { readonly type: DestinationType; readonly url?: string; readonly secret?: string };

export type DeliveryRequest = {
  readonly video: { readonly url: string; readonly title?: string };
  readonly destinations: readonly Destination[];
  readonly meta?: Readonly<Record<string, unknown>>;
};

const UNSUPPORTED: DeliveryOutcome = { status: 'unsupported', code: 'type_not_supported', statusCode: null };

export const createDeliver =
  (deps: Pick<Services, 'commands' | 'clock' | 'ids'> & WebhookDeps) =>
  async (caller: Caller, { video, destinations, meta = {} }: DeliveryRequest): Promise<Result<Body>> => {
    const { commands, clock, ids } = deps;
    const { workspaceId } = caller;
    const id = idFromBytes('dlv', ids.bytes(17));
    const handle = async (command: Parameters<typeof deliveryDecider.decide>[0]): Promise<void> => {
      const outcome = await commands.handle(deliveryDecider, deliveryStream(id), command, contextOf(caller));
      assert(outcome.kind !== 'refused', 'a new delivery takes its request and its first attempts');
    };
    const requestedAt = nowText(clock);
    await handle({ type: 'RequestDelivery', workspaceId, destinations: destinations.map(inLog), requestedAt });
    const body = Buffer.from(JSON.stringify({ id, type: 'video.delivered', createdAt: requestedAt, video, meta }));
    const send = async ({ type, url, secret }: Destination): Promise<DeliveryOutcome> =>
      type === 'webhook' && url !== undefined ? sendWebhook(deps, { workspaceId, url, secret, id, body }) : UNSUPPORTED;
    const deliverTo = async (destination: Destination, index: number): Promise<Body> => {
      const outcome = await send(destination);
      await handle({ type: 'RecordAttempt', index, attempt: 1, ...outcome, attemptedAt: nowText(clock) });
      const { status, code } = outcome;
      return { index, type: destination.type, status, ...(code !== null && { code }) };
    };
    return ok({ ok: true, deliveryId: id, results: await Promise.all(destinations.map(deliverTo)) });
  };

/** Of an address only the host: its path and its query are often the secret of a webhook. */
const inLog = ({ type, url, secret }: Destination) => {
  const host = url === undefined ? null : (URL.parse(url)?.hostname ?? null);
  return {
    type,
    host: host === null || host.length > limits.hostNameCharsMax ? null : host,
    signed: secret !== undefined,
  };
};
