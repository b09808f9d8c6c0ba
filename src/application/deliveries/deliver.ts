/**
 * A video is delivered: its content is sealed and kept, the delivery is written down, and each destination gets one
 * attempt within the request. One to which an earlier delivery is under way waits for it. Open work makes the others.
 */
import type { DestinationType } from '../../kernel/delivery-outcome.ts';
import { assert } from '../../kernel/faults.ts';
import { newId } from '../../kernel/ids.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { type Body, ok, refused, type Result } from '../calls/result.ts';
import { nowText, type Services } from '../services/services.ts';
import {
  createDeliveryAttempts,
  type Delivery,
  type DeliveryAttempts,
  type DeliveryContent,
  type DeliveryDeps,
} from './create-delivery-attempts.ts';
import { hostOf } from './send-webhook.ts';
import { ownDelivery } from './read-deliveries.ts';
import type { DeliveryState } from '../../../commands/delivery/state.ts';
import { openWorkProjection } from '../../../projections/open-work/definition.ts';
import type { LaneMember, LaneWork, OpenWorkDocument } from '../../../projections/open-work/document.ts';
import { laneWorkId } from '../../../projections/open-work/lane.ts';
import { limits } from '../../kernel/limits.ts';
import type { Position } from '../../kernel/position.ts';
import type { CommandContext } from '../log/command-handler.ts';
import { changesSince, documentIn, type Wanted } from '../reading/changes.ts';
import { cannotTell } from '../reading/read-document.ts';
import type { ReadSide } from '../reading/read-side.ts';

type Destination = {
  readonly type: DestinationType;
  readonly url?: string;
  readonly secret?: string;
  readonly to?: string;
};

export type DeliveryRequest = {
  readonly video: { readonly url: string; readonly title?: string };
  readonly destinations: readonly Destination[];
  readonly meta?: Readonly<Record<string, unknown>>;
};

export const createDeliver = (deps: Pick<Services, 'clock' | 'ids'> & DeliveryDeps & FirstAttemptsDeps) => {
  const { clock, ids, secrets } = deps;
  const attempts = createDeliveryAttempts(deps);
  const attemptFirst = createFirstAttempts(deps, attempts);
  return async (caller: Caller, { video, destinations, meta = {} }: DeliveryRequest): Promise<Result<Body>> => {
    const { workspaceId } = caller;
    const id = newId('dlv', ids);
    const delivery = { workspaceId, id };
    const context = contextOf(caller);
    const requestedAt = nowText(clock);
    const body = JSON.stringify({ id, type: 'video.delivered', createdAt: requestedAt, video, meta });
    const content = { body, destinations: destinations.map(({ url, secret, to }) => ({ url, secret, to })) };
    await attempts.keep(delivery, content);
    const command = {
      type: 'RequestDelivery',
      workspaceId,
      destinations: destinations.map((one) => inLog(secrets, workspaceId, one)),
      requestedAt,
    } as const;
    const requested = await attempts.request(delivery, command, context);
    assert(requested.kind !== 'refused', 'a new delivery takes its request');
    const asked = { indexes: [...destinations.keys()], position: requested.position };
    await attemptFirst(delivery, asked, context, content);
    return ok({ ok: true, deliveryId: id, results: resultsOf(await attempts.stateOf(delivery)) });
  };
};

const inLog = (secrets: DeliveryDeps['secrets'], workspaceId: string, { type, url, secret, to }: Destination) => {
  const address = url ?? to;
  return {
    type,
    host: url === undefined ? null : hostOf(url),
    signed: secret !== undefined,
    // So that deliveries to it keep their order. As the caller wrote it, for two spellings may be two receivers.
    ...(address !== undefined && { lane: secrets.fingerprint(address, ['destination', workspaceId, type]) }),
  };
};

/**
 * Sends a delivery again to each destination that has not taken it: at once, and with as many repeats as before.
 * Refusals: delivery_not_found, project_forbidden, delivery_not_repeatable.
 */
export const createRedeliver = (deps: DeliveryDeps & FirstAttemptsDeps) => {
  const attempts = createDeliveryAttempts(deps);
  const attemptFirst = createFirstAttempts(deps, attempts);
  return async (caller: Caller, id: string): Promise<Result<Body>> => {
    const own = await ownDelivery(deps, caller, id);
    if (own.kind === 'refused') return own;
    const delivery = { workspaceId: caller.workspaceId, id };
    const context = contextOf(caller);
    const command = { type: 'RepeatDelivery', now: nowText(deps.clock) } as const;
    const repeated = await attempts.handle(delivery, command, context);
    if (repeated.kind === 'refused') return refused('delivery_not_repeatable');
    const events = repeated.kind === 'accepted' ? repeated.events : [];
    // Another request may be at work on the first attempts of the others.
    const indexes = events.flatMap(({ type, data }) => (type === 'DeliveryRepeated' ? data.indexes : []));
    await attemptFirst(delivery, { indexes, position: repeated.position }, context);
    return ok({ ok: true, deliveryId: id, results: resultsOf(await attempts.stateOf(delivery)) });
  };
};

/**
 * The outcome of each destination so far, in the order of the request. One without an attempt, or without one since
 * it was asked for again, waits for earlier ones to its destination.
 */
export const resultsOf = ({ destinations }: DeliveryState): readonly Body[] =>
  destinations.map(({ type, attempts, open, round }, index) => {
    const last = open && round === 0 ? undefined : attempts.at(-1);
    const { status, code } = last ?? { status: 'retrying', code: 'waits_for_earlier' };
    return { index, type, status, ...(code !== null && { code }) };
  });

type FirstAttemptsDeps = Pick<ReadSide, 'readModels' | 'feed' | 'codec' | 'parsed' | 'turns'>;

type Turn = 'its_turn' | 'later' | 'too_many';

/** The destinations that a request is about, and where the log has the request. */
type AskedFor = { readonly indexes: readonly number[]; readonly position: Position };

/**
 * The attempts within a request: of each of its destinations to which no earlier delivery is under way. The read model
 * is asked as of the request: it knows all earlier ones by then, and an outcome that it lacks can only hold a delivery
 * for longer. A delivery that has no turn here is open work. So is one too many while the read model cannot tell: it is
 * refused as soon as the read model can.
 */
const createFirstAttempts =
  (side: FirstAttemptsDeps, attempts: DeliveryAttempts) =>
  async (delivery: Delivery, asked: AskedFor, context: CommandContext, known?: DeliveryContent): Promise<void> => {
    const { destinations } = await attempts.stateOf(delivery);
    const turns = await Promise.all(
      asked.indexes.map(async (index): Promise<readonly [Turn, number]> => {
        const { open = false, round = 0, lane } = destinations[index] ?? {};
        if (!open || round > 0) return ['later', index];
        return [lane === undefined ? 'its_turn' : await turnOf(side, delivery, { lane, index }, asked), index];
      }),
    );
    const of = (wanted: Turn): readonly number[] => turns.flatMap(([turn, index]) => (turn === wanted ? [index] : []));
    for (const index of of('too_many')) await attempts.refuse(delivery, index, context);
    await attempts.attempt(delivery, of('its_turn'), context, known);
  };

const turnOf = async (
  side: FirstAttemptsDeps,
  { workspaceId, id: deliveryId }: Delivery,
  { lane, index }: { readonly lane: string; readonly index: number },
  { position }: AskedFor,
): Promise<Turn> => {
  const members = await membersOf(side, { owner: workspaceId, position, id: laneWorkId(workspaceId, lane) });
  const isIt = (one: LaneMember): boolean => one.deliveryId === deliveryId && one.index === index;
  const place = members.findIndex(isIt);
  if (place >= limits.deliveriesOpenPerDestinationMax) return 'too_many';
  return members[place]?.isHeld === false ? 'its_turn' : 'later';
};

/** None where the read model cannot tell. A fault would make the caller ask again, and the log has the delivery. */
const membersOf = async (
  side: FirstAttemptsDeps,
  wanted: Wanted & { readonly id: string },
): Promise<readonly LaneMember[]> => {
  try {
    const changes = await changesSince<OpenWorkDocument>(side, openWorkProjection, wanted);
    const found = changes && (await documentIn(side, changes, wanted));
    return (found?.body as LaneWork | undefined)?.members ?? [];
  } catch (error) {
    if (cannotTell(error)) return [];
    throw error;
  }
};
